/** How much people who do not pick may order, by push and by plain call. Only the device keeps what is more. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeOrderList,
  makeProduct,
  makeUser,
  type ProductRecord,
  type UserRecord,
} from '../../factories/business.ts'
import { newId, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow({ clock: () => now, bounded: true })
const NOON = new Date('2031-05-05T16:00:00Z').getTime()
let now = new Date(NOON)
let rice: ProductRecord

const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))
const set = (name: string, value: string | null) =>
  flow.pool.query('update settings set value = $2 where name = $1', [name, value])

beforeAll(async () => {
  rice = await makeProduct(flow.pool)
  for (const location of [flow.house.location, flow.house.elsewhere.location])
    await makeOrderList(flow.pool, [rice.upc], { company_location_id: location.id })
})
// Each test has a day of its own.
beforeEach(() => void pass(86_400))

const orderOf = (customer: UserRecord, lines = 1, product = rice.upc) => ({
  customer: customer.id,
  submitted_date: '2031-05-05',
  created_date: '2031-05-05',
  total: '2.50',
  order_items: Array.from({ length: lines }, () => ({ product, unit_quantity: 1, case_quantity: 0 })),
})
const placing = (by: UserRecord, lines = 1, customer = by) =>
  postOf(by, 'orders', newId(), orderOf(customer, lines))
const place = (by: UserRecord, lines = 1, headers: Record<string, string> = {}) =>
  flow.server.call(by.username, 'POST', 'orders', { body: orderOf(by, lines), headers })
const colleague = () => makeUser(flow.pool, 'customer', { company_id: flow.house.location.company_id })
const ordersOf = async ({ id }: UserRecord) =>
  (
    await flow.pool.query<{ id: number }>('select id from orders where placed_by = $1 order by id', [id])
  ).rows.map((row) => row.id)
const keptOf = async ({ id }: UserRecord) =>
  (await flow.pool.query('select from mutations where user_id = $1', [id])).rowCount

describe('orders in a minute', () => {
  it('are ten for a person, by push and plain call at once; the next minute goes on', async () => {
    const by = await colleague()
    const edits = Array.from({ length: 8 }, () => placing(by))
    const [results, ...calls] = await Promise.all([
      push(flow.server, by.username, edits),
      ...Array.from({ length: 7 }, () => place(by)),
    ])
    const statuses = [...results, ...calls].map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(await ordersOf(by)).toHaveLength(10)
    const over = (await push(flow.server, by.username, [placing(by)]))[0]!
    expect(over).toMatchObject({
      outcome: 'retry',
      status: 429,
      body: {
        code: 'too_many_orders',
        message: 'No more than 10 orders a minute are taken from you. This order waits a moment.',
        retry_after: 60,
      },
    })
    pass(45)
    const { status, body, headers } = await place(by)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_orders', '15'])
    pass(15)
    expect((await place(by)).status).toBe(201)
  })

  it('that were placed are answered again, and refused ones are taken under the same key later', async () => {
    const by = await colleague()
    const edits = Array.from({ length: 12 }, () => placing(by))
    const first = await push(flow.server, by.username, edits)
    expect(first.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429, 429])
    const again = await push(flow.server, by.username, edits)
    expect(again.map(({ status, body }) => [status, body.id])).toEqual(
      first.map(({ status, body }) => [status, body.id]),
    )
    // A name that an order has already is no new order either.
    const named = await push(flow.server, by.username, [{ ...edits[0]!, mutation_id: newId() }])
    expect(named[0]).toMatchObject({ outcome: 'applied', body: { id: first[0]!.body.id } })
    pass(61)
    const later = await push(flow.server, by.username, edits)
    expect(later.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(await ordersOf(by)).toHaveLength(12)
  })

  it('are thirty for a company, whichever person places them', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, colleague))
    const answers = await Promise.all(people.flatMap((by) => Array.from({ length: 9 }, () => place(by))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
    expect((await place(people[0]!)).body.message).toBe(
      'No more than 30 orders a minute are taken from your company. This order waits a moment.',
    )
    // Another company orders as before.
    expect((await place(flow.house.people.stranger)).status).toBe(201)
  })

  it('are not counted for a person who picks', async () => {
    const { office } = flow.house.people
    const customer = await colleague()
    const edits = Array.from({ length: 40 }, () => placing(office, 1, customer))
    const results = await push(flow.server, office.username, edits)
    expect(results.map(({ status }) => status)).toEqual(Array(40).fill(201))
  })
})

describe('a day', () => {
  it('has 200 orders and 20,000 lines, deleted orders included; the next day starts at zero', async () => {
    const by = await colleague()
    await set('order_lines_a_day', '1000')
    expect((await place(by, 999)).status).toBe(201)
    await flow.pool.query('delete from orders where placed_by = $1', [by.id])
    expect((await place(by, 2)).body).toMatchObject({
      code: 'too_many_orders',
      message:
        'No more than 1000 lines a day are taken from you. This order waits. Please call us if it cannot wait until tomorrow.',
    })
    expect((await place(by, 1)).status).toBe(201)
    await set('order_lines_a_day', null)
    await set('orders_a_day', '3')
    expect((await place(by)).status).toBe(201)
    const over = await place(by)
    expect([over.status, over.headers['retry-after']]).toEqual([429, '3600'])
    await set('orders_a_day', null)
    pass(86_400)
    expect((await place(by)).status).toBe(201)
    const { rows } = await flow.pool.query(
      'select name, default_value as most from settings where name ~ $1',
      ['a_(day|minute)$'],
    )
    expect(Object.fromEntries(rows.map(({ name, most }) => [name, Number(most)]))).toEqual({
      orders_a_minute: 10,
      orders_a_day: 200,
      order_lines_a_day: 20_000,
      company_orders_a_minute: 30,
      company_orders_a_day: 200,
      company_order_lines_a_day: 20_000,
    })
  })
})

describe('an order that is not placed', () => {
  it('uses up no number and leaves no row, by call without a key and where it is too much', async () => {
    const by = await colleague()
    const [before] = [(await place(by)).body.id as number]
    for (let n = 0; n < 3; n++) {
      const refused = await flow.server.call(by.username, 'POST', 'orders', {
        body: orderOf(by, 1, '99999999'),
      })
      expect(refused.status).toBe(400)
      const [pushed] = await push(flow.server, by.username, [
        postOf(by, 'orders', newId(), orderOf(by, 1, '99999999')),
      ])
      expect(pushed!.status).toBe(400)
    }
    // The refusals of the push are kept, once each, for their keys. A day may have 5,000 of them.
    expect(await keptOf(by)).toBe(4)
    await push(
      flow.server,
      by.username,
      Array.from({ length: 9 }, () => placing(by)),
    )
    const kept = await keptOf(by)
    for (let n = 0; n < 3; n++) expect((await place(by, 1, { 'idempotency-key': newId() })).status).toBe(429)
    expect((await push(flow.server, by.username, [placing(by)]))[0]!.status).toBe(429)
    expect(await keptOf(by)).toBe(kept)
    pass(61)
    await place(by)
    expect(await ordersOf(by)).toEqual(Array.from({ length: 11 }, (_, n) => before + n))
  })
})

describe('orders that cost the server much', () => {
  it('are placed in parts of 500 lines, and a larger order by itself', async () => {
    const by = await colleague()
    /** Returns how many orders each transaction placed. */
    const transactions = async (lines: readonly number[]) => {
      const edits = lines.map((count) => placing(by, count))
      const results = await push(flow.server, by.username, edits)
      const { rows } = await flow.pool.query<{ orders: number }>(
        `select count(*)::int as orders from orders where id = any($1) group by changed_xid order by min(id)`,
        [results.map(({ body }) => body.id)],
      )
      return rows.map(({ orders }) => orders)
    }
    expect(await transactions([100, 100, 100])).toEqual([3])
    expect(await transactions([200, 200, 200])).toEqual([2, 1])
    expect(await transactions([501, 1, 1])).toEqual([1, 2])
  })

  it('and are refused for a bound count as many calls: a person who repeats them is refused unread', async () => {
    const by = await colleague()
    await push(
      flow.server,
      by.username,
      Array.from({ length: 400 }, () => placing(by)),
    )
    expect(await ordersOf(by)).toHaveLength(10)
    const { status, body } = await place(by)
    expect([status, body.message]).toEqual([429, 'Too many calls. Please wait a moment and try again.'])
    expect((await place(flow.house.people.stranger)).status).toBe(201)
  })
})

