import { beforeAll, describe, expect, it } from 'vitest'
import { Product } from '#contract/products/schema.ts'
import { makeItem, makeOrder, makeProduct, makeWarehouse } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt, type Somebody } from '../../factories/house.ts'

const flow = openFlow()
const upcs = { oil: '', flour: '', retired: '', cold: '', elsewhere: '' }
let orders: [number, number]

beforeAll(async () => {
  const { pool } = flow
  await makeWarehouse(pool, 30, 'Chill')
  await makeWarehouse(pool, 40, 'Freezer')
  const named = async (name: string, over = {}) =>
    (await makeProduct(pool, { name, warehouse_id: 30, ...over })).upc
  upcs.oil = await named('Olive Oil', { bin: 'B-02-1' })
  upcs.flour = await named('Bread Flour', { bin: 'A-09-1' })
  upcs.retired = await named('Olive Tapenade', { bin: 'C-01-1', active: false })
  upcs.cold = await named('Peas', { warehouse_id: 40 })
  upcs.elsewhere = await named('Never ordered')
  orders = [flow.house.order.id, (await makeOrder(pool, orderAt(flow.house.location))).id]
  await makeItem(pool, { order_id: orders[0], product: upcs.oil })
  await makeItem(pool, { order_id: orders[1], product: upcs.flour })
  await makeItem(pool, { order_id: orders[1], product: upcs.retired })
  await makeItem(pool, { order_id: orders[1], product: upcs.cold })
})

const edit = (upc: string, body: object, username = flow.house.as.office) =>
  flow.server.call(username, 'PATCH', `productedit/${upc}`, { body })
const listed = async (query: string, username = flow.house.as.picker) => {
  const { body } = await flow.server.call(username, 'GET', `productedit?no_page=1&${query}`)
  return Product.array()
    .parse(body)
    .map(({ upc }) => upc)
}
const substitutesOf = async (upc: string) =>
  (await flow.server.call(flow.house.as.picker, 'GET', `products/${upc}`)).body.acceptable_substitutions

it('A290 takes a key for one change only, and does that once', async () => {
  const headers = { 'idempotency-key': 'bin-of-the-oil' }
  const change = (body: object) =>
    flow.server.call(flow.house.as.office, 'PATCH', `productedit/${upcs.oil}`, { body, headers })
  const before = await flow.server.call(flow.house.as.office, 'GET', `productedit/${upcs.oil}`)
  const first = await change({ bin: 'Q-01-1' })
  expect([first.status, first.body.bin, first.headers['idempotency-key']]).toEqual([
    200,
    'Q-01-1',
    'bin-of-the-oil',
  ])
  await edit(upcs.oil, { bin: 'Q-02-2' })
  const second = await change({ bin: 'Q-01-1' })
  expect([second.status, second.body.bin]).toEqual([200, 'Q-02-2'])
  const other = await change({ bin: 'Q-03-3' })
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  await edit(upcs.oil, { bin: before.body.bin })
})

describe('the products of a pick list', () => {
  it('A291 A292 are those of a warehouse and of all the named orders, inactive ones where asked, by bin', async () => {
    const both = `order=${orders[0]}&order=${orders[1]}`
    expect(await listed(`include_inactive=true&warehouse=30&${both}`)).toEqual([
      upcs.flour,
      upcs.oil,
      upcs.retired,
    ])
    expect(await listed(`warehouse=30&${both}`)).toEqual([upcs.flour, upcs.oil])
    expect(await listed(`include_inactive=true&warehouse=30&order=${orders[0]}`)).toEqual([upcs.oil])
    expect(await listed(`include_inactive=true&warehouse=40&${both}`)).toEqual([upcs.cold])
    expect(await listed(`include_inactive=true&warehouse=99&${both}`)).toEqual([])
    // C300: the inventory of a warehouse, without orders.
    expect(await listed('warehouse=30')).toContain(upcs.elsewhere)
    const { body } = await flow.server.call(flow.house.as.office, 'GET', `productedit?warehouse=30&limit=1`)
    expect([body.count, body.results.length]).toEqual([3, 1])
  })

  it('C297 is given one by one', async () => {
    const path = `productedit/${upcs.retired}?substitution_detail=true`
    expect((await flow.server.call(flow.house.as.sales, 'GET', path)).body).toMatchObject({
      upc: upcs.retired,
      active: false,
    })
    expect((await flow.server.call(flow.house.as.sales, 'GET', 'productedit/0000000000000')).status).toBe(404)
  })
})

