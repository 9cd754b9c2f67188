/** The input of a PDF, as plain data: it travels to the worker, which makes the layout. */
import type { PrintedInvoice } from '#contract/invoices/document.ts'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Ticket } from './delivery-ticket.ts'
import { invoicePages } from './invoice-pages.ts'
import { ticketPages } from './ticket-pages.ts'

export type PdfJob =
  | { kind: 'invoice'; invoice: PrintedInvoice }
  /** One file of all; `header` is the distributor's name, then its address and its contacts. */
  | { kind: 'tickets'; tickets: readonly Ticket[]; header: readonly string[] }

export const pagesOf = (job: PdfJob): TDocumentDefinitions =>
  job.kind === 'invoice' ? invoicePages(job.invoice) : ticketPages(job.tickets, job.header)

/** Goes to the worker, one at a time. The worker's last reply has the file or an error. */
export interface PdfRequest {
  id: number
  job: PdfJob
}
export type PdfReply = { id: number } & ({ progress: number } | { file: ArrayBuffer } | { error: string })
