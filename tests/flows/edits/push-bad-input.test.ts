import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeItem, makeOrder, makeProduct, type ItemRecord } from '../../factories/business.ts'
import { DEEP, makeEdit, newId, patchOf, postOf, push, pushRaw } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let good: ItemRecord
let bad: ItemRecord
let me: House['people']['picker']

beforeAll(async () => {
  me = flow.house.people.picker
})
beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  good = await makeItem(flow.pool, { order_id: order.id })
  bad = await makeItem(flow.pool, { order_id: order.id })
})

const fieldsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))

const row = async ({ id }: ItemRecord) =>
  (await flow.pool.query('select * from order_items where id = $1', [id])).rows[0]

/** Sends a bad edit between two good ones: it is refused alone. */
async function refusedAlone(edit: unknown) {
  const before = await row(bad)
  const results = await push(flow.server, me.username, [
    patchOf(me, good, { unit_quantity: 2 }),
    edit,
    patchOf(me, good, { picked: true }),
  ])
  expect(results.map((result) => result.outcome)).toEqual(['applied', 'refused', 'applied'])
  expect(await row(good)).toMatchObject({ unit_quantity: 2, picked: true })
  expect(await row(bad)).toEqual(before)
  const { status, body, mutation_id } = results[1]!
  expect(body.message).toEqual(expect.stringMatching(/./))
  return { status, body, mutation_id }
}

describe('something that is no edit is refused alone, and the good ones are applied', () => {
  it.each([null, 7, 'text', [], {}, true])('%j', async (edit) => {
    expect(await refusedAlone(edit)).toMatchObject({
      status: 400,
      mutation_id: '',
      body: { code: 'invalid' },
    })
  })

  it.each([
    ['mutation_id', 'not a uuid'],
    ['mutation_id', 17],
    ['entity', 'invoices'],
    ['entity', '__proto__'],
    ['entity_id', ''],
    ['entity_id', 'x'.repeat(257)],
    ['entity_id', 17],
    ['user_id', 'me'],
    ['user_id', 1.5],
    ['call', null],
    ['call', { method: 'TRACE', path: '/', body: {} }],
    ['call', { method: 'PATCH', path: '/', body: [] }],
    ['call', { method: 'PATCH', path: '', body: {} }],
    ['base', 'nothing'],
    ['adds', { unit_quantity: '1' }],
    ['seq', -1],
    ['created_at', 'yesterday'],
    ['schema_version', 0],
    ['raw_scan', 'x'.repeat(1025)],
  ])('%s: %j', async (field, value) => {
    const { status, body } = await refusedAlone({ ...patchOf(me, bad, { picked: true }), [field]: value })
    expect(status).toBe(400)
    expect(body.message).toContain(field)
  })
})

