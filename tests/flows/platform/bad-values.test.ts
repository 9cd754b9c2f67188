/** Never a 500 for what a client sent: days, numbers and letters that no column holds. */
import { expect, it } from 'vitest'
import { FEE_PATHS } from '#contract/fees/schema.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  flow.server.call(flow.house.as.administrator, method, path, body === undefined ? {} : { body })

it.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
  'the day %s is refused wherever one is given',
  async (day) => {
    const { order, location } = flow.house
    for (const [method, path, body] of [
      ['GET', `orders?start_date=${day}`],
      ['GET', `orders?end_date=${day}&no_page=1`],
      ['PATCH', `orders/${order.id}`, { delivery_date: day }],
      ['PATCH', `orders/${order.id}`, { placed_date: day }],
      [
        'GET',
        `reports/export-purchases-by-order?company_location=${location.id}&start_date=${day}&end_date=${day}`,
      ],
    ] as const) {
      const answer = await call(method, path, body)
      expect([path, [400, 404].includes(answer.status)]).toEqual([path, true])
    }
  },
)

it.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
  'a cursor of the day %s means a full pull',
  async (day) => {
    const { body } = await call('GET', 'sync/changes')
    let cursor = body.cursor as string
    for (let more = body.more as boolean; more;) {
      const page = await call('GET', `sync/changes?since=${encodeURIComponent(cursor)}`)
      cursor = page.body.cursor
      more = page.body.more
    }
    const odd = cursor.replace(/\d{4}-\d{2}-\d{2}/, day)
    expect(odd).not.toBe(cursor)
    const answer = await call('GET', `sync/changes?since=${encodeURIComponent(odd)}`)
    expect([answer.status, answer.body.range?.table]).toEqual([200, 'orders'])
  },
)

it.each([2 ** 31, 2 ** 40, -(2 ** 31) - 1])('the id %d is refused in fees and products', async (id) => {
  const body = { type: 'f', amount: '1.00', description: 'x', warehouse: id, company_location: id }
  for (const kind of Object.values(FEE_PATHS))
    expect([kind, (await call('POST', kind, body)).status]).toEqual([kind, 400])
  for (const field of ['warehouse_id', 'category_id', 'department_id', 'group_id', 'stock_level'])
    expect([
      field,
      (await call('PATCH', `productedit/${flow.house.item.product}`, { [field]: id })).status,
    ]).toEqual([field, 400])
  for (const path of [`orders/${id}`, `users/${id}`, `orderlists/${id}`, `products?order=${id}`])
    expect([path, (await call('GET', path)).status < 500]).toEqual([path, true])
})

it('half a letter is refused in a fee, a bin and a lot, and nothing is changed', async () => {
  const bad = 'a\ud800b'
  const before = (await call('GET', `productedit/${flow.house.item.product}`)).body
  for (const [method, path, body] of [
    [
      'POST',
      FEE_PATHS.margin,
      { type: 'f', amount: '1.00', description: bad, company_location: flow.house.location.id },
    ],
    ['PATCH', `productedit/${flow.house.item.product}`, { bin: bad }],
    ['POST', 'recalledlots', { product: flow.house.item.product, lot_code: bad }],
    ['PATCH', `orderitems/${flow.house.item.id}`, { bin_override: bad }],
    ['POST', 'ordersubitems', { order_item: flow.house.item.id, unit_type: 'u', lot_code: bad }],
  ] as const) {
    const answer = await call(method, path, body)
    expect([path, answer.status, answer.body.message]).toEqual([
      path,
      400,
      expect.stringMatching(/character that cannot be stored/),
    ])
  }
  expect((await call('GET', `productedit/${flow.house.item.product}`)).body).toEqual(before)
})

it('a body that is nested too deeply is refused, with an idempotency key and without, and nothing is changed', async () => {
  const { location, item, as } = flow.house
  const fee = (
    await call('POST', FEE_PATHS.margin, {
      type: 'f',
      amount: '1.00',
      description: 'deep',
      company_location: location.id,
    })
  ).body as { id: number }
  // What the person saw may hold anything, and so may a line of a receipt.
  const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`
  for (const [method, path, text] of [
    ['PATCH', `${FEE_PATHS.margin}/${fee.id}`, `{"amount":"2.00","base":{"amount":${deep}}}`],
    ['PATCH', `productedit/${item.product}`, `{"bin":"deep","base":{"bin":${deep}}}`],
    ['POST', 'receiptlines', `[{"receipt":1,"product":${deep}}]`],
  ] as const)
    for (const headers of [{}, { 'idempotency-key': `deep-${path}` }] as Record<string, string>[]) {
      const answer = await flow.server.call(as.administrator, method, path, { text, headers })
      expect([path, answer.status, answer.body.message]).toEqual([
        path,
        400,
        'The call is nested too deeply.',
      ])
    }
  expect((await call('GET', `${FEE_PATHS.margin}/${fee.id}`)).body.amount).toBe('1.00')
  expect((await call('GET', `productedit/${item.product}`)).body.bin).not.toBe('deep')
})
