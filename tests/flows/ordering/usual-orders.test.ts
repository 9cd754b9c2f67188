import { beforeAll, describe, expect, it } from 'vitest'
import type { UsualOrder } from '#contract/ordering/usual.ts'
import { makeItem, makeOrder, makeProduct, type ProductRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let oil: ProductRecord
let rice: ProductRecord
let salt: ProductRecord
let last: number

beforeAll(async () => {
  const { pool } = flow
  await pool.query('delete from orders where company_location_id = $1', [flow.house.location.id])
  oil = await makeProduct(pool)
  rice = await makeProduct(pool)
  salt = await makeProduct(pool)
  /** Units of oil, of rice, cases of salt; oldest first. The first of the seven is not looked at. */
  const orders = [
    [900, 900, 900],
    [2, 1, 0],
    [9, 0, 0],
    [3, 1, 4],
    [0, 0, 6],
    [1, 0, 5],
    [4, 5, 0],
  ] as const
  for (const [units, ofRice, cases] of orders) {
    const order = await makeOrder(pool, { ...orderAt(flow.house.location), placed_date: '2026-11-20' })
    last = order.id
    const add = (product: ProductRecord, over: object) =>
      makeItem(pool, { order_id: order.id, product: product.upc, ...over })
    if (units > 0)
      await add(oil, { units_ordered: units, units_originally_ordered: units, price_per_unit: `${units}.00` })
    if (ofRice > 0) await add(rice, { units_ordered: ofRice, units_originally_ordered: ofRice })
    if (cases > 0)
      await add(salt, {
        units_ordered: 0,
        units_originally_ordered: 0,
        cases_ordered: cases,
        cases_originally_ordered: cases,
      })
    // What the house added, and what came in place of something else, is not what was asked for.
    await add(oil, { units_ordered: 50, units_originally_ordered: 50, admin_added: true })
  }
})

const usual = async (by: string, query = ''): Promise<UsualOrder[]> =>
  (await flow.server.call(by, 'GET', `usualorders${query}`)).body
const short = (lines: UsualOrder['usual']) =>
  lines.map(({ upc, unit_quantity, case_quantity }) => [upc, unit_quantity, case_quantity])

describe('the usual order of a location', () => {
  it('is what is in at least three of its last six orders, each with the median of its quantities', async () => {
    const [mine, ...more] = await usual(flow.house.as.customer)
    expect(more).toEqual([])
    expect(mine!.company_location).toBe(flow.house.location.id)
    // Oil 1 2 3 4 9, rice 1 1 5, cases of salt 4 5 6.
    expect(new Set(short(mine!.usual).map(String))).toEqual(
      new Set([`${oil.upc},3,0`, `${rice.upc},1,0`, `${salt.upc},0,5`]),
    )
    expect(mine!.usual.find(({ upc }) => upc === oil.upc)?.price_per_unit).toBe('4.00')
  })

  it('is its last order too, with what a piece cost then', async () => {
    const [mine] = await usual(flow.house.as.customer)
    expect(mine!.last).toMatchObject({ order: last, placed_date: '2026-11-20' })
    expect(short(mine!.last!.lines)).toEqual([
      [oil.upc, 4, 0],
      [rice.upc, 5, 0],
    ])
  })

  it('names the ordered product, without a price, where a substitute came for it', async () => {
    const { pool } = flow
    const order = await makeOrder(pool, orderAt(flow.house.elsewhere.location))
    await makeItem(pool, {
      order_id: order.id,
      product: salt.upc,
      original_product: rice.upc,
      units_ordered: 2,
      units_originally_ordered: 2,
    })
    const [theirs] = await usual(flow.house.as.stranger)
    expect(theirs!.last?.lines).toEqual([
      {
        upc: rice.upc,
        unit_quantity: 2,
        case_quantity: 0,
        price_per_unit: null,
        price_per_case: null,
        // What came is ordered where the product itself is not sold any more.
        instead: { upc: salt.upc, unit_quantity: 2, case_quantity: 0 },
      },
    ])
  })

  it('is of the own company, and of any that the office names', async () => {
    const company = `?company_id=${flow.house.location.company_id}`
    expect((await usual(flow.house.as.stranger, company))[0]?.company_location).toBe(
      flow.house.elsewhere.location.id,
    )
    expect((await usual(flow.house.as.office, company))[0]?.company_location).toBe(flow.house.location.id)
    const { status, body } = await flow.server.call(flow.house.as.office, 'GET', 'usualorders')
    expect([status, body.company_id]).toEqual([400, 'must be named'])
  })
})
