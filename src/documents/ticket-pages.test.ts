import { expect, it } from 'vitest'
import type { Ticket, TicketItem } from './delivery-ticket.ts'
import { makeInNode, readPdf, textsOf, type Sheet } from './testing/pdf.ts'
import { ticketPages } from './ticket-pages.ts'

const item = (name: string, over: Partial<TicketItem> = {}, weight_type: 'r/w' | '' = ''): TicketItem => ({
  bin_override: null,
  out_of_stock: false,
  unit_quantity: 2,
  units_ordered: 2,
  case_quantity: 1,
  cases_ordered: 1,
  product_data: { name, bin: 'B-02-1', weight_type, item_code: { item_code: `IC ${name}` } },
  ...over,
})

const ticket = (id: number, items: TicketItem[], over: Partial<Ticket['order']> = {}): Ticket => ({
  order: {
    id,
    delivery_date: '2026-11-23',
    note: '',
    company_location: {
      id: 1,
      name: 'Pier 40',
      physical_address: { complete_address: '1 Dock Street, Jersey City NJ' },
    },
    ...over,
  },
  items,
})

const HEADER = ['Harbor & Vine', '48 Pier Street', '(201) 555-0148']
const HEADINGS = ['Bin', 'Item Name', 'Item Code', 'Unit Qty', 'Case Qty']

const made = async (...tickets: Ticket[]): Promise<Sheet[]> =>
  readPdf(await makeInNode(ticketPages(tickets, HEADER)))
const lineOf = (sheet: Sheet, name: string) => sheet.rows.find((row) => row[1]?.text === name)

it('B271 B272 B273 B274 B275 C413 C414 C415 C419 the ticket is A4 portrait and lists the delivered goods', async () => {
  const [sheet, ...more] = await made(ticket(12, [item('Salt')], { note: 'Side door.\nAsk for Zoë' }))
  expect(more).toEqual([])
  expect([sheet!.width, sheet!.height].map(Math.round)).toEqual([210, 297])
  expect(Math.min(...sheet!.rows.flat().map(({ left }) => left))).toBeGreaterThan(14.9)
  expect(textsOf(sheet!)).toEqual([
    ['Harbor & Vine', 'Delivery ticket'],
    ['48 Pier Street', 'Order number: 12'],
    ['(201) 555-0148', 'Order date: 11/23/2026'],
    ['Ship to'],
    ['Pier 40'],
    ['1 Dock Street, Jersey City NJ'],
    ['Note: Side door.'],
    ['Ask for Zoë'],
    HEADINGS,
    ['B-02-1', 'Salt', 'IC Salt', '2', '1'],
    ['Customer signature', 'Date'],
    ['Order 12', 'Page 1 of 1'],
  ])
})

it('B273 B275 each order starts on a new page and counts its own pages; an empty note has no line', async () => {
  const many = Array.from({ length: 40 }, (_, n) => item(`Item ${n}`))
  const sheets = await made(
    ticket(12, many, { note: ' ' }),
    ticket(13, [item('Salt')], { delivery_date: '2026-11-24' }),
  )
  const texts = sheets.map(textsOf)
  expect(texts.map((rows) => rows.at(-1))).toEqual([
    ['Order 12', 'Page 1 of 2'],
    ['Order 12', 'Page 2 of 2'],
    ['Order 13', 'Page 1 of 1'],
  ])
  expect(texts[2]!.slice(1, 3)).toEqual([
    ['48 Pier Street', 'Order number: 13'],
    ['(201) 555-0148', 'Order date: 11/24/2026'],
  ])
  // The head of the table on each page, and the place to sign once an order.
  for (const rows of texts) expect(rows).toContainEqual(HEADINGS)
  const signed = texts.map((rows) => rows.filter(([first]) => first === 'Customer signature').length)
  expect(signed).toEqual([0, 1, 1])
  expect(texts.flat(2).filter((text) => text.startsWith('Note'))).toEqual([])
  // No line is lost where a page ends.
  const names = texts.flat().flatMap(([, name]) => (name?.startsWith('Item ') ? name : []))
  expect(names.filter((name) => name !== 'Item Name')).toEqual(
    many.map(({ product_data }) => product_data.name),
  )
})

it('B274 C414 the rows are in the order of their bins', async () => {
  const [sheet] = await made(
    ticket(12, [
      item('Salt', { bin_override: 'B-10-1' }),
      item('Rice', { bin_override: 'B-9-1' }),
      item('Oil'),
    ]),
  )
  const rows = textsOf(sheet!)
  const from = rows.findIndex(([first]) => first === 'Bin') + 1
  expect(rows.slice(from, from + 3).map((row) => row.slice(0, 2))).toEqual([
    ['B-02-1', 'Oil'],
    ['B-9-1', 'Rice'],
    ['B-10-1', 'Salt'],
  ])
})

it('B276 B277 B278 B279 C416 C417 C418 the rows show their quantities, and only those of weighed items are bold', async () => {
  const [sheet] = await made(
    ticket(12, [
      item('Beef', { unit_quantity: 1, units_ordered: 3 }, 'r/w'),
      item('Oil', { out_of_stock: true }),
      item('Salt', { case_quantity: 4 }),
    ]),
  )
  const told = (name: string) => lineOf(sheet!, name)!.map(({ text, isBold }) => [text, isBold])
  expect(told('Beef')).toEqual([
    ['B-02-1', true],
    ['Beef', true],
    ['IC Beef', true],
    ['U: 1 / 3', true],
    ['1', true],
  ])
  expect(told('Oil').slice(3)).toEqual([
    ['Ø', false],
    ['Ø', false],
  ])
  expect(told('Salt')).toEqual([
    ['B-02-1', false],
    ['Salt', false],
    ['IC Salt', false],
    ['2', false],
    ['C: 4 / 1', false],
  ])
})
