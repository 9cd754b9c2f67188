/** Prices and fees of an invoice that are changed before they are saved. */
export { EditBar } from './EditBar.tsx'
export { EditedLines } from './EditedLines.tsx'
export { EditedSums } from './EditedSums.tsx'
export { useInvoiceEdit } from './use-invoice-edit.ts'
