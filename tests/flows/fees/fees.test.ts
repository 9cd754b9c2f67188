import { beforeAll, describe, expect, it } from 'vitest'
import { Fee, FEE_KINDS, FEE_PATHS } from '#contract/fees/schema.ts'
import { makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, type Somebody } from '../../factories/house.ts'

const flow = openFlow()
let upc: string

beforeAll(async () => {
  const { pool } = flow
  upc = (await makeProduct(pool, { name: 'Olive Oil' })).upc
})

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  by = flow.house.as.office,
) => flow.server.call(by, method, path, { body })
const fee = (over: object = {}) => ({
  type: 'f',
  amount: '4.5',
  description: 'Dry ice',
  warehouse: null,
  product: null,
  company_location: flow.house.location.id,
  ...over,
})

describe.each(FEE_KINDS)('a %s', (kind) => {
  const path = FEE_PATHS[kind]
  const add = async (over: object = {}): Promise<Fee> => Fee.parse((await call('POST', path, fee(over))).body)

  it('A160 A305 A306 is added with its six fields, of either type, and listed by its location', async () => {
    const flat = await add()
    const percent = await add({ type: '%', amount: '12.3456', product: upc })
    expect(flat).toMatchObject({ ...fee(), kind, amount: '4.50' })
    expect(percent).toMatchObject({ type: '%', amount: '12.3456', product: upc })
    const { body } = await call('GET', `${path}?no_page=1&company_location=${flow.house.location.id}`)
    expect(body).toEqual([flat, percent])
    const other = flow.house.elsewhere.location.id
    expect((await call('GET', `${path}?no_page=1&company_location=${other}`)).body).toEqual([])
  })

  it('is listed at either address where the call asks for its kind or for all, and added there', async () => {
    const otherKind = kind === 'margin' ? 'surcharge' : 'margin'
    const other = FEE_PATHS[otherKind]
    const { body: made } = await call('POST', `${other}?kind=${kind}`, fee({ description: 'There' }))
    const listed = async (query: string) =>
      (await call('GET', `${other}?no_page=1${query}`)).body.filter(({ id }: Fee) => id === made.id)
    expect([made.kind, await listed(''), await listed(`&kind=${otherKind}`)]).toEqual([kind, [], []])
    expect([await listed(`&kind=${kind}`), await listed('&kind=all')]).toEqual([[made], [made]])
    expect((await call('GET', `${other}?kind=both`)).status).toBe(400)
  })

  it(`takes ${kind === 'margin' ? 'something' : 'nothing'} off, whether it is added or changed`, async () => {
    const { id } = await add()
    for (const over of [{ amount: '-500' }, { type: '%', amount: '-200' }]) {
      const answers = [await call('POST', path, fee(over)), await call('PATCH', `${path}/${id}`, over)]
      expect(answers.map(({ status }) => status)).toEqual(kind === 'margin' ? [201, 200] : [400, 400])
      if (kind === 'surcharge')
        for (const { body } of answers)
          expect(body.amount).toBe('must be 0 or more: a surcharge takes nothing off')
    }
  })

  it('A307 A308 is changed and removed by its id, at the address of either kind', async () => {
    const there = FEE_PATHS[kind === 'margin' ? 'surcharge' : 'margin']
    const { id } = await add()
    expect((await call('PATCH', `${there}/${id}`, { amount: '7' })).body).toMatchObject({
      kind,
      amount: '7.00',
    })
    expect((await call('GET', `${there}/${id}`)).body).toMatchObject({ kind, amount: '7.00' })
    expect((await call('DELETE', `${there}/${id}`)).status).toBe(204)
    const made = await add()
    const changed = await call('PATCH', `${path}/${made.id}`, { amount: '5' })
    expect([changed.status, changed.body.amount, changed.body.version]).toEqual([
      200,
      '5.00',
      made.version + 1,
    ])
    const clash = await call('PATCH', `${path}/${made.id}`, { amount: '6', base: { amount: '4.50' } })
    expect([clash.status, clash.body.fields.amount]).toEqual([
      409,
      { mine: '6.00', theirs: '5.00', base: '4.50' },
    ])
    expect((await call('DELETE', `${path}/${made.id}`)).status).toBe(204)
    expect((await call('GET', `${path}/${made.id}`)).status).toBe(404)
    expect((await call('DELETE', `${path}/${made.id}`)).status).toBe(404)
  })

  it('C231 keeps a percentage to four places and dollars to two, also where its type changes', async () => {
    const made = await add({ type: '%', amount: '3.1415' })
    expect(made.amount).toBe('3.1415')
    const { status, body } = await call('PATCH', `${path}/${made.id}`, { type: 'f' })
    expect([status, body.amount]).toEqual([400, 'must be an amount such as "12.50"'])
    const flat = await call('PATCH', `${path}/${made.id}`, { type: 'f', amount: '3.1' })
    expect(flat.body).toMatchObject({ type: 'f', amount: '3.10' })
    const five = await add({ type: '%', amount: '5' })
    expect(five.amount).toBe('5.0000')
    const dollars = await call('PATCH', `${path}/${five.id}`, { type: 'f' })
    expect([dollars.status, dollars.body.amount]).toEqual([200, '5.00'])
  })

  it('that is added twice under one key is one', async () => {
    const again = () =>
      flow.server.call(flow.house.as.office, 'POST', path, {
        body: fee({ description: 'once' }),
        headers: { 'idempotency-key': `key of a ${kind}` },
      })
    const malformed = await again()
    expect(malformed.status).toBe(400)
    const key = { 'idempotency-key': `key-of-a-${kind}` }
    const [first, second] = [
      await flow.server.call(flow.house.as.office, 'POST', path, { body: fee(), headers: key }),
      await flow.server.call(flow.house.as.office, 'POST', path, { body: fee(), headers: key }),
    ]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(second.headers['idempotency-key']).toBe(key['idempotency-key'])
  })

  it('takes a key for one call only, adding, changing and removing', async () => {
    const key = { 'idempotency-key': `only-${kind}` }
    const keyed = (method: 'POST' | 'PATCH' | 'DELETE', at: string, body?: object) =>
      flow.server.call(flow.house.as.office, method, at, { body, headers: key })
    const { body: made } = await keyed('POST', path, fee({ description: 'mine' }))
    const other = await keyed('POST', path, fee({ description: 'another' }))
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    expect((await keyed('PATCH', `${path}/${made.id}`, { amount: '9' })).status).toBe(422)
    expect((await keyed('DELETE', `${path}/${made.id}`)).status).toBe(422)
    key['idempotency-key'] = `change-${kind}`
    const amounts = [{ amount: '9' }, { amount: '9' }].map((body) =>
      keyed('PATCH', `${path}/${made.id}`, body),
    )
    for (const { status, body } of await Promise.all(amounts))
      expect([status, body.amount, body.version]).toEqual([200, '9.00', made.version + 1])
    expect((await keyed('PATCH', `${path}/${made.id}`, { amount: '8' })).status).toBe(422)
    key['idempotency-key'] = `remove-${kind}`
    expect((await keyed('DELETE', `${path}/${made.id}`)).status).toBe(204)
    expect((await keyed('DELETE', `${path}/${made.id}`)).status).toBe(204)
    const twin = await flow.server.call(flow.house.as.manager, 'POST', path, { body: fee(), headers: key })
    expect(twin.status).toBe(201)
  })

  it.each([
    [{ type: 'x' }, /type/],
    [{ amount: 'much' }, /amount: must be an amount/],
    [{ amount: '1.234' }, /amount: must be an amount/],
    [{ type: '%', amount: '1.23456' }, /amount: must be an amount/],
    [{ warehouse: 77 }, /warehouse: is not a warehouse/],
    [{ product: '0000000000000' }, /product: is not a product/],
    [{ company_location: 999_999 }, /company_location: is not a location/],
    [{ company_location: null }, /company_location: is needed/],
  ])('refuses %j and says why', async (over, said) => {
    const { status, body } = await call('POST', path, fee(over))
    expect([status, body.message]).toEqual([400, expect.stringMatching(said)])
  })

  it('A208 does not change from the screen of an invoiced order', async () => {
    const made = await add()
    const { pool } = flow
    await pool.query('update orders set invoiced = true where id = $1', [flow.house.order.id])
    const from = `?order=${flow.house.order.id}`
    const { status, body } = await call('POST', `${path}${from}`, fee())
    const why = `Order ${flow.house.order.id} is invoiced and locked. Unlock it to change its fees.`
    expect([status, body.message]).toEqual([423, why])
    expect((await call('PATCH', `${path}/${made.id}${from}`, { amount: '9' })).status).toBe(423)
    expect((await call('DELETE', `${path}/${made.id}${from}`)).status).toBe(423)
    await pool.query('update orders set invoiced = false where id = $1', [flow.house.order.id])
    expect((await call('PATCH', `${path}/${made.id}${from}`, { amount: '9' })).body.amount).toBe('9.00')
  })

  it.each<[Somebody, number]>([
    ...BACK_OFFICE.map((name) => [name, 201] as [Somebody, number]),
    ['picker', 403],
    ['floorPicker', 403],
    ['buyer', 403],
    ['customer', 403],
  ])('A009 A011 added by a %s answers %i', async (name, status) => {
    expect((await call('POST', path, fee(), flow.house.as[name])).status).toBe(status)
    expect((await call('GET', path, undefined, flow.house.as[name])).status).toBe(status === 201 ? 200 : 403)
  })
})
