/** The delivery tickets of some orders as one PDF (B §9, C §9): what is on them, for `makePdf`. Pure. */
import type { DetailedItem, OrderRow } from '#contract/orders/schema.ts'
import { showDay } from '#src/ui/format.ts'
import type { Content, ContentText, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'

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
const MM = 72 / 25.4
const MARGIN = 15 * MM
const LINE = '#495057'
const QUIET = '#868e96'

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

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** In the order in which one walks past the bins. */
const byBin = (items: readonly TicketItem[]): TicketItem[] =>
  [...items].sort(
    (a, b) =>
      collator.compare(binOf(a), binOf(b)) || collator.compare(a.product_data.name, b.product_data.name),
  )

/** @param header the distributor's name, then where it is and how it is reached (C419) */
export function ticketDocument(tickets: readonly Ticket[], header: readonly string[]): TDocumentDefinitions {
  // B273: each order starts on a new page, and has pages of its own number.
  const titles = tickets.map((): ContentText => ({
    text: 'Delivery ticket',
    bold: true,
    fontSize: 14,
    alignment: 'right',
  }))
  return {
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [MARGIN, 14 * MM, MARGIN, 18 * MM],
    info: { title: 'Delivery tickets' },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    content: tickets.flatMap((ticket, n) => ticketContent(ticket, titles[n]!, header, n === 0)),
    footer: (page, pages) => ({
      margin: [MARGIN, 6 * MM, MARGIN, 0],
      fontSize: 9,
      ...pageLine(tickets, startsOf(titles), page, pages),
    }),
  }
}

/** On which page each order begins: known of its title once all pages are laid out, which is before their footers are. */
const startsOf = (titles: readonly ContentText[]): number[] =>
  titles.map((title) => (title as { positions?: { pageNumber: number }[] }).positions?.[0]?.pageNumber ?? 1)

/** B275: whose page it is, and which of the order's pages. */
export function pageLine(
  tickets: readonly Ticket[],
  starts: readonly number[],
  page: number,
  pages: number,
): { columns: ContentText[] } {
  const n = Math.max(
    0,
    starts.findLastIndex((start) => start <= page),
  )
  const first = starts[n] ?? 1
  const last = (starts[n + 1] ?? pages + 1) - 1
  return {
    columns: [
      { text: `Order ${tickets[n]?.order.id ?? ''}` },
      { text: `Page ${page - first + 1} of ${last - first + 1}`, alignment: 'right' },
    ],
  }
}

function ticketContent(
  { order, items }: Ticket,
  title: ContentText,
  header: readonly string[],
  isFirst: boolean,
): Content[] {
  const [name = '', ...lines] = header
  const { company_location: place } = order
  return [
    {
      ...(!isFirst && { pageBreak: 'before' }),
      columns: [
        [{ text: name, bold: true, fontSize: 14 }, ...lines],
        [
          title,
          { text: `Order number: ${order.id}`, alignment: 'right' },
          { text: `Order date: ${showDay(order.delivery_date)}`, alignment: 'right' },
        ],
      ],
    },
    { text: 'Ship to', bold: true, margin: [0, 10, 0, 0] },
    { text: place.name },
    { text: place.physical_address.complete_address },
    ...(order.note.trim() === ''
      ? []
      : [{ text: [{ text: 'Note: ', bold: true }, order.note.trim()], margin: [0, 8, 0, 0] } as Content]),
    {
      margin: [0, 12, 0, 0],
      layout: {
        hLineWidth: (line, node) => (line === 0 || line === 1 || line === node.table.body.length ? 0.9 : 0.4),
        vLineWidth: () => 0,
        hLineColor: () => LINE,
        paddingTop: () => 4,
        paddingBottom: () => 3,
      },
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [20 * MM, '*', 28 * MM, 24 * MM, 24 * MM],
        body: [
          heading('Bin', 'Item Name', 'Item Code', 'Unit Qty', 'Case Qty'),
          ...byBin(items).map(itemRow),
        ],
      },
    },
    signature,
  ]
}

/** B274. */
const heading = (...labels: string[]): TableCell[] =>
  labels.map((text, n) => ({ text, bold: true, alignment: n > 2 ? 'right' : 'left' }))

/** B279: what is weighed is bold. */
function itemRow(item: TicketItem): TableCell[] {
  const { name, item_code, weight_type } = item.product_data
  const texts = [binOf(item), name, item_code.item_code, unitQuantity(item), caseQuantity(item)]
  return texts.map((text, n) => ({
    text,
    bold: weight_type === 'r/w',
    alignment: n > 2 ? ('right' as const) : ('left' as const),
    noWrap: n > 2,
    // Nothing of it was ordered, and nothing came: there for whoever looks, in nobody's way.
    ...(text === '0' && { color: QUIET }),
  }))
}

const signature: Content = {
  unbreakable: true,
  margin: [0, 18, 0, 0],
  layout: { hLineColor: () => LINE, vLineColor: () => LINE, hLineWidth: () => 0.9, vLineWidth: () => 0.9 },
  table: {
    widths: ['*', 45 * MM],
    heights: 20 * MM,
    body: [[{ text: 'Customer signature' }, { text: 'Date' }]],
  },
}
