/** Download in the invoice dialogs (B242, C341). */
import type { Client } from '#src/api/client.ts'
import { invoiceFileName } from '#contract/invoices/document.ts'
import { currentInvoicePdf } from '#src/documents/invoice-pdf.ts'
import { downloadBlob } from '#src/ui/download.ts'

/** Fetches the invoice as it is now and hands its PDF to the browser. */
export async function savePdf(client: Client, order: number): Promise<void> {
  const { invoice, pdf } = await currentInvoicePdf(client, order)
  downloadBlob(invoiceFileName(invoice, 'pdf'), pdf)
}
