import { beforeEach, describe, expect, it } from 'vitest'
import { DetailedItem } from '#contract/orders/schema.ts'
import {
  makeItem,
  makePiece,
  makeProduct,
  type ItemRecord,
  type OrderRecord,
} from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeOneLineOrder } from '../../factories/house.ts'

const NO_PRICES = {
  weight_type: '',
  unit_price_per_lb: null,
  case_price_per_lb: null,
  average_unit_weight: null,
  average_case_weight: null,
}
const flow = openFlow()
let order: OrderRecord
let item: ItemRecord

beforeEach(async () => {
  ;({ order, item } = await makeOneLineOrder(flow.pool, flow.house.location))
})

const theItem = async (id = item.id) => (await flow.call('office', 'GET', `orderitems/${id}`)).body
const patch = (body: unknown) => flow.call('office', 'PATCH', `orderitems/${item.id}`, body)

describe('an order item', () => {
  it('B103 B209 C164 C335 has its product’s own facts in one place where product_detail asks for them', async () => {
    const { upc, name, item_code } = await makeProduct(flow.pool, {
      bin: 'D-4',
      weight_type: 'r/w',
    })
    await makeItem(flow.pool, { order_id: order.id, product: upc, bin_override: 'C-1' })
    const plain = await flow.call('office', 'GET', `orderitems/?order=${order.id}&no_page=1`)
    const detailed = await flow.call(
      'office',
      'GET',
      `orderitems/?order=${order.id}&product_detail=True&no_page=1`,
    )
    expect(plain.body).toHaveLength(2)
    // The same rows in the same order, with that and nothing else beside them.
    const rows = DetailedItem.strict().array().parse(detailed.body)
    expect(rows.map(({ product_data: _facts, ...row }) => row)).toEqual(plain.body)
    expect(rows.find(({ product }) => product === upc)).toMatchObject({
      bin_override: 'C-1',
      out_of_stock: false,
      ignore_missing_items: false,
      product_data: { name, bin: 'D-4', weight_type: 'r/w', item_code: { item_code } },
    })
  })

  it('A280 is created from its 15 fields', async () => {
    const { upc } = await makeProduct(flow.pool)
    const fields = {
      bin_override: 'C-04',
      cases_ordered: 1,
      case_quantity: 0,
      coupon_amount: '1.00',
      coupon_note: 'Sorry for last week',
      order: order.id,
      original_product: null,
      out_of_stock: false,
      product: upc,
      taxable: true,
      units_ordered: 3,
      unit_quantity: 0,
      picked: false,
      ignore_missing_items: true,
    }
    const made = await flow.call('office', 'POST', 'orderitems/', { ...fields, estimated_price: '31.50' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...fields, estimated_price: '31.50' })
    const list = await flow.call('office', 'GET', `orderitems?order=${order.id}&no_page=1`)
    expect(list.body.find((row: ItemRecord) => row.id === made.body.id)).toMatchObject({
      ...fields,
      units_originally_ordered: 3,
      cases_originally_ordered: 1,
      admin_added: true,
    })
  })

  it('A280 has the id that the device gave it, or one of the server', async () => {
    const id = newId()
    const body = { order: order.id, product: item.product, units_ordered: 1 }
    expect((await flow.call('office', 'POST', 'orderitems/', { ...body, id })).body.id).toBe(id)
    expect((await flow.call('office', 'POST', 'orderitems/', body)).body.id).toMatch(/^[0-9a-f-]{36}$/)
    const taken = await flow.call('office', 'POST', 'orderitems/', { ...body, id })
    expect([taken.status, taken.body.id]).toEqual([400, 'is taken'])
    const bad = await flow.call('office', 'POST', 'orderitems/', { ...body, id: '17' })
    expect([bad.status, bad.body.id]).toEqual([400, 'must be a UUID'])
  })

  it('A281 takes the 20 fields of a saved row and returns the saved record', async () => {
    const before = await theItem()
    const fields = {
      id: item.id,
      admin_added: true,
      price_snapshot: before.price_snapshot,
      scanned: true,
      bin_override: 'C-04',
      cases_ordered: 1,
      case_quantity: 1,
      coupon_amount: '0.50',
      coupon_note: 'Dented',
      order: order.id,
      original_product: null,
      out_of_stock: false,
      product: item.product,
      taxable: true,
      units_ordered: 3,
      unit_quantity: 2,
      picked: true,
      ignore_missing_items: true,
    }
    const saved = await patch({ ...fields, estimated_price: '31.50', final_price: '28.50' })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ ...fields, estimated_price: '31.50', final_price: '28.50' })
    expect(await theItem()).toMatchObject(saved.body)
  })

  it('A152 returns the picked units and cases as unit_quantity and case_quantity', async () => {
    await patch({ unit_quantity: 2, case_quantity: 1 })
    expect(await theItem()).toMatchObject({ unit_quantity: 2, case_quantity: 1, units_ordered: 2 })
  })

  it('A283 a PATCH returns the saved record and a DELETE an empty 204', async () => {
    const saved = await patch({ picked: true })
    expect([saved.status, saved.body]).toMatchObject([200, { id: item.id, picked: true, version: 2 }])
    const gone = await flow.call('office', 'DELETE', `orderitems/${item.id}`)
    expect([gone.status, gone.body]).toEqual([204, ''])
  })

  it('A282 is gone after DELETE with its pieces, and the order no longer counts it', async () => {
    const piece = await makePiece(flow.pool, item)
    await flow.call('office', 'DELETE', `orderitems/${item.id}/`)
    expect((await flow.call('office', 'GET', `orderitems?order=${order.id}&no_page=1`)).body).toEqual([])
    expect((await flow.call('office', 'GET', `ordersubitems/${piece.id}`)).status).toBe(404)
    const { body } = await flow.call('office', 'GET', `orders/${order.id}`)
    expect(body).toMatchObject({ items_count: 0, total: '0.00' })
  })

  it('A199 out of stock clears picked and sets the picked quantities to 0', async () => {
    await patch({ unit_quantity: 2, case_quantity: 1, picked: true, scanned: true })
    const { body } = await patch({ out_of_stock: true })
    const cleared = { out_of_stock: true, picked: false, unit_quantity: 0, case_quantity: 0 }
    expect(body).toMatchObject({ ...cleared, final_price: '0.00' })
    expect(await theItem()).toMatchObject(cleared)
  })

  it('A206 keeps the first product through any number of substitutions, so that revert returns to it', async () => {
    const { pool } = flow
    const [second, third] = [await makeProduct(pool, { display_unit_price: '9.00' }), await makeProduct(pool)]
    const ordered = await theItem()
    const once = await patch({ product: second.upc })
    expect(once.body).toMatchObject({
      product: second.upc,
      original_product: item.product,
      price_per_unit: '9.00',
    })
    const twice = await patch({ product: third.upc })
    expect(twice.body).toMatchObject({ product: third.upc, original_product: item.product })
    // Whatever a caller says, what was ordered stays what was ordered.
    const claimed = await patch({ product: second.upc, original_product: third.upc })
    expect(claimed.body).toMatchObject({ product: second.upc, original_product: item.product })
    const reverted = await patch({ product: item.product })
    expect(reverted.body).toMatchObject({ product: item.product, original_product: null })
    expect(await theItem()).toEqual({ ...ordered, version: 5 })
  })

  it.each([
    [{ unit_quantity: -1 }, 'unit_quantity'],
    [{ unit_quantity: 1.5 }, 'unit_quantity'],
    [{ unit_quantity: '2' }, 'unit_quantity'],
    [{ units_ordered: 1_000_001 }, 'units_ordered'],
    [{ picked: 'yes' }, 'picked'],
    [{ coupon_amount: 1 }, 'coupon_amount'],
    [{ coupon_amount: '1e3' }, 'coupon_amount'],
    [{ coupon_amount: '-0.01' }, 'coupon_amount'],
    [{ coupon_amount: '1.005' }, 'coupon_amount'],
    [{ final_price: '-1.00' }, 'final_price'],
    [{ final_price: '9.999' }, 'final_price'],
    [{ estimated_price: '-1.00' }, 'estimated_price'],
    [{ price_snapshot: { ...NO_PRICES, unit_price_per_lb: '-1.00' } }, 'price_snapshot.unit_price_per_lb'],
    [{ product: 'no such/upc' }, 'product'],
    [{ product: '0000000000000' }, 'product'],
    [{ order: 2_147_483_647 }, 'order'],
    [{ id: '018f2b1c-0000-7000-8000-000000000000' }, 'id'],
    [{ version: 9 }, 'version'],
    [{ lot_tracked: true }, 'lot_tracked'],
    [{ price_per_unit: '0.01' }, 'price_per_unit'],
  ])('refuses %j with 400, names the field and changes nothing', async (body, field) => {
    const before = await theItem()
    const answer = await patch(body)
    expect([answer.status, answer.body[field]]).toEqual([400, expect.any(String)])
    expect(answer.body.message).toContain(field)
    expect(await theItem()).toEqual(before)
  })

  it.each([[[]], ['text'], [7], [null]])('refuses the body %j', async (body) => {
    expect((await patch(body)).status).toBe(400)
  })

  it('answers 404 for an unknown id, and for one that is none', async () => {
    for (const id of [newId(), 'abc', '17', '%00', "'"])
      for (const [method, body] of [['GET'], ['PATCH', { picked: true }], ['DELETE']] as const) {
        const answer = await flow.call('office', method, `orderitems/${id}`, body)
        expect([id, method, answer.status]).toEqual([id, method, 404])
        expect(answer.body.message).toBe('There is no such item.')
      }
  })

  it('is not added to an order or with a product that is not there', async () => {
    const body = { order: order.id, product: item.product }
    const noOrder = await flow.call('office', 'POST', 'orderitems', { ...body, order: 2_147_483_647 })
    expect([noOrder.status, noOrder.body.message]).toEqual([404, expect.stringContaining('2147483647')])
    const noProduct = await flow.call('office', 'POST', 'orderitems', { ...body, product: '0000000000000' })
    expect([noProduct.status, noProduct.body.product]).toEqual([400, 'is not a product'])
    expect((await flow.call('office', 'POST', 'orderitems', { product: item.product })).status).toBe(400)
  })

  it('takes changes of different fields at the same moment, each applied once', async () => {
    const bodies = [{ picked: true }, { scanned: true }, { taxable: true }, { bin_override: 'Z-1' }]
    const answers = await Promise.all(bodies.map((body) => patch(body)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await theItem()).toMatchObject({ ...Object.assign({}, ...bodies), version: 5 })
  })
})

describe('a product that is not sold any more', () => {
  it('is refused as a new product of a line, and a line that has it stays and returns to it', async () => {
    const [old, gone, pears] = [
      await makeProduct(flow.pool, { name: 'Plums' }),
      await makeProduct(flow.pool, { name: 'Sloes' }),
      await makeProduct(flow.pool, { name: 'Pears' }),
    ]
    const patch = (id: string, body: Record<string, unknown>) =>
      flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${id}`, { body })
    const close = (upc: string) => flow.pool.query('update products set active = false where upc = $1', [upc])
    const { id } = await makeItem(flow.pool, { product: old.upc })
    const held = await makeItem(flow.pool, { product: gone.upc })
    await close(gone.upc)
    const refused = await patch(id, { product: gone.upc })
    expect([refused.status, refused.body.product]).toEqual([400, 'Sloes is not sold any more'])
    expect((await patch(held.id, { product: gone.upc, unit_quantity: 1 })).status).toBe(200)
    await patch(id, { product: pears.upc })
    await close(old.upc)
    const back = await patch(id, { product: old.upc })
    expect([back.status, back.body.original_product]).toEqual([200, null])
  })
})
