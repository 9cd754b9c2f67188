/** The sheets of delivery tickets (B §9, C §9): the layout on paper of each order's data. Pure. */
import { showDay } from '#contract/format.ts'
import type { Content, ContentText, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import { binOf, caseQuantity, unitQuantity, type Ticket, type TicketItem } from './delivery-ticket.ts'
import { boxed, MM, QUIET_TEXT, ruled, widthBeside } from './sheet.ts'

const MARGIN_PT = 15 * MM
const BIN_PT = 20 * MM
const BEHIND_THE_NAME = [28 * MM, 24 * MM, 24 * MM]

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts items in the order in which a person walks past the bins. */
const byBin = (items: readonly TicketItem[]): TicketItem[] =>
  [...items].sort(
    (a, b) =>
      collator.compare(binOf(a), binOf(b)) || collator.compare(a.product_data.name, b.product_data.name),
  )

/** @param header the distributor's name, then where it is and how it is reached (C419) */
export function ticketPages(tickets: readonly Ticket[], header: readonly string[]): TDocumentDefinitions {
  // Each order starts on a new page, and has pages of its own number.
  const titles = tickets.map((): ContentText => ({
    text: 'Delivery ticket',
    bold: true,
    fontSize: 14,
    alignment: 'right',
  }))
  return {
    pageSize: 'A4',
    pageOrientation: 'portrait',
    pageMargins: [MARGIN_PT, 14 * MM, MARGIN_PT, 18 * MM],
    info: { title: 'Delivery tickets' },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.15 },
    content: tickets.flatMap((ticket, n) => ticketContent(ticket, titles[n]!, header, n === 0)),
    footer: (page, pages) => ({
      margin: [MARGIN_PT, 6 * MM, MARGIN_PT, 0],
      fontSize: 9,
      ...pageLine(tickets, startsOf(titles), page, pages),
    }),
  }
}

/**
 * Returns the page on which each order begins. Its title knows it once the layout of all pages is done, before that of
 * their footers.
 */
const startsOf = (titles: readonly ContentText[]): number[] =>
  titles.map((title) => (title as { positions?: { pageNumber: number }[] }).positions?.[0]?.pageNumber ?? 1)

/** B275: names the order of a page, and the page's number among the order's pages. */
function pageLine(
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
      layout: ruled(0.4, 4, 3),
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [BIN_PT, widthBeside([BIN_PT, ...BEHIND_THE_NAME], MARGIN_PT), ...BEHIND_THE_NAME],
        body: [
          heading('Bin', 'Item Name', 'Item Code', 'Unit Qty', 'Case Qty'),
          ...byBin(items).map(itemRow),
        ],
      },
    },
    signature(),
  ]
}

/** B274. */
const heading = (...labels: string[]): TableCell[] =>
  labels.map((text, n) => ({ text, bold: true, alignment: n > 2 ? 'right' : 'left' }))

/** B279: weighed items are bold. */
function itemRow(item: TicketItem): TableCell[] {
  const { name, item_code, weight_type } = item.product_data
  const texts = [binOf(item), name, item_code.item_code, unitQuantity(item), caseQuantity(item)]
  return texts.map((text, n) => ({
    text,
    bold: weight_type === 'r/w',
    alignment: n > 2 ? ('right' as const) : ('left' as const),
    noWrap: n > 2,
    // None was ordered, and none came: the zero is there to look up and does not distract.
    ...(text === '0' && { color: QUIET_TEXT }),
  }))
}

/** Makes one signature box for each ticket: pdfmake keeps its layout in the node itself. */
const signature = (): Content => ({
  unbreakable: true,
  margin: [0, 18, 0, 0],
  layout: boxed,
  table: {
    widths: ['*', 45 * MM],
    heights: 20 * MM,
    body: [[{ text: 'Customer signature' }, { text: 'Date' }]],
  },
})
