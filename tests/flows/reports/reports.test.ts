import { beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'sheetjs-style'
import { makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt } from '../../factories/house.ts'

const flow = openFlow()
let location: { id: number; company_id: number }
let milk: string
let orders: number[]

const DAY = '2026-03-04'

/** Two orders of a location: one invoiced with one unit picked of two, one placed. */
beforeAll(async () => {
  location = await makeLocation(flow.pool, { name: 'Pier / 9', taxable: false })
  milk = (await makeProduct(flow.pool, { name: 'Milk' })).upc
  const bread = (await makeProduct(flow.pool, { name: 'Bread' })).upc
  orders = []
  for (const delivery_date of [DAY, '2026-03-05', '2026-03-09'])
    orders.push((await makeOrder(flow.pool, { ...orderAt(location as never), delivery_date })).id)
  for (const order_id of orders) {
    await makeItem(flow.pool, { order_id, product: milk, units_ordered: 2, cases_ordered: 0 })
    await makeItem(flow.pool, { order_id, product: bread, units_ordered: 0, cases_ordered: 1 })
  }
  const call = (path: string, body: object) => flow.server.call(flow.house.as.office, 'POST', path, { body })
  await call('orderpricerefresh/', { order_ids: orders })
  const items = await flow.server.call(
    flow.house.as.office,
    'GET',
    `orderitems/?order=${orders[0]}&no_page=1`,
  )
  for (const { id, product } of items.body)
    await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${id}`, {
      body: product === milk ? { unit_quantity: 1, picked: true } : { out_of_stock: true },
    })
  const { status, body } = await call(`orders/${orders[0]}/generateinvoice`, {})
  if (status >= 300) throw new Error(JSON.stringify(body))
})

const days = `start_date=${DAY}&end_date=2026-03-05`
const ask = (report: string, query = `company_location=${location.id}&${days}`, as = flow.house.as.office) =>
  flow.server.call(as, 'GET', `reports/${report}/?${query}`)

/** The rows of the one sheet of a report. */
async function sheetOf(report: string): Promise<unknown[][]> {
  const { access } = await flow.server.signIn(flow.house.as.office)
  const answer = await flow.server.app.inject({
    url: `/api/reports/${report}/?company_location=${location.id}&${days}`,
    headers: { authorization: `Bearer ${access}` },
  })
  expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
  const book = read(answer.rawPayload, { type: 'buffer' })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}

describe('the reports', () => {
  it('C334 list a location’s purchases by order as xlsx: what was invoiced, and what is ordered', async () => {
    const [header, ...rows] = await sheetOf('export-purchases-by-order')
    expect(header).toEqual([
      'Order',
      'Delivery Date',
      'State',
      'UPC',
      'Item Code',
      'Product',
      'Units',
      'Cases',
      'Weight (lbs)',
      'Surcharges',
      'Total',
    ])
    const [placed, invoiced] = [String(orders[1]), String(orders[0])]
    const seen = rows.map((row) => [row[0], row[1], row[2], row[5], row[6], row[7], row[10]])
    expect(seen.slice(0, 3)).toEqual([
      [invoiced, DAY, 'Invoiced', 'Milk', 1, 0, 2.5],
      [placed, '2026-03-05', 'Ordered', 'Milk', 2, 0, 5],
      [placed, '2026-03-05', 'Ordered', 'Bread', 0, 1, 24],
    ])
    expect([rows.length, rows[3]![0], rows[3]![10]]).toEqual([4, 'Total', 31.5])
  })

  it('C334 add up a location’s purchases by product as xlsx, with its UPC as text', async () => {
    const [header, ...rows] = await sheetOf('export-aggregated-purchases')
    expect(header).toEqual([
      'UPC',
      'Item Code',
      'Product',
      'Orders',
      'Units',
      'Cases',
      'Weight (lbs)',
      'Surcharges',
      'Total',
    ])
    expect(rows.map((row) => [row[2], row[3], row[4], row[5], row[8]])).toEqual([
      ['Bread', 1, 0, 1, 24],
      ['Milk', 2, 3, 0, 7.5],
      [undefined, undefined, 3, 1, 31.5],
    ])
    expect(rows[1]![0]).toBe(milk)
  })

  it('list credits as lines of their own, so that their sums are those of the invoices', async () => {
    const call = (path: string, body: object) =>
      flow.server.call(flow.house.as.office, 'POST', path, { body })
    const items = await flow.server.call(
      flow.house.as.office,
      'GET',
      `orderitems/?order=${orders[0]}&no_page=1`,
    )
    const [line] = items.body.filter(({ product }: { product: string }) => product === milk)
    for (const credit of [
      { item: line.id, amount: '0.50', reason: 'Sour' },
      { item: null, amount: '0.25', reason: 'Late truck' },
    ])
      expect((await call(`orders/${orders[0]}/invoice/credit`, credit)).status).toBeLessThan(300)
    const byOrder = await sheetOf('export-purchases-by-order')
    const credits = byOrder.filter((row) => String(row[5]).startsWith('Credit'))
    expect(credits.map((row) => [row[0], row[1], row[5], row[10]])).toEqual([
      [String(orders[0]), DAY, 'Credit for Milk', -0.5],
      [String(orders[0]), DAY, 'Credit: Late truck', -0.25],
    ])
    expect(byOrder.at(-1)![10]).toBe(30.75)
    const byProduct = await sheetOf('export-aggregated-purchases')
    expect(byProduct.find((row) => row[2] === 'Credits')?.[8]).toBe(-0.75)
    expect(byProduct.at(-1)![8]).toBe(30.75)
  })

  it('are previewed: their first lines, and the sums of all, as the file has them', async () => {
    for (const [report, file] of [
      ['purchase', 'export-purchases-by-order'],
      ['aggregated_purchase', 'export-aggregated-purchases'],
    ] as const) {
      const [header, ...rows] = await sheetOf(file)
      const { status, body } = await ask(
        'preview',
        `report=${report}&company_location=${location.id}&${days}`,
      )
      expect([status, body.columns.map(({ label }: { label: string }) => label)]).toEqual([200, header])
      expect(body.lines).toBe(rows.length - 1)
      const valueOf = (cell: unknown) =>
        cell === undefined || cell === '' ? '' : Number.isNaN(Number(cell)) ? cell : Number(cell)
      const texts = (row: unknown[]) => header!.map((_, at) => valueOf(row[at]))
      expect(body.rows.map(texts)).toEqual(rows.slice(0, -1).map(texts))
      expect(texts(body.sums)).toEqual(texts(rows.at(-1)!))
    }
    const none = await ask('preview', `report=nonsense&company_location=${location.id}&${days}`)
    expect(none.status).toBe(400)
  })

  it('are named by location, days and report', async () => {
    const { headers } = await ask('export-purchases-by-order')
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      `Pier   9_${DAY}_to_2026-03-05_purchase.xlsx`,
    )
  })

  it('refuse days that cannot be and a location that is not there', async () => {
    const at = `company_location=${location.id}`
    for (const [query, field] of [
      [`${at}&start_date=2026-03-05&end_date=2026-03-04`, 'end_date'],
      [`${at}&start_date=2025-01-01&end_date=2026-03-04`, 'end_date'],
      [`${at}&start_date=2026-02-30&end_date=2026-03-04`, 'start_date'],
      [days, 'company_location'],
    ] as const) {
      const { status, body } = await ask('export-purchases-by-order', query)
      expect([query, status, Object.keys(body)]).toEqual([query, 400, expect.arrayContaining([field])])
    }
    expect((await ask('export-aggregated-purchases', `company_location=2147483647&${days}`)).status).toBe(404)
  })

  it('are for the office alone', async () => {
    const own = `company_location=${flow.house.location.id}&${days}`
    for (const name of ['picker', 'floorPicker', 'buyer', 'customer'] as const)
      expect((await ask('export-purchases-by-order', own, flow.house.as[name])).status).toBe(403)
    for (const name of BACK_OFFICE)
      expect((await ask('export-aggregated-purchases', undefined, flow.house.as[name])).status).toBe(200)
  })
})