describe('the office', () => {
  it('sees for a day whose orders wait, and by which setting', async () => {
    const by = await colleague()
    await push(
      flow.server,
      by.username,
      Array.from({ length: 12 }, () => placing(by)),
    )
    const told = async () =>
      (await flow.call('office', 'GET', 'devices/bounded')).body.filter(
        ({ user }: { user: number }) => user === by.id,
      )
    expect(await told()).toMatchObject([{ username: by.username, setting: 'orders_a_minute' }])
    const [{ at: first }] = await told()
    // The notice is written once a minute, however often an order is refused.
    for (const [seconds, isNew] of [
      [30, false],
      [20, false],
      [11, true],
    ] as const) {
      pass(seconds)
      await push(
        flow.server,
        by.username,
        Array.from({ length: 12 }, () => placing(by)),
      )
      expect((await told())[0].at !== first).toBe(isNew)
    }
    pass(86_400)
    expect(await told()).toEqual([])
  })
})

describe('plain calls', () => {
  it('of a person who does not pick count as edits of the day; one that was answered is answered again', async () => {
    const by = await colleague()
    const key = { 'idempotency-key': newId() }
    const first = await place(by, 1, key)
    await flow.pool.query('update brought_edits set edits = 4999 where user_id = $1', [by.id])
    expect((await place(by)).status).toBe(201)
    const over = await place(by)
    expect([over.status, over.body.code, over.headers['retry-after']]).toEqual([
      429,
      'too_many_edits',
      '3600',
    ])
    expect((await place(by, 1, key)).body.id).toBe(first.body.id)
    pass(86_400)
    expect((await place(by)).status).toBe(201)
  })
})