describe('editing a product', () => {
  it('A290 saves its substitutions, which the product then has, and devices are notified', async () => {
    const before = (await flow.server.call(flow.house.as.office, 'GET', `products/${upcs.oil}`)).body.version
    const { status, body } = await edit(upcs.oil, { acceptable_substitutions: [upcs.flour, upcs.retired] })
    expect([status, Product.parse(body).upc]).toEqual([200, upcs.oil])
    expect(await substitutesOf(upcs.oil)).toEqual([{ upc: upcs.flour }, { upc: upcs.retired }])
    expect(body.version).toBe(before + 1)
    // The same again writes nothing.
    expect(
      (await edit(upcs.oil, { acceptable_substitutions: [upcs.flour, upcs.retired] })).body.version,
    ).toBe(before + 1)
    expect((await edit(upcs.oil, { acceptable_substitutions: [] })).body.acceptable_substitutions).toEqual([])
  })

  it('changes what it names and nothing else', async () => {
    const { body } = await edit(upcs.cold, { bin: 'F-01-1', tax_default: true, warehouse_id: 30 })
    expect(body).toMatchObject({ name: 'Peas', bin: 'F-01-1', tax_default: true, warehouse: { id: 30 } })
    expect((await edit(upcs.cold, { warehouse_id: 40 })).body).toMatchObject({
      bin: 'F-01-1',
      warehouse: { id: 40 },
    })
  })

  it('that another user changed meanwhile is a clash with both values, and field by field none', async () => {
    await edit(upcs.flour, { acceptable_substitutions: [upcs.cold] }, flow.house.as.foreman)
    const mine = [upcs.oil]
    const { status, body } = await edit(upcs.flour, {
      acceptable_substitutions: mine,
      base: { acceptable_substitutions: [] },
    })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.fields.acceptable_substitutions).toEqual({ mine, theirs: [upcs.cold], base: [] })
    expect(await substitutesOf(upcs.flour)).toEqual([{ upc: upcs.cold }])
    const other = await edit(upcs.flour, { size: '50 lb', base: { size: '', acceptable_substitutions: [] } })
    expect([other.status, other.body.size]).toEqual([200, '50 lb'])
  })

  it('keeps another user’s change of a field that is sent as it was seen', async () => {
    const seen = { bin: 'A-09-1', case_price: '24.00', acceptable_substitutions: [upcs.elsewhere] }
    await edit(upcs.flour, { ...seen, bin: 'A-10-1', case_price: '25.00', acceptable_substitutions: [] })
    const { status, body } = await edit(upcs.flour, {
      ...seen,
      case_price: '24',
      size: '25 lb',
      base: { ...seen, size: '50 lb' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      size: '25 lb',
      bin: 'A-10-1',
      case_price: '25.00',
      acceptable_substitutions: [],
    })
    await edit(upcs.flour, { bin: 'A-09-1', size: '', case_price: '24.00' })
  })

  it('that is priced by the pound meanwhile refuses a price that was typed for a piece', async () => {
    const seen = { weight_type: '', unit_price: '4.00', bin: 'A-09-1' }
    await edit(upcs.flour, { weight_type: '', unit_price: '4.00' })
    await edit(upcs.flour, { weight_type: 'r/w' })
    const typed = await edit(upcs.flour, { ...seen, unit_price: '5.00', base: seen })
    expect([typed.status, typed.body.fields]).toMatchObject([409, { weight_type: { theirs: 'r/w' } }])
    const placed = await edit(upcs.flour, { ...seen, bin: 'A-10-1', base: seen })
    expect([placed.status, placed.body.weight_type]).toEqual([200, 'r/w'])
    await edit(upcs.flour, { ...seen, unit_price: null })
  })

  it.each([
    [{ acceptable_substitutions: ['0000000000000'] }, /no product 0000000000000/],
    [{ acceptable_substitutions: 'oil' }, /acceptable_substitutions/],
    [{ upc: '1' }, /upc|[Uu]nrecognized/],
    [{ warehouse_id: 77 }, /warehouse_id: is not a warehouse/],
    [{ name: ' ' }, /name: This field is required\./],
  ])('refuses %j and says why', async (body, said) => {
    const answer = await edit(upcs.oil, body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(said)])
  })

  it('refuses a product as its own substitute, one named twice, and one that is not there', async () => {
    expect((await edit(upcs.oil, { acceptable_substitutions: [upcs.oil] })).status).toBe(400)
    expect((await edit(upcs.oil, { acceptable_substitutions: [upcs.cold, upcs.cold] })).status).toBe(400)
    expect((await edit('0000000000000', { bin: 'A' })).status).toBe(404)
  })

  it.each<[Somebody, number, number]>([
    ...BACK_OFFICE.map((name) => [name, 200, 200] as [Somebody, number, number]),
    ['picker', 200, 403],
    ['floorPicker', 200, 403],
    ['buyer', 403, 403],
    ['customer', 403, 403],
  ])('A011 by a %s: reading answers %i, writing %i', async (name, read, write) => {
    const query = `productedit?no_page=1&include_inactive=true&warehouse=30&order=${orders[0]}`
    expect((await flow.server.call(flow.house.as[name], 'GET', query)).status).toBe(read)
    expect((await flow.server.call(flow.house.as[name], 'GET', `productedit/${upcs.oil}`)).status).toBe(read)
    expect((await edit(upcs.oil, { bin: 'B-02-1' }, flow.house.as[name])).status).toBe(write)
    expect((await flow.server.call(null, 'GET', query)).status).toBe(401)
  })
})

it('a picture of a product and of an item code is a path of this server or an https address', async () => {
  await flow.pool.query(
    `insert into item_codes (item_code, name, url) values ('IC-PICTURE', 'Olive Oil', '')`,
  )
  const itemCode = (url: string) =>
    flow.server.call(flow.house.as.office, 'PATCH', 'itemcodes/IC-PICTURE', { body: { url } })
  for (const url of [
    'http://',
    'http://elsewhere.example/oil.png',
    'javascript:alert(1)',
    '//elsewhere.example/oil.png',
  ])
    for (const answer of [await edit(upcs.oil, { url }), await itemCode(url)]) {
      expect([url, answer.status]).toEqual([url, 400])
      expect(answer.body.url).toContain('must begin with https://')
    }
  for (const url of ['https://pictures.example/oil.png', '/products/oil.png', ''])
    for (const answer of [await edit(upcs.oil, { url }), await itemCode(url)])
      expect([url, answer.status]).toEqual([url, 200])
})
