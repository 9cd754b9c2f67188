import { LINE_COLUMNS, printedInvoice, type PrintedInvoice } from '#contract/invoices/document.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invoicePages, LAST_TABLE_END_PT } from './invoice-pages.ts'
import { readInvoice } from './read-invoice.ts'
import { makeInNode, readPdf, textsOf, type Sheet } from './testing/pdf.ts'
import { randomInvoice } from './testing/random-invoice.ts'

const HEADER = ['Harbor & Vine', '1 Pier Street', '(201) 555-0148']
const LETTERHEAD = { lines: HEADER, weigh_ticket: true, time_zone: 'America/New_York' }
const HEADINGS = LINE_COLUMNS.map(({ label }) => label)

const lines = (count: number, over: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({
    id: `i${n}`,
    item_code: `IC${n}`,
    name: `Olive Oil ${n}`,
    unit_quantity: 2,
    unit_price: '2.50',
    total: '5.00',
    ...over(n),
  }))
const printed = (items: object[], header: readonly string[] = HEADER): PrintedInvoice =>
  printedInvoice(
    readInvoice({
      order_id: 21_645,
      order_delivery_date: '2026-11-22',
      company_location_name: 'Pier 40',
      bill_to_address: '1 Bill Street',
      ship_to_address: '2 Ship Street',
      customer: { username: 'ann', email: 'ann@example.com' },
      items,
      subtotal: '1001.01',
      grand_total: '1000.55',
    }),
    { ...LETTERHEAD, lines: [...header] },
  )
const made = async (invoice: PrintedInvoice): Promise<Sheet[]> =>
  readPdf(await makeInNode(invoicePages(invoice)))
const isOn = (sheet: Sheet, text: string) => textsOf(sheet).some((row) => row.includes(text))

it('B003 B038 B043 B046 is on A4 and shows the sender, the recipient, the total and the terms', async () => {
  const invoice = printed(lines(3))
  const [sheet, ...more] = await made(invoice)
  expect(more).toEqual([])
  expect(sheet!.width).toBeCloseTo(210, 1)
  expect(sheet!.height).toBeCloseTo(297, 1)
  const rows = textsOf(sheet!)
  expect(rows.slice(0, 8)).toEqual([
    ['Harbor & Vine', 'Invoice #21645'],
    ['1 Pier Street', 'Delivery date: 11/22/2026'],
    ['(201) 555-0148', 'Customer: ann'],
    ['Email: ann@example.com'],
    ['Bill to', 'Ship to'],
    ['Pier 40', 'Pier 40'],
    ['1 Bill Street', '2 Ship Street'],
    HEADINGS,
  ])
  expect(rows).toContainEqual(['Subtotal', '1,001.01'])
  expect(rows).toContainEqual(['Grand total', '1,000.55'])
  expect(rows.slice(-2)).toEqual([[invoice.terms], ['Invoice #21645', 'Page 1 of 1']])
})

it('B047 B048 keeps the rest with the table while it ends above 237.45 mm, and moves all of it below', async () => {
  const { pageBreakBefore } = invoicePages(printed([]))
  const breaksAt = (top: number) =>
    pageBreakBefore!({ id: 'after the table', startPosition: { top } } as never, undefined as never)
  expect([breaksAt((237.45 / 25.4) * 72), breaksAt((237.46 / 25.4) * 72)]).toEqual([false, true])
  expect((LAST_TABLE_END_PT * 25.4) / 72).toBeCloseTo(237.45)

  const ends = { over: [] as number[], under: [] as number[] }
  // Counts of header and table lines with which the table ends a little above or below 237.45 mm.
  for (const [header, count] of [
    [7, 31],
    [6, 32],
    [5, 33],
    [7, 32],
  ] as const) {
    const invoice = printed(lines(count), Array<string>(header).fill('Harbor & Vine'))
    const sheets = await made(invoice)
    // The last rule is 0.9 points thick, and `rules` gives its middle.
    const tableEnd = sheets[0]!.rules.at(-1)! + (0.45 * 25.4) / 72
    const isOver = tableEnd > 237.45
    expect([tableEnd, sheets.length]).toEqual([tableEnd, isOver ? 2 : 1])
    const last = textsOf(sheets.at(-1)!)
    if (isOver) expect(last[0]).toEqual(['Subtotal', '1,001.01'])
    expect(last).toContainEqual(['Grand total', '1,000.55'])
    expect(last).toContainEqual([invoice.terms])
    ends[isOver ? 'over' : 'under'].push(tableEnd)
  }
  expect(237.45 - Math.max(...ends.under)).toBeLessThan(1)
  expect(Math.min(...ends.over) - 237.45).toBeLessThan(1)
})

