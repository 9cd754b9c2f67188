/** Invoices of earlier releases get their lines by a migration and come to what they came to; their credits stay as they are. */
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { makeFee, makeItem, makeOrder, makePiece } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const FOLDER = new URL('../../../server/schema/migrations/', import.meta.url)

const flow = openFlow()
beforeAll(async () => {
  await flow.pool.query(`update company_locations set taxable = false where id = $1`, [
    flow.house.location.id,
  ])
})

const query = <T>(text: string, values: unknown[] = []) =>
  flow.pool.query(text, values).then(({ rows }) => rows as T[])
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, { body })

async function migrate(name: string): Promise<void> {
  const file = readdirSync(FOLDER).find((one) => one.endsWith(`_${name}.sql`))!
  const statements = readFileSync(new URL(file, FOLDER), 'utf8').split('--> statement-breakpoint')
  for (const statement of statements) await query(statement)
}

const PER_LB = {
  weight_type: 'r/w',
  unit_price_per_lb: '5.00',
  case_price_per_lb: '4.80',
  average_unit_weight: '2.000',
  average_case_weight: '20.000',
}

/** Cans with a coupon, weighed meat of which one piece was not weighed, and fish by its nominal weight. */
async function makeInvoiced(): Promise<number> {
  const { id } = await makeOrder(flow.pool, orderAt(flow.house.location))
  const add = (over: Record<string, unknown>) => makeItem(flow.pool, { order_id: id, picked: true, ...over })
  await add({ unit_quantity: 2, coupon_amount: '1.25', coupon_note: 'Dented', final_price: '3.75' })
  // 2.105 + 2 lb by the unit, 19.9 lb by the case: 20.525 + 95.52
  const meat = await add({
    unit_quantity: 2,
    case_quantity: 1,
    price_snapshot: PER_LB,
    final_price: '116.05',
  })
  await makePiece(flow.pool, meat, { weight_lbs: '2.105', lot_code: 'L-1' })
  await makePiece(flow.pool, meat, { unit_type: 'c', weight_lbs: '19.900', lot_code: 'L-2' })
  await add({ unit_quantity: 3, price_snapshot: { ...PER_LB, weight_type: 'fix' }, final_price: '30.00' })
  await add({ out_of_stock: true, picked: false })
  expect((await call('POST', `orders/${id}/generateinvoice`, { confirm_average: true })).status).toBe(200)
  return id
}

const read = async (order: number) => (await call('GET', `orders/${order}/invoice`)).body

it('one without a copy gets the lines that it would be made of, with neither tax nor surcharges', async () => {
  const order = await makeInvoiced()
  const before = await read(order)
  expect(before).toMatchObject({ subtotal: '149.80', grand_total: '149.80' })
  await makeFee(flow.pool, {
    kind: 'surcharge',
    type: 'f',
    amount: 9,
    company_location_id: flow.house.location.id,
  })
  await query('update company_locations set taxable = true, sales_tax_rate = 8 where id = $1', [
    flow.house.location.id,
  ])
  await query('alter table invoices alter column document drop not null')
  await query('update invoices set document = null where order_id = $1', [order])
  await migrate('invoice_lines')
  await query('delete from fee_templates')
  expect(await read(order)).toEqual(before)
  // And what is changed of it is added up from these lines.
  expect((await call('PATCH', `orders/${order}/invoice`, { late_fee: '1' })).body.grand_total).toBe('150.80')
})

it('one with a copy keeps its sums: its coupons become lines, and a coupon in an override stays in it', async () => {
  const order = await makeInvoiced()
  const [cans, meat] = (await read(order)).items
  // As it was kept before: the total after the coupon, and none of the new fields.
  await query(
    `update invoices set document = jsonb_set(document, '{items}', (
       select jsonb_agg(e.item - 'coupon_note' - 'weight_type' - 'at_average' - 'by_hand'
         || jsonb_build_object('total', ((e.item ->> 'total')::numeric - (e.item ->> 'coupon_amount')::numeric)::text,
              'surcharges', '[{"id": 1, "name": "Fuel", "quantity": 1, "unit_price": "9.50", "total": "9.50"}]'::jsonb)
         order by n) from jsonb_array_elements(document -> 'items') with ordinality as e(item, n)))
      where order_id = $1`,
    [order],
  )
  const old = await query<{ document: { items: object[] } }>(
    'select document from invoices where order_id = $1',
    [order],
  )
  await migrate('invoice_lines')
  const [now] = (await read(order)).items
  expect(now).toMatchObject({ total: '5.00', coupon_amount: '1.25', coupon_note: 'Dented', by_hand: false })
  expect(now.surcharges).toMatchObject([{ type: 'f', amount: '9.50', total: '9.50' }])
  expect((await read(order)).items[1]).toMatchObject({ at_average: meat.at_average, weight_type: 'r/w' })

  await query('update invoices set document = $2, overrides = $3 where order_id = $1', [
    order,
    JSON.stringify(old[0]!.document),
    JSON.stringify({ items: { [cans.id]: { unit: '1.00', case: null } }, surcharges: {} }),
  ])
  await migrate('invoice_lines')
  expect((await read(order)).items[0]).toMatchObject({
    coupon_amount: '0.00',
    invoice_override_total: '2.00',
  })
})

it('a credit of an earlier release was typed as it is stored, and so is one that such a server stores beside this one', async () => {
  const order = await makeInvoiced()
  const reason = 'Spoilt'
  expect((await call('POST', `orders/${order}/invoice/credit`, { amount: '4.00', reason })).status).toBe(200)
  const before = await query('select count(*) from ledger')
  await query('alter table invoice_credits drop column discount')
  await migrate('credit_discount')
  expect(await query('select count(*) from ledger')).toEqual(before)
  await query(
    `insert into invoice_credits (company_location_id, order_id, of_order, reason, total, tax)
     select company_location_id, id, id, 'Late', -3.00, 0 from orders where id = $1`,
    [order],
  )
  expect((await read(order)).credits).toMatchObject([
    { amount: '4.00', total: '-4.00' },
    { amount: '3.00', total: '-3.00' },
  ])
})
