import pdfmake from 'pdfmake'
import { expect, it } from 'vitest'
import { invoiceDocument, LAST_TABLE_END } from './invoice-pdf.ts'
import { readInvoice } from './read-invoice.ts'

const FONTS = 'node_modules/pdfmake/fonts/Roboto'
const HEADER = ['Harbor & Vine', '1 Pier Street', '(201) 555-0148']

const invoice = (items: number, over: object = {}) =>
  readInvoice({
    order_id: 21_645,
    order_delivery_date: '2026-11-22',
    company_location_name: 'Pier 40',
    bill_to_address: '1 Bill Street',
    ship_to_address: '2 Ship Street',
    customer: { username: 'ann', email: 'ann@example.com' },
    items: Array.from({ length: items }, (_, n) => ({
      id: `i${n}`,
      item_code: `IC${n}`,
      name: `Olive Oil ${n}`,
      unit_quantity: 2,
      unit_price: '2.50',
      total: '5.00',
    })),
    grand_total: '1000.55',
    ...over,
  })

interface Page {
  /** In points. */
  box: number[]
}

/** The real PDF: its pages, and where what follows the table stands. */
async function made(
  items: number,
): Promise<{ pages: Page[]; tableEnd: number; termsOn: number | undefined }> {
  pdfmake.setFonts({
    Roboto: { normal: `${FONTS}/Roboto-Regular.ttf`, bold: `${FONTS}/Roboto-Medium.ttf` },
  })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))
  const document = invoiceDocument(invoice(items), HEADER)
  const { pageBreakBefore } = document
  let tableEnd = 0
  document.pageBreakBefore = (node, ...rest) => {
    if ((node as { id?: string }).id === 'after the table' && tableEnd === 0)
      tableEnd = node.startPosition.top
    return (pageBreakBefore as (...all: unknown[]) => boolean)(node, ...rest)
  }
  const bytes = (await pdfmake.createPdf(document).getBuffer()).toString('latin1')
  const pages = [...bytes.matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(([, box = '']) => ({
    box: box.trim().split(' ').map(Number),
  }))
  const { stack } = (document.content as { stack: { positions?: { pageNumber: number }[] }[] }[]).at(-1)!
  return { pages, tableEnd, termsOn: stack.at(-1)?.positions?.[0]?.pageNumber }
}

it('B046 is on A4', async () => {
  const { pages } = await made(3)
  expect(pages).toHaveLength(1)
  const [x, y, width = 0, height = 0] = pages[0]!.box
  expect([x, y]).toEqual([0, 0])
  expect((width * 25.4) / 72).toBeCloseTo(210, 1)
  expect((height * 25.4) / 72).toBeCloseTo(297, 1)
})

it('B047 B048 keeps what follows the table with it while it ends above 237.45 mm, and moves all of it below', async () => {
  expect((LAST_TABLE_END * 25.4) / 72).toBeCloseTo(237.45)
  let fitting = 0
  for (let items = 28; items < 48; items += 1) {
    const { pages, tableEnd, termsOn } = await made(items)
    const isOver = tableEnd > LAST_TABLE_END
    expect([items, pages.length, termsOn]).toEqual([items, isOver ? 2 : 1, isOver ? 2 : 1])
    if (isOver) {
      expect(fitting).toBeGreaterThan(0)
      return
    }
    fitting += 1
  }
  throw new Error('no table was ever long enough')
})

/** Every text of a piece of the document, in reading order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (Array.isArray(node)) return node.flatMap(texts)
  if (node === null || typeof node !== 'object') return []
  const { text, columns, stack, table } = node as Record<string, unknown>
  return [text, columns, stack, (table as { body?: unknown } | undefined)?.body].flatMap(texts)
}

it('B003 B043 says whose it is, what it comes to, and its terms', () => {
  const all = texts(invoiceDocument(invoice(1), HEADER).content)
  expect(all).toEqual(
    expect.arrayContaining([
      ...HEADER,
      'Invoice #21645',
      'Delivery date: 11/22/2026',
      '1 Bill Street',
      '2 Ship Street',
      'Grand total',
      '1,000.55',
    ]),
  )
  const terms = all.at(-1)
  expect(terms).toContain('1.5% per month')
  expect(terms).toContain('legal maximum')
})
