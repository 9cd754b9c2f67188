import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OrderItem, OrderItemRow, OrderRow, OrderSubitem, OrderSubitemRow } from '#contract/orders/schema.ts'
import { Customer } from '#contract/people/customer.ts'
import { CompanyLocation, User } from '#contract/people/schema.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import { BarcodeAlternate, ListedProduct } from '#contract/products/schema.ts'
import { WarehouseSetup } from '#contract/warehouses/schema.ts'
import { Changes } from '#contract/sync/protocol.ts'
import { makeBarcode, makeItem, makePiece, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeDevice } from '../../factories/pulls.ts'

const flow = openFlow()
let upc: string

const SNAPSHOT = {
  weight_type: 'r/w',
  unit_price_per_lb: '4.99',
  case_price_per_lb: '4.79',
  average_unit_weight: '2.500',
  average_case_weight: '30.000',
}

/** Every field of everything holds something, so that a wrong form cannot hide behind a null. */
beforeAll(async () => {
  const { pool } = flow
  const substitute = await makeProduct(pool)
  ;({ upc } = await makeProduct(pool, {
    weight_type: 'r/w',
    display_unit_price_per_lb: '4.99',
    display_case_price_per_lb: '4.79',
    average_unit_weight: '2.5',
    average_case_weight: '30',
    weight_min_lbs: '1',
    weight_max_lbs: '4',
    supplier_rate: '3.10',
    acceptable_substitutions: [substitute.upc],
  }))
  await makeBarcode(pool, '0000123', upc)
  const item = await makeItem(pool, {
    order_id: flow.house.order.id,
    product: upc,
    original_product: substitute.upc,
    price_snapshot: SNAPSHOT,
    bin_override: 'B-2',
    scanned: true,
    coupon_amount: '1',
    coupon_note: 'Thanks',
    lot_tracked: true,
  })
  await makePiece(pool, item, { weight_lbs: '2.5', weight_kg: '1.134', lot_code: 'L01', serial: 's' })
  await pool.query(
    `update orders set placed_date = '2031-03-10', invoice_total = 5, paid_status = 'r', customer_id = $2 where id = $1`,
    [flow.house.order.id, flow.house.people.buyer.id],
  )
})

/** An object whose every level refuses a field that the contract does not list. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape)
    return z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, strict(field)])))
  }
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element as z.ZodType))
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap() as z.ZodType).optional()
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap() as z.ZodType).nullable()
  return schema
}
const problems = (schema: z.ZodType, body: unknown) =>
  strict(schema)
    .safeParse(body)
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

/** What is wrong with a list and with each of its records, for staff and for a customer. Nothing listed is wrong too. */
async function wrongs(schema: z.ZodType, list: string, one: (row: Record<string, unknown>) => string | null) {
  const wrong: string[] = []
  for (const person of [flow.house.as.office, flow.house.as.customer]) {
    const { body } = await flow.server.call(person, 'GET', list)
    if (body.length === 0) wrong.push(`${person} gets nothing`)
    wrong.push(...problems(z.array(schema), body))
    for (const row of body) {
      const path = one(row)
      if (path && !isDeepStrictEqual((await flow.server.call(person, 'GET', path)).body, row))
        wrong.push(`${path} is another`)
    }
  }
  return wrong
}