it('400 lines: each page has the head, no line is broken, and the rows below an item stay with it', async () => {
  const invoice = printed(
    lines(400, (n) => ({
      taxable: n % 3 === 0,
      ...(n % 5 === 1 && {
        weighable: true,
        catch_weight_lbs: '24.31',
        subitem_weights: { u: ['12.15', '12.16'], c: [] },
        subitem_lot_codes: { u: [`L-${n}`], c: [] },
      }),
      ...(n % 4 === 1 && {
        surcharges: [{ id: n, name: `Cutting ${n}`, quantity: 2, unit_price: '0.75', total: '1.50' }],
      }),
    })),
  )
  const sheets = await made(invoice)
  const onPage = (text: string) => sheets.findIndex((sheet) => isOn(sheet, text))
  for (let n = 0; n < 400; n += 1) {
    const page = onPage(`IC${n}`)
    expect(page).toBeGreaterThanOrEqual(0)
    if (n % 5 === 1) expect([n, onPage(`Unit lots L-${n}`)]).toEqual([n, page])
    if (n % 4 === 1) expect([n, onPage(`Cutting ${n}`)]).toEqual([n, page])
  }
  const withLines = sheets.filter((sheet) => textsOf(sheet).some(([first]) => first?.startsWith('IC')))
  expect(withLines.length).toBeGreaterThan(8)
  for (const sheet of withLines) expect(textsOf(sheet)).toContainEqual(HEADINGS)
  for (const [n, sheet] of sheets.entries()) {
    expect(textsOf(sheet).at(-1)).toEqual(['Invoice #21645', `Page ${n + 1} of ${sheets.length}`])
    // Each row is above the foot and within the paper.
    for (const row of sheet.rows.slice(0, -1)) expect(row[0]!.baseline).toBeLessThan(283)
    for (const { left, right } of sheet.rows.flat())
      expect([left >= 11.9, right <= 198.2]).toEqual([true, true])
  }
  const last = sheets.at(-1)!
  for (const text of ['Subtotal', 'Grand total', invoice.terms]) expect(isOn(last, text)).toBe(true)
})

it('a word that is longer than its column is broken, and no figure leaves the paper', async () => {
  const word = 'Q'.repeat(90)
  const item = {
    name: word,
    taxable: true,
    weighable: true,
    catch_weight_lbs: '4.00',
    subitem_weights: { u: ['4.00'], c: [] },
    subitem_lot_codes: { u: [word], c: [] },
    surcharges: [{ id: 1, name: word, quantity: 2, unit_price: '0.40', total: '0.80' }],
  }
  const weighed = [{ item: 'i0', unit_type: 'u', weight_lbs: '4.00', lot_code: word, weighed_at: null }]
  const items = lines(1, () => item)
  const sheets = await made(printedInvoice(readInvoice({ order_id: 5, items, weighed }), LETTERHEAD))
  expect(sheets).toHaveLength(2)
  for (const { rows } of sheets)
    for (const { left, right } of rows.flat()) expect([left >= 11.9, right <= 198.2]).toEqual([true, true])
  const letters = sheets.map((sheet) => textsOf(sheet).flat().join('').replaceAll(/[^Q]/g, '').length)
  expect(letters).toEqual([3 * word.length, 2 * word.length])
})

it('a list of weights that is longer than a page goes on, and none of them is lost', async () => {
  const weights = Array.from({ length: 1_500 }, (_, n) => `${100 + n}.25`)
  const sheets = await made(
    printed(lines(1, () => ({ weighable: true, subitem_weights: { u: weights, c: [] } }))),
  )
  expect(sheets.length).toBeGreaterThan(2)
  const all = sheets.flatMap((sheet) => textsOf(sheet).flat()).join(' ')
  expect(weights.filter((lbs) => !all.includes(lbs))).toEqual([])
  for (const { rows } of sheets)
    for (const row of rows.slice(0, -1)) expect(row[0]!.baseline).toBeLessThan(283)
})

it('the weigh ticket begins on a page of its own behind the invoice, and its head is on each of its pages', async () => {
  const weighed = Array.from({ length: 90 }, (_, n) => ({
    item: 'beef',
    unit_type: 'u',
    weight_lbs: `${n}.25`,
    lot_code: `L-${n}`,
    weighed_at: '2026-11-20T03:05:00Z',
  }))
  const item = { id: 'beef', item_code: 'M1055', name: 'Outside Skirt', unit_quantity: 90 }
  const invoice = printedInvoice(readInvoice({ order_id: 5, items: [item], weighed }), LETTERHEAD)
  const [first, ...appendix] = (await made(invoice)).map(textsOf)
  expect(first).toContainEqual(['Grand total', '0.00'])
  expect(first!.flat()).not.toContain('L-0')
  expect(appendix).toHaveLength(2)
  expect(appendix[0]![0]).toEqual(['Weigh ticket of invoice #5'])
  for (const rows of appendix)
    expect(rows).toContainEqual(['Item Code', 'Item', 'Piece', 'Weight', 'Lot', 'Weighed'])
  expect(appendix[0]!).toContainEqual([
    'M1055',
    'Outside Skirt',
    'Unit 1',
    '0.25 lbs',
    'L-0',
    '11/19/2026 22:05',
  ])
  const pieces = appendix.flat().filter(([text]) => text?.startsWith('Unit '))
  expect(pieces).toHaveLength(89)
  expect(appendix[1]!.at(-2)).toEqual(['90 pieces', '4027.50 lbs'])
  expect(appendix[1]!.at(-1)).toEqual(['Invoice #5', 'Page 3 of 3'])
})

it('B039 B088 B092 the PDF of any invoice has the lines and the sums that its document says, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(randomInvoice({ maxLength: 20 }), async (invoice) => {
      const document = printedInvoice({ ...invoice, on_time_discount: '0.25' }, LETTERHEAD)
      const rows = (await made(document)).flatMap(textsOf)
      const said = document.lines.map((line) =>
        [...LINE_COLUMNS.map(({ of }) => line[of]), line.taxable ? 'T' : ''].filter(Boolean),
      )
      // A line ends with its amount. The other rows of the sheets do not.
      const isLine = (row: string[]) => said.some((line) => line.join('|') === row.join('|'))
      expect(rows.filter(isLine)).toEqual(said)
      for (const { label, text } of [...document.sums, ...document.paid])
        expect(rows.map((row) => row.slice(-2))).toContainEqual([label, text])
    }),
    { numRuns: 20 },
  )
})