describe('an edit that cannot be is refused alone, with its mutation_id', () => {
  const cases: [what: string, status: number, edit: () => ReturnType<typeof makeEdit>][] = [
    ['an unknown field', 400, () => patchOf(me, bad, { colour: 'red' })],
    ['a wrong type', 400, () => patchOf(me, bad, { unit_quantity: 'two' })],
    ['an infinite count', 400, () => patchOf(me, bad, { unit_quantity: 1e300 })],
    ['a huge text', 400, () => patchOf(me, bad, { coupon_note: 'x'.repeat(1_000_000) })],
    ['a zero character', 400, () => patchOf(me, bad, { coupon_note: 'a\0b' })],
    ['half a letter', 400, () => patchOf(me, bad, { coupon_note: 'a\ud800b' })],
    ['a zero character in a field’s name', 400, () => patchOf(me, bad, { 'coupon\0note': 'x' })],
    ['a zero character in the scan', 400, () => ({ ...patchOf(me, bad, { picked: true }), raw_scan: '\0' })],
    [
      'a zero character in its reason',
      400,
      () => ({ ...patchOf(me, bad, { picked: true }), reason: '\ud800' }),
    ],
    [
      'a zero character in a lot',
      400,
      () => postOf(me, 'ordersubitems', newId(), { order_item: bad.id, unit_type: 'u', lot_code: '\0' }),
    ],
    [
      'a zero character in its row',
      400,
      () =>
        makeEdit(me, {
          entity: 'barcodealternates',
          entity_id: '1\0',
          call: { method: 'DELETE', path: '/', body: null },
        }),
    ],
    ['more fields than a row has', 400, () => patchOf(me, bad, fieldsOf(201))],
    ['more fields seen than a row has', 400, () => patchOf(me, bad, { picked: true }, fieldsOf(201))],
    ['a name longer than any field’s', 400, () => patchOf(me, bad, { ['k'.repeat(65)]: 1 })],
    ['a field of too many fields', 400, () => patchOf(me, bad, { coupon_note: fieldsOf(201) })],
    ['a longer list than any', 400, () => patchOf(me, bad, { coupon_note: Array(1_001).fill(1) })],
    [
      'more values than any edit',
      400,
      () => patchOf(me, bad, { coupon_note: Array(20).fill(Array(1_000).fill(1)) }),
    ],
    ['deep JSON', 400, () => patchOf(me, bad, { price_snapshot: DEEP })],
    ['deep JSON in what was seen', 400, () => patchOf(me, bad, { picked: true }, { picked: DEEP })],
    [
      'an amount too large for its column',
      400,
      () => patchOf(me, bad, { coupon_amount: '999999999999.999' }),
    ],
    [
      'a day that no calendar has',
      400,
      () => ({ ...patchOf(me, bad, { picked: true }), created_at: '0000-01-01T00:00:00Z' }),
    ],
    ['an id that nobody has', 404, () => patchOf(me, { id: newId() }, { picked: true })],
    ['an id that is none', 404, () => patchOf(me, { id: '17' }, { picked: true })],
    [
      'a new row with an id that is none',
      400,
      () => postOf(me, 'ordersubitems', '17', { order_item: bad.id, unit_type: 'u' }),
    ],
    [
      'an order that is half a number',
      400,
      () => postOf(me, 'orderitems', newId(), { order: 1.5, product: bad.product }),
    ],
    [
      'an order out of range',
      400,
      () => postOf(me, 'orderitems', newId(), { order: 1e15, product: bad.product }),
    ],
    [
      'a piece of nothing',
      400,
      () => postOf(me, 'ordersubitems', newId(), { order_item: newId(), unit_type: 'u' }),
    ],
    ['an order that is none', 404, () => makeEdit(me, { entity: 'orders', entity_id: 'twelve' })],
    [
      'a call that no device stores',
      400,
      () =>
        makeEdit(me, {
          entity: 'orders',
          entity_id: String(bad.order_id),
          call: { method: 'DELETE', path: '/', body: null },
        }),
    ],
    ['a call that there is none', 400, () => makeEdit(me, { entity: 'barcodealternates', entity_id: '1' })],
    ['somebody else’s edit', 403, () => patchOf(flow.house.people.office, bad, { picked: true })],
  ]

  it.each(cases)('%s', async (_what, status, edit) => {
    const sent = edit()
    const refused = await refusedAlone(sent)
    expect([refused.status, refused.mutation_id]).toEqual([status, sent.mutation_id])
  })

  it('and holds the later edits of its row only, whatever was wrong with it', async () => {
    for (const coupon of [{ coupon_note: '\0' }, { coupon_amount: '999999999999.999' }]) {
      const results = await push(flow.server, me.username, [
        patchOf(me, bad, coupon),
        patchOf(me, bad, { picked: true }),
        patchOf(me, good, { picked: true }),
      ])
      expect(results.map((result) => result.outcome)).toEqual(['refused', 'held', 'applied'])
    }
  })

  it('and holds the later changes of the pieces of its line, where the database refuses the whole push', async () => {
    const { office, customer } = flow.house.people
    const dear = await makeProduct(flow.pool, { unit_type: 'Unit', display_unit_price: '9999999999.99' })
    const piece = newId()
    const made = postOf(office, 'ordersubitems', piece, { order_item: bad.id, unit_type: 'u' })
    expect(await push(flow.server, office.username, [made])).toMatchObject([{ outcome: 'applied' }])
    const day = new Date().toISOString().slice(0, 10)
    const results = await push(flow.server, office.username, [
      postOf(office, 'orders', newId(), {
        customer: customer.id,
        submitted_date: day,
        created_date: day,
        total: '1.00',
        order_items: [
          { product: dear.upc, original_product: dear.upc, unit_quantity: 1_000_000, case_quantity: 0 },
        ],
      }),
      patchOf(office, bad, { product: 'no such product' }),
      makeEdit(office, {
        entity: 'ordersubitems',
        entity_id: piece,
        call: { method: 'PATCH', path: '/', body: { lot_code: 'L1' } },
      }),
      patchOf(office, good, { picked: true }),
    ])
    expect(results[0]!.body.message).toBe('A value is larger than what can be stored.')
    expect(results.map((result) => result.outcome)).toEqual(['refused', 'refused', 'held', 'applied'])
    const { rows } = await flow.pool.query('select lot_code from order_subitems where id = $1', [piece])
    expect(rows).toEqual([{ lot_code: null }])
  })

  it('and refuses it again in the same way', async () => {
    for (const coupon of [{ coupon_note: '\0' }, { coupon_amount: '999999999999.999' }]) {
      const edit = patchOf(me, bad, coupon)
      const [first] = await push(flow.server, me.username, [edit])
      const [second] = await push(flow.server, me.username, [edit])
      expect([second!.outcome, second!.status, second!.body]).toEqual(['refused', 400, first!.body])
    }
  })

  it('refuses to make a row that is there already', async () => {
    const piece = newId()
    const make = () => postOf(me, 'ordersubitems', piece, { order_item: bad.id, unit_type: 'u' })
    await push(flow.server, me.username, [make()])
    expect(await refusedAlone(make())).toMatchObject({ status: 400, body: { id: 'is taken' } })
  })

  it('takes an id in capital letters as the same id', async () => {
    const id = newId()
    const piece = { order_item: bad.id.toUpperCase(), unit_type: 'u' }
    const results = await push(flow.server, me.username, [
      postOf(me, 'ordersubitems', id.toUpperCase(), piece),
      patchOf(me, { id: bad.id.toUpperCase() }, { picked: true }),
    ])
    expect(results).toMatchObject([
      { outcome: 'applied', body: { id, order_item: bad.id } },
      { outcome: 'applied', body: { id: bad.id } },
    ])
  })
})

