import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/day.ts'
import {
  makeLocation,
  makeOrderList,
  makeProduct,
  makeUser,
  type ProductRecord,
} from '../../factories/business.ts'
import { newId, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow({ clock: () => now })
let oil: ProductRecord
let beef: ProductRecord
let unlisted: ProductRecord

beforeAll(async () => {
  const { pool } = flow
  oil = await makeProduct(pool, { tax_default: true })
  beef = await makeProduct(pool, {
    unit_type: 'Case',
    weight_type: 'r/w',
    display_case_price: '140.00',
    display_case_price_per_lb: '7.00',
    average_case_weight: '20.000',
  })
  unlisted = await makeProduct(pool)
  await makeOrderList(pool, [oil.upc, beef.upc], { company_location_id: flow.house.location.id })
})

/** Noon of the day of the tests, by the distributor's clock. */
const NOON = new Date('2031-05-05T16:00:00Z')
let now = NOON
const today = '2031-05-05'
const tomorrow = '2031-05-06'
const line = (product: ProductRecord, unit_quantity: number, case_quantity: number) => ({
  product: product.upc,
  original_product: product.upc,
  unit_quantity,
  case_quantity,
})
const orderOf = (over: Record<string, unknown> = {}) => ({
  customer: flow.house.people.customer.id,
  submitted_date: today,
  created_date: today,
  total: '1.00',
  order_items: [line(oil, 3, 1), line(beef, 0, 2)],
  ...over,
})
const place = (body: unknown, by = flow.house.as.customer, headers: Record<string, string> = {}) =>
  flow.server.call(by, 'POST', 'orders/', { body, headers })
const countOrders = async () => Number((await flow.pool.query('select count(*) from orders')).rows[0].count)

describe('placing an order', () => {
  it('B225 B226 makes it with what was ordered, at the prices of the database and not of the call', async () => {
    const { status, body } = await place(orderOf({ note: 'Ring twice' }))
    expect([status, body.status]).toEqual([201, 'placed'])
    expect(body).toMatchObject({
      customer: flow.house.as.customer,
      company_location: { id: flow.house.location.id },
      placed_date: today,
      note: 'Ring twice',
      // 3 × 2.50 + 24.00 + 2 × 140.00
      total: '311.50',
      items_count: 2,
    })
    const stored = await flow.server.call(flow.house.as.office, 'GET', `orders/${body.id}`)
    expect(stored.body).toEqual({ ...body, version: stored.body.version, late_fee: '0.00' })
    const items = await flow.server.call(
      flow.house.as.office,
      'GET',
      `orderitems/?order=${body.id}&no_page=1`,
    )
    // The lines are in the order in which they were chosen.
    expect(items.body.map(({ product }: { product: string }) => product)).toEqual([oil.upc, beef.upc])
    expect(items.body.find(({ product }: { product: string }) => product === oil.upc)).toMatchObject({
      units_ordered: 3,
      cases_ordered: 1,
      units_originally_ordered: 3,
      cases_originally_ordered: 1,
      unit_quantity: 0,
      case_quantity: 0,
      original_product: null,
      picked: false,
      taxable: true,
      admin_added: false,
      estimated_price: '31.50',
    })
    expect(items.body.find(({ product }: { product: string }) => product === beef.upc)).toMatchObject({
      price_snapshot: { weight_type: 'r/w', case_price_per_lb: '7.00', average_case_weight: '20.000' },
    })
  })

  it('names ordered products whose price is not the one that the person saw, and takes its own', async () => {
    const saw = (product: ProductRecord, price_per_unit: string, price_per_case: string) => ({
      product: product.upc,
      price_per_unit,
      price_per_case,
    })
    const { body } = await place(
      // Only cases of the beef are ordered.
      orderOf({ prices_seen: [saw(oil, '2.40', '24.00'), saw(beef, '9.00', '150.00')] }),
    )
    expect(body.price_changes).toEqual([
      { product: oil.upc, name: oil.name, unit_type: 'u', seen: '2.40', price: '2.50' },
      { product: beef.upc, name: beef.name, unit_type: 'c', seen: '150.00', price: '140.00' },
    ])
    expect(body.total).toBe('311.50')
    const stored = await flow.server.call(flow.house.as.customer, 'GET', `orders/${body.id}`)
    expect(stored.body.price_changes).toEqual(body.price_changes)
    // No change of price is known for a client that sends no seen price, or for a product on no line.
    expect((await place(orderOf())).body.price_changes).toEqual([])
    const others = [saw(unlisted, '1.00', '1.00'), saw(oil, '2.50', '24.00')]
    expect((await place(orderOf({ prices_seen: others }))).body.price_changes).toEqual([])
  })

  it('A344 is for tomorrow where no day is named, else for the day that was chosen', async () => {
    expect((await place(orderOf())).body.delivery_date).toBe(tomorrow)
    const chosen = addDays(tomorrow, 300)
    expect((await place(orderOf({ delivery_date: chosen }))).body.delivery_date).toBe(chosen)
  })

  it.each([
    ['at 23:30', '2031-05-06T03:30:00Z', '2031-05-05', '2031-05-06'],
    ['at midnight', '2031-05-06T04:00:00Z', '2031-05-06', '2031-05-07'],
    ['at 23:30 on the day when clocks go forward', '2031-03-10T03:30:00Z', '2031-03-09', '2031-03-10'],
    ['at 23:30 on the evening before that day', '2031-03-09T04:30:00Z', '2031-03-08', '2031-03-09'],
    ['at 23:30 on the day when clocks go back', '2031-11-03T04:30:00Z', '2031-11-02', '2031-11-03'],
    ['at 00:30 on the day when clocks go back', '2031-11-02T04:30:00Z', '2031-11-02', '2031-11-03'],
  ])('A344 %s it is placed on the distributor’s day, for the next one', async (_, at, day, next) => {
    now = new Date(at)
    try {
      const { body } = await place(orderOf({ submitted_date: addDays(day, 30) }), flow.house.as.office)
      expect([body.placed_date, body.delivery_date]).toEqual([day, next])
      const { body: refused } = await place(
        orderOf({ delivery_date: addDays(day, -1) }),
        flow.house.as.office,
      )
      expect(refused.delivery_date).toContain('is over')
    } finally {
      now = NOON
    }
  })

  it('A002 A066 is for oneself or for a person of the own company; the office orders for all', async () => {
    const { people, as } = flow.house
    expect((await place(orderOf(), as.buyer)).body.customer).toBe(as.customer)
    const theirs = await place(orderOf({ customer: people.stranger.id }), as.customer)
    expect([theirs.status, theirs.body.customer]).toEqual([400, 'is not a customer to order for'])
    const forThem = await place(orderOf({ customer: people.stranger.id }), as.office)
    expect([forThem.status, forThem.body.customer]).toEqual([201, as.stranger])
    expect((await place(orderOf(), as.picker)).status).toBe(403)
  })

  it('A066 is for oneself alone where a customer places it; a buyer places it for a colleague', async () => {
    const { people, as, location } = flow.house
    const colleague = await makeUser(flow.pool, 'customer', { company_id: location.company_id })
    const body = orderOf({ customer: colleague.id })
    const theirs = await place(body, as.customer)
    expect([theirs.status, theirs.body.customer]).toEqual([400, 'is not a customer to order for'])
    const [pushed] = await push(flow.server, as.customer, [postOf(people.customer, 'orders', newId(), body)])
    expect(pushed).toMatchObject({ outcome: 'refused', status: 400 })
    expect((await place(body, as.buyer)).status).toBe(201)
  })

  it('A066 is taken by the office for a customer whose account is locked, and for none whose account is closed', async () => {
    const { company_id } = flow.house.location
    const locked = await makeUser(flow.pool, 'customer', { company_id, account_lock: true })
    const closed = await makeUser(flow.pool, 'customer', { company_id, is_active: false })
    const { status, body } = await place(orderOf({ customer: locked.id }), flow.house.as.office)
    expect([status, body.customer]).toEqual([201, locked.username])
    expect((await place(orderOf({ customer: closed.id }), flow.house.as.office)).status).toBe(400)
  })

  it('names one of the customer’s active locations, or takes their first', async () => {
    const { pool } = flow
    const { company_id } = flow.house.location
    const second = await makeLocation(pool, { company_id })
    const closed = await makeLocation(pool, { company_id, active: false })
    const two = await makeUser(pool, 'customer', {
      company_id,
      location_ids: [second.id, flow.house.location.id],
    })
    const at = async (over: object) =>
      (await place(orderOf({ customer: two.id, ...over }), flow.house.as.office)).body
    expect((await at({})).company_location.id).toBe(second.id)
    expect((await at({ company_location: flow.house.location.id })).company_location.id).toBe(
      flow.house.location.id,
    )
    for (const location of [closed.id, flow.house.elsewhere.location.id])
      expect((await at({ company_location: location })).company_location).toBe(
        'is not a location of this customer',
      )
  })

  it.each([
    ['nothing', { order_items: [] }, 'order_items'],
    ['nothing of anything', () => ({ order_items: [line(oil, 0, 0)] }), 'order_items'],
    ['less than nothing', () => ({ order_items: [line(oil, -1, 0)] }), 'order_items.0.unit_quantity'],
    [
      'more than anybody can want',
      () => ({ order_items: [line(oil, 1e12, 0)] }),
      'order_items.0.unit_quantity',
    ],
    [
      'a number that is none',
      () => ({ order_items: [line(oil, 'many' as never, 0)] }),
      'order_items.0.unit_quantity',
    ],
    [
      'a product that there is not',
      () => ({ order_items: [line({ ...oil, upc: '999' }, 1, 0)] }),
      'order_items',
    ],
    [
      'a substitute of what there is not',
      () => ({ order_items: [{ ...line(oil, 1, 0), original_product: '999' }] }),
      'order_items',
    ],
    [
      'a substitute of what they were never offered',
      () => ({ order_items: [{ ...line(oil, 1, 0), original_product: unlisted.upc }] }),
      'order_items',
    ],
    ['the staged order of another company', () => ({ staged: flow.house.elsewhere.location.id }), 'staged'],
    [
      'a price that was seen and is none',
      () => ({ prices_seen: [{ product: oil.upc, price_per_unit: 'x', price_per_case: '1.00' }] }),
      'prices_seen.0.price_per_unit',
    ],
    ['half a case', () => ({ order_items: [line(oil, 0, 0.5)] }), 'order_items.0.case_quantity'],
    ['units of what is sold by the case', () => ({ order_items: [line(beef, 1, 0)] }), 'order_items'],
    ['what is on no list of theirs', () => ({ order_items: [line(unlisted, 1, 0)] }), 'order_items'],
    ['a day that is over', { delivery_date: '2020-01-01' }, 'delivery_date'],
    ['a day that no calendar has', { delivery_date: '2040-02-30' }, 'delivery_date'],
    ['no customer', { customer: undefined }, 'customer'],
    ['a customer that is none', { customer: 99_999_999_999 }, 'customer'],
    ['a price', { price: '0.01' }, 'price'],
  ])('refuses %s in words, and makes nothing', async (_, over, field) => {
    const before = await countOrders()
    const { status, body } = await place(orderOf(typeof over === 'function' ? over() : over))
    expect([status, typeof body[field]]).toEqual([400, 'string'])
    expect(body.message).toContain(field)
    expect(await countOrders()).toBe(before)
  })

  it('takes a substitute of what an earlier order asked for, and of anything from the office', async () => {
    const replacing = (product: ProductRecord) =>
      orderOf({ order_items: [{ ...line(oil, 1, 0), original_product: product.upc }] })
    const asked = await makeProduct(flow.pool)
    expect((await place(replacing(asked))).status).toBe(400)
    expect((await place(replacing(asked), flow.house.as.office)).status).toBe(201)
    expect((await place(replacing(asked))).status).toBe(201)
  })

  it('A205 a customer’s own substitute is a substitution from the start, with the amounts and the price of what was wanted', async () => {
    const instead = (over: object) =>
      orderOf({ order_items: [{ ...line(beef, 0, 1), original_product: oil.upc, ...over }] })
    const made = async (over: object) => {
      const { status, body } = await place(instead(over))
      expect(status).toBe(201)
      const items = await flow.server.call(
        flow.house.as.office,
        'GET',
        `orderitems?no_page=1&order=${body.id}`,
      )
      return items.body[0]
    }
    const item = await made({ units_originally_ordered: 3, cases_originally_ordered: 0 })
    expect(item).toMatchObject({
      product: beef.upc,
      original_product: oil.upc,
      units_ordered: 0,
      cases_ordered: 1,
      units_originally_ordered: 3,
      cases_originally_ordered: 0,
    })
    // A205: changed back, the line has the wanted quantity, with the price and the tax flag of the order's day.
    await flow.pool.query(
      `update products set unit_price = '9.00', display_unit_price = '9.00' where upc = $1`,
      [oil.upc],
    )
    const back = await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${item.id}`, {
      body: { product: oil.upc },
    })
    await flow.pool.query(
      `update products set unit_price = '2.50', display_unit_price = '2.50' where upc = $1`,
      [oil.upc],
    )
    expect(back.body).toMatchObject({
      product: oil.upc,
      original_product: null,
      units_ordered: 3,
      cases_ordered: 0,
      price_per_unit: '2.50',
      estimated_price: '7.50',
    })
    // Without a wanted quantity the substitute's is taken, but never in a way in which the product is not sold.
    expect(await made({})).toMatchObject({ units_originally_ordered: 0, cases_originally_ordered: 1 })
    const bag = await makeProduct(flow.pool, {
      unit_type: 'Unit',
      case_price: '0.00',
      display_case_price: '0.00',
    })
    await makeOrderList(flow.pool, [bag.upc], { company_location_id: flow.house.location.id })
    const bagged = { original_product: bag.upc, units_originally_ordered: 2, cases_originally_ordered: 4 }
    expect(await made(bagged)).toMatchObject({ units_originally_ordered: 2, cases_originally_ordered: 0 })
  })

  it('refuses an order that comes to more than an amount can be, and does not ask for it again', async () => {
    const dear = await makeProduct(flow.pool, { unit_type: 'Unit', display_unit_price: '9999999999.99' })
    await makeOrderList(flow.pool, [dear.upc], { company_location_id: flow.house.location.id })
    for (const [order_items, said] of [
      [[line(dear, 90, 0), line(dear, 90, 0)], 'total: would be more than a row can hold'],
      [[line(dear, 1_000_000, 0)], 'A value is larger than what can be stored.'],
    ] as const) {
      const { status, body } = await place(orderOf({ order_items }))
      expect([status, body.message]).toEqual([400, said])
    }
  })

  it('refuses a product that is not sold any more, and names it', async () => {
    const { pool } = flow
    const gone = await makeProduct(pool, { active: false })
    await makeOrderList(pool, [gone.upc], { company_location_id: flow.house.location.id })
    const { status, body } = await place(orderOf({ order_items: [line(gone, 1, 0)] }))
    expect([status, body.message]).toEqual([
      400,
      `order_items: ${gone.name} (${gone.upc}) is not sold any more`,
    ])
  })

  it.each([
    ['unit', { unit_price: '0.00', display_unit_price: '0.00' }],
    ['case', { case_price: '0.00', display_case_price: '0.00' }],
  ] as const)(
    'A220 sells no product by the %s without a price for that, and sells it otherwise',
    async (never, none) => {
      const product = await makeProduct(flow.pool, { unit_type: 'Unit / Case', ...none })
      await makeOrderList(flow.pool, [product.upc], { company_location_id: flow.house.location.id })
      const byUnit = { order_items: [line(product, 2, 0)] }
      const byCase = { order_items: [line(product, 0, 2)] }
      const refused = await place(orderOf(never === 'unit' ? byUnit : byCase))
      expect([refused.status, refused.body.message]).toEqual([
        400,
        `order_items: ${product.name} (${product.upc}) has no price by the ${never}`,
      ])
      expect((await place(orderOf(never === 'unit' ? byCase : byUnit))).status).toBe(201)
    },
  )

  it('is made once under one Idempotency-Key, and answered again', async () => {
    const headers = { 'idempotency-key': newId() }
    const first = await place(orderOf(), flow.house.as.customer, headers)
    const before = await countOrders()
    const second = await place(orderOf(), flow.house.as.customer, headers)
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    const other = await place(orderOf({ note: 'another' }), flow.house.as.customer, headers)
    expect(other.status).toBe(422)
    expect(await countOrders()).toBe(before)
  })

  it('B137 arrives from a device once, however often it is sent, among good and bad ones', async () => {
    const before = await countOrders()
    const by = flow.house.people.customer
    const orders = [orderOf(), orderOf({ order_items: [line(unlisted, 1, 0)] }), orderOf({ note: 'last' })]
    const edits = orders.map((body) => postOf(by, 'orders', newId(), body))
    const results = await push(flow.server, by.username, edits)
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied'])
    const again = await push(flow.server, by.username, edits)
    expect(again.map(({ outcome, body }) => [outcome, (body as { id?: number }).id])).toEqual(
      results.map(({ outcome, body }) => [outcome, (body as { id?: number }).id]),
    )
    expect(await countOrders()).toBe(before + 2)
  })

  it.each([
    ['when it came, by a call', null, '2031-05-05T16:00:00Z'],
    ['when it came, after more than a day on a device', '2031-05-04T15:59:59.000Z', '2031-05-05T16:00:00Z'],
    ['when it came, from a device whose clock is ahead', '2031-05-06T16:00:00.000Z', '2031-05-05T16:00:00Z'],
  ])('is placed %s', async (_, created_at, placed_at) => {
    const by = flow.house.people.customer
    const placed =
      created_at === null
        ? (await place(orderOf())).body
        : (
            await push(flow.server, by.username, [
              { ...postOf(by, 'orders', newId(), orderOf()), created_at },
            ])
          )[0]!.body
    expect(placed).toMatchObject({ placed_at })
    const stored = await flow.server.call(flow.house.as.office, 'GET', `orders/${placed.id}`)
    expect(stored.body.placed_at).toBe(placed_at)
  })

  it('is visible to the other people of the company, and to no other company', async () => {
    const { body } = await place(orderOf())
    const seen = async (by: string) => (await flow.server.call(by, 'GET', `orders/${body.id}`)).status
    expect([
      await seen(flow.house.as.buyer),
      await seen(flow.house.as.picker),
      await seen(flow.house.as.stranger),
    ]).toEqual([200, 200, 404])
  })
})
