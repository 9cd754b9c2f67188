/** What a picker may change of a line, and what a line can hold at all. */
import { beforeEach, describe, expect, it } from 'vitest'
import { OrderItem } from '#contract/orders/schema.ts'
import { makeItem, makeOrder, makeProduct, type ItemRecord } from '../../factories/business.ts'
import { newId, patchOf, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord

beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
})

const as = (name: keyof House['as'], body: unknown) =>
  flow.server.call(flow.house.as[name], 'PATCH', `orderitems/${item.id}`, { body })
const get = async () => (await flow.server.call(flow.house.as.office, 'GET', `orderitems/${item.id}`)).body

describe('a picker', () => {
  it.each([
    [{ taxable: true }, 'taxable'],
    [{ coupon_amount: '1.00' }, 'coupon_amount'],
    [{ coupon_note: 'for a friend' }, 'coupon_note'],
    [{ admin_added: true }, 'admin_added'],
    [{ original_product: '0001' }, 'original_product'],
  ])('may not set %j: 403 in the field’s name, by call and by push', async (body, field) => {
    for (const name of ['picker', 'floorPicker'] as const) {
      const answer = await as(name, { ...body, picked: true })
      expect([answer.status, answer.body[field]]).toEqual([403, 'only the office may change this'])
      const [result] = await push(flow.server, flow.house.as[name], [
        patchOf(flow.house.people[name], item, body),
      ])
      expect(result).toMatchObject({ outcome: 'refused', status: 403 })
    }
    expect(await get()).toMatchObject({ version: 1, picked: false })
  })

  it('may send these fields as they are: a client that sends whole rows changes nothing by it', async () => {
    const { taxable, coupon_amount, coupon_note, admin_added, original_product } = await get()
    const same = { taxable, coupon_amount, coupon_note, admin_added, original_product }
    expect((await as('picker', { ...same, picked: true })).status).toBe(200)
  })

  it('cannot set a price', async () => {
    const before = await get()
    const { status, body } = await as('picker', {
      final_price: '0.01',
      estimated_price: '0.01',
      bin_override: 'A-1',
    })
    expect([status, body.final_price, body.estimated_price]).toEqual([
      200,
      before.final_price,
      before.estimated_price,
    ])
  })

  it('A201 A204 A206 sets ordered quantities, and the product by a substitution of any product', async () => {
    const { upc } = await makeProduct(flow.pool)
    expect((await as('picker', { units_ordered: 3 })).body.units_ordered).toBe(3)
    const swapped = await as('picker', { product: upc })
    expect([swapped.status, swapped.body.product, swapped.body.original_product]).toEqual([
      200,
      upc,
      item.product,
    ])
    const back = await as('picker', { product: item.product })
    expect([back.body.product, back.body.original_product]).toEqual([item.product, null])
  })

  it('adds a substitute without a coupon, and untaxed only where it is', async () => {
    const substitute = await makeProduct(flow.pool)
    const { upc } = await makeProduct(flow.pool, { acceptable_substitutions: [substitute.upc] })
    const old = await makeItem(flow.pool, { order_id: item.order_id, product: upc })
    const body = { order: item.order_id, product: substitute.upc, original_product: old.product }
    const add = (more: object) =>
      flow.server.call(flow.house.as.picker, 'POST', 'orderitems', { body: { ...body, ...more } })
    for (const more of [{ coupon_amount: '1.00' }, { taxable: false }, { admin_added: true }])
      expect([more, (await add(more)).status]).toEqual([more, 403])
    expect((await add({ units_ordered: 2 })).status).toBe(201)
  })
})

describe('a coupon', () => {
  it.each(['-500.00', '-9999999.99', '5.01', '-0.01'])(
    'of %s on a line of 5.00 is refused',
    async (coupon_amount) => {
      for (const name of BACK_OFFICE) {
        const { status, body } = await as(name, { coupon_amount })
        expect([status, body.coupon_amount]).toEqual([400, "must be between 0 and the line's price, 5.00"])
      }
      const made = await flow.server.call(flow.house.as.office, 'POST', 'orderitems', {
        body: { order: item.order_id, product: item.product, units_ordered: 2, coupon_amount },
      })
      expect(made.status).toBe(400)
    },
  )

  it.each(['0.00', '5.00'])('of %s is taken', async (coupon_amount) => {
    expect((await as('office', { coupon_amount })).body.coupon_amount).toBe(coupon_amount)
  })
})

describe('a line', () => {
  it('holds no more pieces than every user can read, however often they are counted', async () => {
    const { picker } = flow.house.people
    const scan = (unit_quantity: number) => ({ ...patchOf(picker, item, {}), adds: { unit_quantity } })
    expect((await push(flow.server, picker.username, [scan(5_000_000)]))[0]).toMatchObject({ status: 400 })
    await as('office', { unit_quantity: 999_990 })
    expect((await push(flow.server, picker.username, [scan(10)]))[0]).toMatchObject({ status: 200 })
    const [over] = await push(flow.server, picker.username, [scan(1)])
    expect(over).toMatchObject({
      outcome: 'refused',
      status: 400,
      body: { unit_quantity: 'would be more than a row can hold' },
    })
    expect(OrderItem.parse(await get()).unit_quantity).toBe(1_000_000)
  })
})

describe('another company’s order', () => {
  it.each(['buyer', 'customer'] as const)(
    'A005 answers 404 to %s whatever they want of it, as none does',
    async (name) => {
      const { order, item: far } = flow.house.elsewhere
      for (const [method, path, body] of [
        ['GET', `orderitems/${far.id}/audit`],
        ['GET', `productedit?order=${order.id}`],
        ['GET', `products?company_location=${flow.house.elsewhere.location.id}`],
        ['POST', 'orderitems', { order: order.id, product: far.product }],
        ['POST', 'ordersubitems', { order_item: far.id, unit_type: 'u' }],
      ] as const) {
        const answer = await flow.server.call(
          flow.house.as[name],
          method,
          path,
          body === undefined ? {} : { body },
        )
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
      const edits = [
        postOf(flow.house.people[name], 'orderitems', newId(), { order: order.id, product: far.product }),
        postOf(flow.house.people[name], 'ordersubitems', newId(), { order_item: far.id, unit_type: 'u' }),
      ]
      const results = await push(flow.server, flow.house.as[name], edits)
      expect(results.map(({ status }) => status)).toEqual([404, 404])
    },
  )
})

describe('a linked barcode', () => {
  it('by another name than its code is refused, and its batch goes on', async () => {
    const { picker } = flow.house.people
    const results = await push(flow.server, picker.username, [
      postOf(picker, 'barcodealternates', 'one code', { barcode: 'another', product: item.product }),
      patchOf(picker, item, { picked: true }),
    ])
    expect(results.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['refused', 400],
      ['applied', 200],
    ])
    expect((await flow.server.call(flow.house.as.picker, 'GET', 'barcodealternates/another')).status).toBe(
      404,
    )
  })

  it('that is another product’s is a conflict', async () => {
    const { picker } = flow.house.people
    const other = await makeProduct(flow.pool)
    const link = (product: string) => postOf(picker, 'barcodealternates', 'C-1', { barcode: 'C-1', product })
    const results = await push(flow.server, picker.username, [link(item.product), link(other.upc)])
    expect(results.map(({ status }) => status)).toEqual([201, 409])
  })
})