describe('an invalid push', () => {
  it.each([
    [{ device_id: 'd' }, 'mutations'],
    [{ device_id: 'd', mutations: {} }, 'mutations'],
    [{ mutations: [] }, 'device_id'],
    [{ device_id: '', mutations: [] }, 'device_id'],
    [{ device_id: 'd\0', mutations: [] }, 'device_id'],
    [{ device_id: 'd', mutations: [], unsent: { a: 'many' } }, 'unsent'],
    ['text', ''],
    [[], ''],
  ])('%j is answered 400', async (body, field) => {
    const { status, body: words } = await flow.server.call(me.username, 'POST', 'sync/push', { body })
    expect([status, words.message]).toEqual([400, expect.stringContaining(field)])
  })

  it('of more than 8 MB is answered 413', async () => {
    const { status, body } = await pushRaw(flow.server, me.username, ['x'.repeat(8 * 1024 * 1024)])
    expect([status, body]).toEqual([413, { message: expect.stringMatching(/too large/) }])
  })

  it('of 20 MB is answered 413', async () => {
    const { status } = await pushRaw(flow.server, me.username, ['x'.repeat(20 * 1024 * 1024)])
    expect(status).toBe(413)
  })

  it('of a million edits is answered 413, and none of them is applied', async () => {
    const { status } = await pushRaw(
      flow.server,
      me.username,
      Array.from({ length: 1_000_000 }, () => 0),
    )
    expect(status).toBe(413)
  })

  it('with a report of more orders than any device keeps is answered 400', async () => {
    const unsent = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [String(n + 1), 1]))
    const device_id = `device of ${me.username}`
    const body = { device_id, unsent, mutations: [] }
    const answer = await flow.server.call(me.username, 'POST', 'sync/push', { body })
    expect([answer.status, answer.body.unsent]).toEqual([400, 'holds 50000, which is more than 5000'])
    const { rows } = await flow.pool.query(`select from devices where user_id = $1 and unsent <> '{}'`, [
      me.id,
    ])
    expect(rows).toEqual([])
  })
})
