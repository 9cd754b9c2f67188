import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer } from '../../factories/app.ts'
import {
  makeItem,
  makeOrder,
  makePiece,
  makeProduct,
  makeUser,
  type ItemRecord,
  type OrderRecord,
  type PieceRecord,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt, type Somebody } from '../../factories/house.ts'

const flow = openFlow()
let order: OrderRecord
let item: ItemRecord
let piece: PieceRecord
let locked: OrderRecord
let substitute: string

beforeAll(async () => {
  substitute = (await makeProduct(flow.pool)).upc
})
beforeEach(async () => {
  const { pool } = flow
  order = await makeOrder(pool, orderAt(flow.house.location))
  const { upc } = await makeProduct(pool, { acceptable_substitutions: [substitute] })
  item = await makeItem(pool, { order_id: order.id, product: upc })
  piece = await makePiece(pool, item)
  locked = await makeOrder(pool, { ...orderAt(flow.house.location), invoiced: true, status: 'invoiced' })
})

const OUTSIDE = ['buyer', 'customer'] as const
const PICKERS = ['picker', 'floorPicker'] as const
const EVERYBODY: readonly Somebody[] = [...BACK_OFFICE, ...PICKERS, ...OUTSIDE]
const as = (name: Somebody, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  flow.server.call(flow.house.as[name], method, path, body === undefined ? {} : { body })

/** Each changing call of the API: its effect on the test's order, and its status for those who may make it. */
const CALLS: Record<
  string,
  { may: readonly Somebody[]; status: number; run(name: Somebody): Promise<Answer> }
> = {
  'edit the order': {
    may: [...BACK_OFFICE, 'picker'],
    status: 200,
    run: (name) => as(name, 'PATCH', `orders/${order.id}`, { note: 'changed' }),
  },
  'delete the order': {
    may: BACK_OFFICE,
    status: 204,
    run: (name) => as(name, 'DELETE', `orders/${order.id}`),
  },
  'lock the order by its invoice': {
    may: BACK_OFFICE,
    status: 200,
    run: (name) => as(name, 'POST', `orders/${order.id}/generateinvoice`, { confirm_nothing: true }),
  },
  'unlock the order': {
    may: BACK_OFFICE,
    status: 200,
    run: (name) => as(name, 'POST', `orders/${locked.id}/unlock`),
  },
  'pick an item': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 200,
    run: (name) => as(name, 'PATCH', `orderitems/${item.id}`, { picked: true, unit_quantity: 2 }),
  },
  'add an item': {
    may: BACK_OFFICE,
    status: 201,
    run: (name) =>
      as(name, 'POST', 'orderitems', { order: order.id, product: item.product, units_ordered: 1 }),
  },
  'add a substitute for an item': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 201,
    run: (name) =>
      as(name, 'POST', 'orderitems', {
        order: order.id,
        product: substitute,
        original_product: item.product,
      }),
  },
  'delete an item': {
    may: BACK_OFFICE,
    status: 204,
    run: (name) => as(name, 'DELETE', `orderitems/${item.id}`),
  },
  'record a weight': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 201,
    run: (name) =>
      as(name, 'POST', 'ordersubitems', { order_item: item.id, unit_type: 'u', weight_lbs: '1' }),
  },
  'change a weight': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 200,
    run: (name) => as(name, 'PATCH', `ordersubitems/${piece.id}`, { weight_lbs: '2' }),
  },
  'delete a weight': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 204,
    run: (name) => as(name, 'DELETE', `ordersubitems/${piece.id}`),
  },
  'link a barcode': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 201,
    run: (name) => as(name, 'POST', 'barcodealternates', { barcode: `by ${name}`, product: item.product }),
  },
  'unlink a barcode': {
    may: [...BACK_OFFICE, ...PICKERS],
    status: 204,
    run: (name) => as(name, 'DELETE', 'barcodealternates/linked'),
  },
}

/** Returns everything that these calls could change. */
async function everything() {
  await flow.pool.query(
    'insert into barcode_alternates (barcode, product) values ($1, $2) on conflict do nothing',
    ['linked', substitute],
  )
  const { rows } = await flow.pool.query(
    `select (select json_agg(o order by o.id) from orders o) as orders,
            (select json_agg(i order by i.id) from order_items i) as items,
            (select json_agg(s order by s.id) from order_subitems s) as pieces,
            (select json_agg(b order by b.barcode) from barcode_alternates b) as barcodes,
            (select count(*) from invoices) as invoices, (select count(*) from gone_rows) as gone`,
  )
  return rows
}

describe.each(Object.entries(CALLS))('to %s', (_call, { may, status, run }) => {
  it.each(may)('is allowed to %s', async (name) => {
    await everything()
    const answer = await run(name)
    expect([answer.status, answer.status < 400 ? '' : answer.body]).toEqual([status, ''])
  })

  it.each(EVERYBODY.filter((name) => !may.includes(name)))(
    'A011 is refused to %s with 403, and changes nothing',
    async (name) => {
      const before = await everything()
      const answer = await run(name)
      expect([answer.status, answer.body.message]).toEqual([403, expect.any(String)])
      expect(await everything()).toEqual(before)
    },
  )

  it('A005 is answered to another company as if the order did not exist', async () => {
    const before = await everything()
    const answer = await run('stranger')
    // A call that names no order is refused outright: no person outside the house may make it anywhere.
    expect([403, 404]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).not.toContain(item.product)
    expect(await everything()).toEqual(before)
  })
})

