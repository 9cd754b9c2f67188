/** What edit mode shows before it is saved is what the server then charges, also where the prices are odd. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Invoice, type FeeName } from '#contract/invoices/schema.ts'
import {
  feesOf,
  NOTHING_TYPED,
  overridesOf,
  resetAll,
  surchargeDraft,
  typedCredits,
  typedItems,
  typedTotals,
  typeFee,
  typeItem,
  typeSurcharge,
  typeTotal,
  type InvoiceDraft,
} from '#features/invoices/draft.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { exactPrice, surchargePrice } from '#contract/invoices/totals.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { differenceIn } from '../../factories/invoice-figures.ts'
import { makeHouse, orderAt, type House } from '../../factories/house.ts'

let server: TestServer
let house: House
/** Over taxed oil, 3 × 10.00 less a coupon of 4.00, with a handling of 8.25 %; and bread, 2 cases at 12.00. */
let order: number
beforeAll(async () => {
  server = await testServer()
  house = await makeHouse(server.database.pool)
})
afterAll(() => server.close())

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  server.call(house.as.office, method, path, { body })
const answer = async () => (await call('GET', `orders/${order}/invoice`)).body
const read = async () => readInvoice(await answer())

beforeEach(async () => {
  const { pool } = server.database
  const location = await makeLocation(pool, {
    company_id: house.location.company_id,
    taxable: true,
    sales_tax_rate: 8.875,
  })
  order = (await makeOrder(pool, orderAt(location))).id
  const add = async (name: string, over: object) => {
    const { upc: product } = await makeProduct(pool, { name })
    await makeItem(pool, { order_id: order, product, picked: true, ...over })
    return product
  }
  const oil = await add('Oil', {
    unit_quantity: 3,
    price_per_unit: '10.00',
    coupon_amount: '4.00',
    final_price: '26.00',
    taxable: true,
  })
  await add('Bread', { case_quantity: 2, price_per_case: '12.00', final_price: '24.00' })
  await pool.query(
    `insert into fee_templates (kind, type, amount, description, product) values ('surcharge', '%', 8.25, 'Handling', $1)`,
    [oil],
  )
  await call('POST', `orders/${order}/generateinvoice`)
})

/** Saves it as the screen does. */
async function save(draft: InvoiceDraft, invoice: Invoice): Promise<void> {
  const overrides = overridesOf(draft, invoice)
  const fees = feesOf(draft)
  if (overrides)
    expect((await call('POST', `orders/${order}/invoice/itemoverride`, overrides)).status).toBe(200)
  if (fees) expect((await call('PATCH', `orders/${order}/invoice`, fees)).status).toBe(200)
}

type Typing = (invoice: Invoice) => InvoiceDraft
const oilAt =
  (unit: string): Typing =>
  ({ items }) =>
    typeItem(NOTHING_TYPED, items[0]!, { unit })
const fees: Record<FeeName, string> = {
  credit_card_fee: '1.5',
  refrigerated_delivery_fee: '0',
  late_fee: '25.',
  fuel_surcharge: '7.01',
}

describe('the preview of typed prices', () => {
  const typings: [string, Typing][] = [
    ['a price of 0', oilAt('0')],
    ['a price below its coupon', oilAt('1')],
    ['a price of six places', oilAt('9.333333')],
    ['a price that is emptied', oilAt('')],
    [
      'a price for cases of which none were picked',
      ({ items }) => typeItem(NOTHING_TYPED, items[0]!, { byCase: '50' }),
    ],
    ['a total that three pieces do not divide', ({ items }) => typeTotal(NOTHING_TYPED, items[0]!, '10.00')],
    ['a total of 0 for cases', ({ items }) => typeTotal(NOTHING_TYPED, items[1]!, '0')],
    ['a surcharge of 0', ({ items }) => typeSurcharge(NOTHING_TYPED, items[0]!.surcharges[0]!, '0')],
    [
      'all four fees, one with a point only',
      (invoice) =>
        (Object.keys(fees) as FeeName[]).reduce(
          (draft, fee) => typeFee(draft, invoice, fee, fees[fee]),
          NOTHING_TYPED,
        ),
    ],
  ]
  it.each(typings)('B127 B128 is what the server charges: %s', async (_of, typing) => {
    for (const amount of ['12.00', '9.00'])
      await call('POST', `orders/${order}/invoice/credit`, { item: null, amount, reason: 'Spoilt' })
    const invoice = await read()
    const draft = typing(invoice)
    const [live, credits] = [typedTotals(draft, invoice), typedCredits(draft, invoice)]
    const typed = typedItems(draft, invoice)[0]!.surcharges[0]!
    await save(draft, invoice)
    const saved = await read()
    const { subtotal, tax_total, grand_total } = saved
    expect({ subtotal, tax_total, grand_total }).toEqual({
      subtotal: live.subtotal,
      tax_total: live.tax_total,
      grand_total: live.grand_total,
    })
    expect(saved.credits).toEqual(credits)
    expect(surchargePrice(saved.items[0]!.surcharges[0]!)).toBe(exactPrice(surchargeDraft(draft, typed)))
    const csv = await call('GET', `orders/${order}/invoice/downloadexport`)
    expect(differenceIn(Invoice.parse(await answer()), String(csv.body))).toBeNull()
  })

  it('is what the server charges after all prices are reset', async () => {
    const before = await read()
    await save(oilAt('2.5')(before), before)
    const changed = await read()
    const draft = resetAll(NOTHING_TYPED, changed)
    await save(draft, changed)
    const { grand_total, items } = await read()
    expect(grand_total).toBe(typedTotals(draft, changed).grand_total)
    expect([grand_total, items]).toEqual([before.grand_total, before.items])
  })
})

it('prices and fees that are a slip of the hand are refused with a sentence, and nothing is changed', async () => {
  const { pool } = server.database
  await pool.query(
    `update invoices set document = jsonb_set(document, '{items,0,unit_quantity}', '2000') where order_id = $1`,
    [order],
  )
  const before = await answer()
  const { items } = await read()
  const override = (body: object) =>
    call('POST', `orders/${order}/invoice/itemoverride`, { order_items: [], surcharge_items: [], ...body })
  const price = { invoice_override_unit_price: '9999999', invoice_override_case_price: null }
  const line = await override({ order_items: [{ id: items[0]!.id, ...price }] })
  expect([line.status, line.body.message]).toEqual([400, 'order_items: Oil comes to more than 9999999999.99'])
  const { id } = items[0]!.surcharges[0]!
  const surcharge = await override({ surcharge_items: [{ id, invoice_override_price: '9999999999' }] })
  expect(surcharge.status).toBe(400)
  const fee = await call('PATCH', `orders/${order}/invoice`, { late_fee: '9999999999.99' })
  expect([fee.status, fee.body.late_fee]).toEqual([400, expect.stringContaining('below 10000000')])
  expect(await answer()).toEqual(before)
})
