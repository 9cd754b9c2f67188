/** What a delivery ticket says of an order and its items (B §9, C §9). Pure. */
import type { DetailedItem, OrderRow } from '#contract/orders/schema.ts'

export interface Ticket {
  order: Pick<OrderRow, 'id' | 'delivery_date' | 'note' | 'company_location'>
  items: readonly TicketItem[]
}
/** B103. */
export type TicketItem = Pick<
  DetailedItem,
  | 'bin_override'
  | 'product_data'
  | 'out_of_stock'
  | 'unit_quantity'
  | 'units_ordered'
  | 'case_quantity'
  | 'cases_ordered'
>

/** B276: out of stock. The font has no U+2205, and this letter looks the same. */
const NULL_SYMBOL = 'Ø'

/** B280, B282: named after the delivery date, `YYYY-MM-DD`. */
export const ticketFileName = (day: string) => `picklists-${day}.pdf`

/** B104: the line's own bin wins over the product's. */
export const binOf = ({ bin_override, product_data }: Pick<TicketItem, 'bin_override' | 'product_data'>) =>
  bin_override || product_data.bin

/** B277, B278: "U: picked / ordered" where they differ, else the one number. */
const quantity = (letter: 'U' | 'C', picked: number, ordered: number): string =>
  picked === ordered ? String(ordered) : `${letter}: ${picked} / ${ordered}`

export const unitQuantity = (item: TicketItem): string =>
  item.out_of_stock ? NULL_SYMBOL : quantity('U', item.unit_quantity, item.units_ordered)
export const caseQuantity = (item: TicketItem): string =>
  item.out_of_stock ? NULL_SYMBOL : quantity('C', item.case_quantity, item.cases_ordered)