describe('what a person may see', () => {
  it.each([...BACK_OFFICE, ...PICKERS])('A004 A254 %s sees the orders of every company', async (name) => {
    const { body } = await as(name, 'GET', 'orders?no_page=1')
    const companies = new Set(body.map((row: OrderRecord) => row.company_id))
    expect(companies).toEqual(
      new Set([flow.house.location.company_id, flow.house.elsewhere.location.company_id]),
    )
    const one = await as(
      name,
      'GET',
      `orderitems?order=${order.id}&order=${flow.house.elsewhere.order.id}&no_page=1`,
    )
    expect(one.body).toHaveLength(2)
  })

  it.each(OUTSIDE)('A005 %s lists only the orders of their own company', async (name) => {
    const list = await as(name, 'GET', 'orders?no_page=1')
    expect(list.body.length).toBeGreaterThan(0)
    for (const row of list.body) expect(row.company_id).toBe(flow.house.location.company_id)
    expect((await as(name, 'GET', 'orders?limit=1')).body.count).toBe(list.body.length)
    const search = await as(name, 'GET', `orders?no_page=1&search=${flow.house.elsewhere.location.name}`)
    expect(search.body.filter((row: OrderRecord) => row.id === flow.house.elsewhere.order.id)).toEqual([])
  })

  it.each(OUTSIDE)('A005 another company’s ids answer 404 to %s, as unknown ids do', async (name) => {
    const theirs = await makePiece(flow.pool, flow.house.elsewhere.item)
    const { order: far, item: line } = flow.house.elsewhere
    for (const path of [
      `orders/${far.id}`,
      `orderitems?order=${far.id}&no_page=1`,
      `orderitems?order=${order.id}&order=${far.id}&no_page=1`,
      `ordersubitems?order=${far.id}`,
      `orderitems/${line.id}`,
      `ordersubitems/${theirs.id}`,
      `products?order=${far.id}&no_page=1`,
      `companylocations/${flow.house.elsewhere.location.id}`,
    ])
      expect([path, (await as(name, 'GET', path)).status]).toEqual([path, 404])
    for (const [method, path, body] of [
      ['PATCH', `orders/${far.id}`, { note: 'x' }],
      ['DELETE', `orders/${far.id}`],
      ['POST', `orders/${far.id}/unlock`],
      ['POST', `orders/${far.id}/generateinvoice`, {}],
      ['PATCH', `orderitems/${line.id}`, { picked: true }],
      ['DELETE', `orderitems/${line.id}`],
      ['PATCH', `ordersubitems/${theirs.id}`, { weight_lbs: '1' }],
      ['DELETE', `ordersubitems/${theirs.id}`],
    ] as const)
      expect([method, path, (await as(name, method, path, body)).status]).toEqual([method, path, 404])
  })

  it('nothing at all without a company, outside the house', async () => {
    const { username } = await makeUser(flow.pool, 'buyer', { company_id: null })
    for (const list of ['orders', 'companylocations', 'products'])
      expect((await flow.server.call(username, 'GET', `${list}?no_page=1`)).body).toEqual([])
    expect((await flow.server.call(username, 'GET', `orders/${order.id}`)).status).toBe(404)
  })

  it.each([...OUTSIDE, 'floorPicker'] as const)(
    'A140 %s gets their own user record and no other',
    async (name) => {
      const own = flow.house.people[name]
      const list = await as(name, 'GET', 'users?no_page=1')
      expect(list.body.map((user: { id: number }) => user.id)).toEqual([own.id])
      expect((await as(name, 'GET', `users/${own.id}`)).body.username).toBe(own.username)
      expect((await as(name, 'GET', `users/${flow.house.people.office.id}`)).status).toBe(404)
    },
  )

  it.each(OUTSIDE)('A251 %s is refused the linked barcodes', async (name) => {
    expect((await as(name, 'GET', 'barcodealternates?no_page=1')).status).toBe(403)
    expect((await as(name, 'GET', 'barcodealternates/linked')).status).toBe(403)
  })
})

describe('a picker', () => {
  it.each(PICKERS)(
    'A252 A253 (%s) adds nothing but the substitute of an item of the same order',
    async (name) => {
      const { upc: other } = await makeProduct(flow.pool)
      const add = (body: object) => as(name, 'POST', 'orderitems', { order: order.id, ...body })
      for (const body of [
        { product: other },
        { product: other, original_product: item.product },
        { product: substitute },
        { product: substitute, original_product: other },
        { product: substitute, original_product: flow.house.item.product },
      ]) {
        const { status } = await add(body)
        expect([body, status]).toEqual([body, 403])
      }
      const added = await add({ product: substitute, original_product: item.product, unit_quantity: 1 })
      expect([added.status, added.body.original_product]).toEqual([201, item.product])
      const undone = await as(name, 'PATCH', `orderitems/${added.body.id}`, { unit_quantity: 0 })
      expect([undone.status, undone.body.unit_quantity]).toEqual([200, 0])
      expect((await as(name, 'DELETE', `orderitems/${added.body.id}`)).status).toBe(403)
    },
  )

  it.each(PICKERS)('A254 (%s) pulls what they pick', async (name) => {
    const { status, body } = await as(name, 'GET', 'sync/changes')
    expect(status).toBe(200)
    expect(body.rows.orders.map((row: OrderRecord) => row.id)).toContain(flow.house.elsewhere.order.id)
  })
})
