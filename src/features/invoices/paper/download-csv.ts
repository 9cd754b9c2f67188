import { invoiceFileName } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { downloadBlob } from '#src/ui/download.ts'

/** B035, B037: the server's file, byte for byte. */
export async function downloadCsv(client: Client, invoice: Invoice): Promise<void> {
  try {
    const csv = await client.file(`orders/${invoice.order_id}/invoice/downloadexport`)
    downloadBlob(invoiceFileName(invoice, 'csv'), csv)
  } catch (error) {
    snackbar(errorText(error), 'bad')
  }
}
