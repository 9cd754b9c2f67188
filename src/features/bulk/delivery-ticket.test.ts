import type { ContentTable, TableCell } from 'pdfmake/interfaces'
import { expect, it } from 'vitest'
import {
  binOf,
  caseQuantity,
  pageLine,
  ticketDocument,
  ticketFileName,
  unitQuantity,
  type Ticket,
  type TicketItem,
} from './delivery-ticket.ts'

const item = (name: string, over: Partial<TicketItem> = {}, weight_type: 'r/w' | '' = ''): TicketItem => ({
  bin_override: null,
  out_of_stock: false,
  unit_quantity: 0,
  units_ordered: 0,
  case_quantity: 0,
  cases_ordered: 0,
  product_data: { name, bin: 'B-02-1', weight_type, item_code: { item_code: `IC ${name}` } },
  ...over,
})

const ticket = (id: number, items: TicketItem[], note = ''): Ticket => ({
  order: {
    id,
    delivery_date: '2026-11-23',
    note,
    company_location: {
      id: 1,
      name: 'Pier 40',
      physical_address: { complete_address: '1 Dock Street, Jersey City NJ' },
    },
  },
  items,
})

const HEADER = ['Harbor & Vine', '48 Pier Street', '(201) 555-0148']

/** Every text of a piece of the document, in reading order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (Array.isArray(node)) return node.flatMap(texts)
  if (node === null || typeof node !== 'object') return []
  const { text, columns, stack, table } = node as Record<string, unknown>
  return [text, columns, stack, (table as { body?: unknown } | undefined)?.body].flatMap(texts)
}

const tableOf = (tickets: Ticket[]): TableCell[][] => {
  const { content } = ticketDocument(tickets, HEADER)
  const tables = (content as object[]).filter((node): node is ContentTable => 'table' in node)
  return tables[0]!.table.body
}

it('B271 C413 the ticket is A4 portrait, with its margins in mm', () => {
  const document = ticketDocument([ticket(12, [])], HEADER)
  expect(document).toMatchObject({ pageSize: 'A4', pageOrientation: 'portrait' })
  // 15 mm in the points that a PDF is measured in.
  expect((document.pageMargins as number[])[0]).toBeCloseTo(42.52)
})

it('B272 B273 C413 C419 it holds the header lines, the order date and number, the ship-to and the note', () => {
  const document = ticketDocument([ticket(12, [], 'Side door.\nAsk for Zoë')], HEADER)
  const all = texts(document.content)
  expect(all).toEqual(expect.arrayContaining(HEADER))
  expect(all).toEqual(
    expect.arrayContaining([
      'Order number: 12',
      'Order date: 11/23/2026',
      'Pier 40',
      '1 Dock Street, Jersey City NJ',
      'Note: ',
      'Side door.\nAsk for Zoë',
    ]),
  )
})

it('B273 an empty note leaves its line out, and each order starts on a new page', () => {
  const { content } = ticketDocument([ticket(12, [], ' '), ticket(13, [])], HEADER)
  expect(texts(content)).not.toContain('Note: ')
  const breaks = (content as { pageBreak?: string }[]).map(({ pageBreak }) => pageBreak)
  expect(breaks.filter(Boolean)).toEqual(['before'])
  const second = (content as object[])[breaks.indexOf('before')]
  expect(texts(second)).toContain('Order number: 13')
})

it('B274 C414 the table has its five columns, and its rows stand in the order of their bins', () => {
  const rows = tableOf([
    ticket(12, [
      item('Salt', { bin_override: 'B-10-1' }),
      item('Rice', { bin_override: 'B-9-1' }),
      item('Oil'),
    ]),
  ])
  expect(rows[0]!.flatMap(texts)).toEqual(['Bin', 'Item Name', 'Item Code', 'Unit Qty', 'Case Qty'])
  expect(rows.slice(1).map((row) => row.flatMap(texts).slice(0, 3))).toEqual([
    ['B-02-1', 'Oil', 'IC Oil'],
    ['B-9-1', 'Rice', 'IC Rice'],
    ['B-10-1', 'Salt', 'IC Salt'],
  ])
})

it('B104 C165 the bin is the override where there is one, else the product’s', () => {
  expect(binOf(item('Salt', { bin_override: 'Z-1' }))).toBe('Z-1')
  expect(binOf(item('Salt', { bin_override: '' }))).toBe('B-02-1')
  expect(binOf(item('Salt'))).toBe('B-02-1')
})

it('B277 B278 C417 a quantity shows picked / ordered where they differ, else the one number', () => {
  const short = item('Salt', { unit_quantity: 2, units_ordered: 5, case_quantity: 3, cases_ordered: 1 })
  expect([unitQuantity(short), caseQuantity(short)]).toEqual(['U: 2 / 5', 'C: 3 / 1'])
  const whole = item('Salt', { unit_quantity: 4, units_ordered: 4 })
  expect([unitQuantity(whole), caseQuantity(whole)]).toEqual(['4', '0'])
})

it('B276 C416 what is out of stock shows a null symbol', () => {
  const out = item('Salt', { out_of_stock: true, units_ordered: 4, cases_ordered: 1 })
  expect([unitQuantity(out), caseQuantity(out)]).toEqual(['Ø', 'Ø'])
})

it('B279 C418 the row of an item that is weighed is bold, and no other', () => {
  const rows = tableOf([ticket(12, [item('Beef', {}, 'r/w'), item('Salt')])]).slice(1)
  const bold = rows.map((row) => row.map((cell) => (cell as { bold?: boolean }).bold))
  expect(bold).toEqual([Array(5).fill(true), Array(5).fill(false)])
})

it('B275 C415 the ticket has a signature box, and each order counts its own pages', () => {
  const tickets = [ticket(12, []), ticket(13, [])]
  expect(texts(ticketDocument(tickets, HEADER).content)).toContain('Customer signature')
  // The first order has two pages, the second three.
  const line = (page: number) => texts(pageLine(tickets, [1, 3], page, 5))
  expect(line(2)).toEqual(['Order 12', 'Page 2 of 2'])
  expect(line(3)).toEqual(['Order 13', 'Page 1 of 3'])
})

it('B280 B282 C411 the file is named after the delivery date', () => {
  expect(ticketFileName('2026-11-23')).toBe('picklists-2026-11-23.pdf')
})
