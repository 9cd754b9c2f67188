/** An invoice as it is read: the page that loads it, its paper, print, PDF, csv and former versions. */
import { lazy } from 'react'

export { downloadCsv } from './download-csv.ts'
export { InvoicePaper } from './InvoicePaper.tsx'
export { InvoiceReading, SeenNote } from './InvoiceReading.tsx'
export { savePdf } from './save-pdf.ts'
export { type InvoiceRead, useInvoicePage } from './use-invoice-page.ts'

/** Loaded when it is opened. */
export const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'))
