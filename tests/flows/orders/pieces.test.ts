import { beforeEach, describe, expect, it } from 'vitest'
import { makeItem, makeOrder, makePiece, type ItemRecord } from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord

beforeEach(async () => {
  item = await lineOfAnOrder()
})

async function lineOfAnOrder() {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  return makeItem(flow.pool, { order_id: order.id })
}
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  flow.server.call(flow.house.as.picker, method, path, body === undefined ? {} : { body })
const piecesOf = async (...orders: number[]) =>
  (await call('GET', `ordersubitems?${orders.map((id) => `order=${id}`).join('&')}&no_page=1`)).body

describe('an order subitem', () => {
  it('A275 is listed for each order that the repeated parameter names', async () => {
    const other = await lineOfAnOrder()
    const [mine, theirs] = [await makePiece(flow.pool, item), await makePiece(flow.pool, other)]
    const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
    expect(ids(await piecesOf(item.order_id))).toEqual([mine.id])
    expect(ids(await piecesOf(item.order_id, other.order_id))).toEqual([mine.id, theirs.id])
  })

  it.each([
    [{}, { weight_lbs: null, lot_code: null }],
    [{ lot_code: '007-A' }, { weight_lbs: null, lot_code: '007-A' }],
    [{ weight_lbs: '12.345' }, { weight_lbs: '12.345', lot_code: null }],
    [
      { weight_lbs: '3', lot_code: '  L9 ' },
      { weight_lbs: '3.000', lot_code: 'L9' },
    ],
    [{ lot_code: '' }, { weight_lbs: null, lot_code: null }],
  ])('A276 is created with %j', async (given, stored) => {
    const made = await call('POST', 'ordersubitems/', { order_item: item.id, unit_type: 'c', ...given })
    expect(made.status).toBe(201)
    const expected = { id: expect.any(String), order_item: item.id, unit_type: 'c', ...stored }
    expect(made.body).toMatchObject(expected)
    expect(await piecesOf(item.order_id)).toMatchObject([{ ...expected, price_per_unit: '2.50' }])
    expect((await call('GET', `orderitems/${item.id}`)).body.subitems).toMatchObject([expected])
  })

  it('A277 takes a new weight, lot and unit type', async () => {
    const { id } = await makePiece(flow.pool, item, { weight_lbs: '1.000' })
    const change = { order_item: item.id, unit_type: 'c', weight_lbs: '2.250', lot_code: 'L2' }
    const { status, body } = await call('PATCH', `ordersubitems/${id}`, change)
    expect([status, body]).toMatchObject([200, { id, ...change }])
    expect(await piecesOf(item.order_id)).toMatchObject([change])
    await call('PATCH', `ordersubitems/${id}`, { weight_lbs: null })
    expect(await piecesOf(item.order_id)).toMatchObject([{ weight_lbs: null, lot_code: 'L2' }])
  })

  it('that is deleted leaves each of its changes in the history of its item', async () => {
    const made = await call('POST', 'ordersubitems/', { order_item: item.id, unit_type: 'u' })
    await call('PATCH', `ordersubitems/${made.body.id}`, { weight_lbs: '12.300' })
    await call('DELETE', `ordersubitems/${made.body.id}`)
    const { body } = await call('GET', `orderitems/${item.id}/audit`)
    expect(body).toMatchObject([
      { method: 'POST' },
      { method: 'PATCH', body: { weight_lbs: '12.300' } },
      { method: 'DELETE', username: flow.house.people.picker.username },
    ])
  })

  it('A278 is gone from the list after DELETE', async () => {
    const { id } = await makePiece(flow.pool, item)
    const { status, body } = await call('DELETE', `ordersubitems/${id}`)
    expect([status, body]).toEqual([204, ''])
    expect(await piecesOf(item.order_id)).toEqual([])
  })

  it.each([
    [{ weight_lbs: '-1' }, 'weight_lbs'],
    [{ weight_lbs: '1.2345' }, 'weight_lbs'],
    [{ weight_lbs: 12 }, 'weight_lbs'],
    [{ weight_lbs: 'heavy' }, 'weight_lbs'],
    [{ unit_type: 'box' }, 'unit_type'],
    [{ lot_code: 'L'.repeat(65) }, 'lot_code'],
    [{ order_item: newId() }, 'order_item'],
    [{ order_item: 12 }, 'order_item'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j with 400, names the field and changes nothing', async (change, field) => {
    const { id } = await makePiece(flow.pool, item)
    const before = await piecesOf(item.order_id)
    for (const answer of [
      await call('PATCH', `ordersubitems/${id}`, change),
      await call('POST', 'ordersubitems', { order_item: item.id, unit_type: 'u', ...change }),
    ])
      expect([answer.status, answer.body[field]]).toEqual([400, expect.any(String)])
    expect(await piecesOf(item.order_id)).toEqual(before)
  })

  it('answers 404 for an unknown id', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { weight_lbs: '1' }], ['DELETE']] as const) {
      const answer = await call(method, `ordersubitems/${newId()}`, body)
      expect([method, answer.status, answer.body.message]).toEqual([method, 404, 'There is no such piece.'])
    }
  })
})
