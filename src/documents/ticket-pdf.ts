import { Distributor } from '#contract/distributor/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Ticket, TicketItem } from './delivery-ticket.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfOptions } from './pdf-maker.ts'

/**
 * Makes the delivery tickets of orders as one PDF, in their order, with the distributor's current lines on them. Throws
 * what the call throws, and what `makePdf` does.
 */
export async function ticketsPdf(
  client: Client,
  tickets: readonly Ticket[],
  options?: PdfOptions,
): Promise<Blob> {
  const { lines: header } = await client.api('GET', 'distributor/letterhead', { schema: Distributor })
  return makePdf({ kind: 'tickets', tickets: tickets.map(lean), header }, options)
}

/** Keeps only what is printed: the data for the worker is copied while the page is blocked. */
const lean = ({ order, items }: Ticket): Ticket => {
  const { id, delivery_date, note, company_location } = order
  return { order: { id, delivery_date, note, company_location }, items: items.map(leanItem) }
}

const leanItem = (item: TicketItem): TicketItem => ({
  bin_override: item.bin_override,
  product_data: item.product_data,
  out_of_stock: item.out_of_stock,
  unit_quantity: item.unit_quantity,
  units_ordered: item.units_ordered,
  case_quantity: item.case_quantity,
  cases_ordered: item.cases_ordered,
})