describe('an answer has the fields that the contract lists, no more and no less', () => {
  it('A149 an order', async () => {
    expect(await wrongs(OrderRow, 'orders?no_page=1', ({ id }) => `orders/${id as number}`)).toEqual([])
  })

  it('A151 an order item, with its product and its pieces', async () => {
    expect(
      await wrongs(
        OrderItem,
        `orderitems?order=${flow.house.order.id}&no_page=1`,
        ({ id }) => `orderitems/${id as string}`,
      ),
    ).toEqual([])
  })

  it('A154 an order subitem', async () => {
    expect(
      await wrongs(
        OrderSubitem,
        `ordersubitems?order=${flow.house.order.id}&no_page=1`,
        ({ id }) => `ordersubitems/${id as string}`,
      ),
    ).toEqual([])
  })

  it('A145 C150 a product', async () => {
    expect(
      await wrongs(
        ListedProduct,
        'products?no_page=1&include_inactive=true&include_nonprimary=true',
        (row) =>
          `products/${row['upc'] as string}?substitution_detail=true&include_inactive=true&include_nonprimary=true`,
      ),
    ).toEqual([])
  })

  it('C140 C141 C147 C148 C149 a product as the office edits it', async () => {
    const { body } = await flow.server.call(
      flow.house.as.office,
      'GET',
      'productedit?no_page=1&include_inactive=true',
    )
    expect(body).not.toEqual([])
    expect(problems(z.array(OfficeProduct), body)).toEqual([])
  })

  it('A162 a user', async () => {
    expect(await wrongs(User, 'users?no_page=1', ({ id }) => `users/${id as number}`)).toEqual([])
  })

  it('A138 the signed-in user has id, username, role_id, is_staff and company', async () => {
    const { body } = await flow.server.call(flow.house.as.customer, 'GET', 'users?no_page=1')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      id: flow.house.people.customer.id,
      username: flow.house.as.customer,
      role_id: 32,
      is_staff: false,
      company: flow.house.location.company_id,
      company_location: [flow.house.location.id],
    })
  })

  it('A159 a company location; the office is given all that is kept of one', async () => {
    expect(await wrongs(CompanyLocation, 'companylocations?no_page=1', () => null)).toEqual([])
    const one = async (as: string) =>
      (await flow.server.call(as, 'GET', `companylocations/${flow.house.location.id}`)).body
    expect(problems(CompanyLocation, await one(flow.house.as.customer))).toEqual([])
    expect(problems(Customer, await one(flow.house.as.office))).toEqual([])
  })

  it('A161 a warehouse', async () => {
    expect(await wrongs(WarehouseSetup, 'warehouses?no_page=1', () => null)).toEqual([])
    expect((await flow.server.call(flow.house.as.picker, 'GET', 'warehouses?no_page=1')).body).toContainEqual(
      {
        id: 3,
        name: 'Dry & Chill',
        csv_header_mapping: {},
        unit_type_mapping: {},
      },
    )
  })

  it('A294 a linked barcode', async () => {
    const list = await flow.server.call(flow.house.as.picker, 'GET', 'barcodealternates?no_page=1')
    expect(problems(z.array(BarcodeAlternate), list.body)).toEqual([])
    expect(list.body).toEqual([{ barcode: '0000123', product: upc }])
  })

  it('the saved row of an item and of a piece, with money and weights in their one form', async () => {
    const { body: item } = await flow.server.call(
      flow.house.as.office,
      'PATCH',
      `orderitems/${flow.house.item.id}`,
      {
        body: { coupon_amount: '1.5', bin_override: 'C-1' },
      },
    )
    expect(problems(OrderItemRow, item)).toEqual([])
    expect(item).toMatchObject({ coupon_amount: '1.50' })
    const made = await flow.server.call(flow.house.as.office, 'POST', 'ordersubitems', {
      body: { order_item: flow.house.item.id, unit_type: 'u', weight_lbs: '2.5' },
    })
    expect(problems(OrderSubitemRow, made.body)).toEqual([])
    expect(made.body).toMatchObject({ weight_lbs: '2.500' })
    const { body: order } = await flow.server.call(
      flow.house.as.office,
      'PATCH',
      `orders/${flow.house.order.id}`,
      {
        body: { note: 'Side door' },
      },
    )
    expect(problems(OrderRow, order)).toEqual([])
  })

  it.each(['office', 'picker', 'customer'] as const)('every page of changes, to %s', async (name) => {
    const device = makeDevice(flow.server, flow.house.as[name])
    const pages = await device.pull()
    for (const page of pages) expect(problems(Changes, page)).toEqual([])
    expect(device.rows.items.size).toBeGreaterThan(0)
    expect(device.rows.products.size).toBeGreaterThan(0)
  })
})
