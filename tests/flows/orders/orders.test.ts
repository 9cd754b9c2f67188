import { beforeEach, describe, expect, it } from 'vitest'
import { makeItem, makePiece, type ItemRecord, type OrderRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeOneLineOrder } from '../../factories/house.ts'

const flow = openFlow()
let order: OrderRecord
let item: ItemRecord

beforeEach(async () => {
  ;({ order, item } = await makeOneLineOrder(flow.pool, flow.house.location))
})

const theOrder = async () => (await flow.call('office', 'GET', `orders/${order.id}`)).body
const pick = () => flow.call('office', 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2, picked: true })
const invoice = () => flow.call('office', 'POST', `orders/${order.id}/generateinvoice`, {})

describe('an order', () => {
  it('A270 is returned by its id', async () => {
    const { status, body } = await flow.call('office', 'GET', `orders/${order.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: order.id,
      company_location: {
        id: flow.house.location.id,
        physical_address: { complete_address: '1 Dock Street, Jersey City NJ' },
      },
      delivery_date: order.delivery_date,
      status: 'placed',
      status_label: 'Placed',
      total: '5.00',
      invoiced: false,
    })
  })

  it.each([
    ['delivery_date', '2026-05-06'],
    ['placed_date', '2026-05-05'],
    ['placed_date', null],
    ['note', 'Leave at the side door — ask for Zoë'],
  ])('A271 takes a new %s: %s', async (field, value) => {
    const before = await theOrder()
    const { status, body } = await flow.call('office', 'PATCH', `orders/${order.id}`, { [field]: value })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: order.id, [field]: value })
    // Moved into the past it is late, which is decided with its day.
    const { [field]: _, version: _version, late_fee: _fee, ...rest } = before
    expect(await theOrder()).toMatchObject({ ...rest, [field]: value })
  })

  it.each([
    ['delivery_date', '2031-02-30'],
    ['delivery_date', null],
    ['placed_date', 'soon'],
    ['note', 7],
    ['total', '1.00'],
    ['invoiced', true],
    ['company_id', 1],
  ])('A271 refuses %s: %s and changes nothing', async (field, value) => {
    const before = await theOrder()
    const { status, body } = await flow.call('office', 'PATCH', `orders/${order.id}`, { [field]: value })
    expect([status, body[field]]).toEqual([400, expect.any(String)])
    expect(body.message).toContain(field)
    expect(await theOrder()).toEqual(before)
  })

  it('A272 is gone after DELETE, with its items and pieces', async () => {
    await makePiece(flow.pool, item)
    const { status, body } = await flow.call('office', 'DELETE', `orders/${order.id}`)
    expect([status, body]).toEqual([204, ''])
    expect((await flow.call('office', 'GET', `orders/${order.id}`)).status).toBe(404)
    expect((await flow.call('office', 'GET', `orderitems/${item.id}`)).status).toBe(404)
    expect((await flow.call('office', 'DELETE', `orders/${order.id}`)).status).toBe(404)
  })

  it('A150 picking_complete is true once every item is picked or out of stock', async () => {
    const { pool } = flow
    const short = await makeItem(pool, { order_id: order.id })
    const nothing = await makeItem(pool, { order_id: order.id, units_ordered: 0 })
    expect(await theOrder()).toMatchObject({ picking_complete: false, items_count: 3, picked_count: 1 })
    await pick()
    expect(await theOrder()).toMatchObject({ picking_complete: false, status: 'picking', picked_count: 2 })
    await flow.call('office', 'PATCH', `orderitems/${short.id}`, { out_of_stock: true })
    expect(await theOrder()).toMatchObject({ picking_complete: true, status: 'picked', picked_count: 3 })
    await flow.call('office', 'PATCH', `orderitems/${nothing.id}`, { units_ordered: 1 })
    expect(await theOrder()).toMatchObject({ picking_complete: false })
  })

  it('A150 an order without items is not complete', async () => {
    await flow.call('office', 'DELETE', `orderitems/${item.id}`)
    expect(await theOrder()).toMatchObject({ picking_complete: false, items_count: 0, status: 'placed' })
  })

  it('A149 total and picked_total follow the items', async () => {
    await pick()
    await makeItem(flow.pool, { order_id: order.id, estimated_price: '7.50' })
    expect(await theOrder()).toMatchObject({ total: '12.50', picked_total: '5.00', invoice_total: null })
  })
})

describe('an invoice', () => {
  it('A274 is generated: invoiced is true and invoice_total is set', async () => {
    await pick()
    const { status, body } = await invoice()
    expect(status).toBe(200)
    expect(body).toMatchObject({ invoiced: true, invoice_total: '5.00', status: 'invoiced' })
    expect(await theOrder()).toEqual(body)
  })

  it('A274 is not made twice, unless the call asks to make it again', async () => {
    await pick()
    await invoice()
    const again = await invoice()
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/already/)])
    const anew = await flow.call('office', 'POST', `orders/${order.id}/generateinvoice/`, {
      force_regenerate: true,
    })
    expect(anew.status).toBe(200)
    const { rows } = await flow.pool.query('select from invoices where order_id = $1', [order.id])
    expect(rows).toHaveLength(1)
  })

  it('is refused while a lot-tracked item was picked without its lot, and names the item', async () => {
    const { pool } = flow
    await pool.query('update order_items set lot_tracked = true where id = $1', [item.id])
    await pick()
    await makePiece(pool, item, { lot_code: 'L1' })
    const refused = await invoice()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/lot.*Product \d+/i)])
    expect(await theOrder()).toMatchObject({ invoiced: false, invoice_total: null })
    await makePiece(pool, item, { lot_code: 'L2' })
    expect((await invoice()).status).toBe(200)
  })

  it('A208 locks the order: each change of it, its items and pieces is refused with words, nothing changed', async () => {
    const piece = await makePiece(flow.pool, item, { weight_lbs: '1.000' })
    await pick()
    await invoice()
    const look = async () => [
      await theOrder(),
      (await flow.call('office', 'GET', `orderitems?order=${order.id}&no_page=1`)).body,
    ]
    const before = await look()
    for (const [method, path, body] of [
      ['PATCH', `orders/${order.id}`, { note: 'late' }],
      ['DELETE', `orders/${order.id}`],
      ['POST', 'orderitems', { order: order.id, product: item.product, units_ordered: 1 }],
      ['PATCH', `orderitems/${item.id}`, { unit_quantity: 1 }],
      ['DELETE', `orderitems/${item.id}`],
      ['POST', 'ordersubitems', { order_item: item.id, unit_type: 'u' }],
      ['PATCH', `ordersubitems/${piece.id}`, { weight_lbs: '2' }],
      ['DELETE', `ordersubitems/${piece.id}`],
    ] as const) {
      const answer = await flow.call('office', method, path, body)
      expect([method, path, answer.status]).toEqual([method, path, 423])
      expect(answer.body.message).toContain(`Order ${order.id} is invoiced and locked`)
    }
    expect(await look()).toEqual(before)
  })

  it('A273 A209 is deleted by unlock: invoiced is false and the order can be edited again', async () => {
    await pick()
    await invoice()
    const { status, body } = await flow.call('office', 'POST', `orders/${order.id}/unlock/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ invoiced: false, invoice_total: null, status: 'picked' })
    const { rowCount } = await flow.pool.query('select from invoices where order_id = $1', [order.id])
    expect(rowCount).toBe(0)
    expect((await flow.call('office', 'PATCH', `orderitems/${item.id}`, { unit_quantity: 1 })).status).toBe(
      200,
    )
  })

  it('A210 is needed: unlock of an order without one is refused with words', async () => {
    const { status, body } = await flow.call('office', 'POST', `orders/${order.id}/unlock`)
    const why = `Order ${order.id} has no invoice: there is nothing to unlock.`
    expect([status, body.message]).toEqual([409, why])
  })

  it.each(['p', 'e', 'i'])('cannot be unlocked or made again once the paid status is "%s"', async (paid) => {
    await pick()
    await invoice()
    await flow.pool.query('update orders set paid_status = $2 where id = $1', [order.id, paid])
    const why = paid === 'i' ? `A payment of order ${order.id} is in progress` : `Order ${order.id} is paid`
    const unlock = await flow.call('office', 'POST', `orders/${order.id}/unlock`)
    expect([unlock.status, unlock.body.message]).toEqual([409, `${why}: it stays locked.`])
    const anew = await flow.call('office', 'POST', `orders/${order.id}/generateinvoice`, {
      force_regenerate: true,
    })
    expect([anew.status, anew.body.message]).toEqual([409, `${why}: its invoice stays as it is.`])
    expect(await theOrder()).toMatchObject({ invoiced: true, paid_status: paid })
  })

  it('is made once when two ask at the same moment', async () => {
    await pick()
    const answers = await Promise.all([invoice(), invoice(), invoice()])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})
