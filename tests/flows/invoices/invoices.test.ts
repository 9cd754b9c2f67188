import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { howComputed } from '#contract/invoices/computed.ts'
import { Invoice } from '#contract/invoices/schema.ts'
import { writeSetting } from '#server/settings/store.ts'
import {
  makeItem,
  makeOrder,
  makePiece,
  makeProduct,
  soldByWeight,
  type OrderRecord,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
/** Two taxed pieces at 2.50, a weighed cut of 4.110 lb at 9.99, and a case of each at 24.00. */
let order: OrderRecord
let plain: string
let cut: string

beforeAll(async () => {
  await flow.pool.query(
    `update company_locations set taxable = true, sales_tax_rate = 8.875, fuel_surcharge = true,
            refrigerated_delivery_fee = 12, late_order_fee = 25, payments_enabled = true,
            billing_address = '{"address_line1":"1 Bill St","address_line2":"","city":"Hoboken","state":"NJ","zip":"07030"}'
      where id = $1`,
    [flow.house.location.id],
  )
})

beforeEach(async () => {
  const { pool } = flow
  order = await makeOrder(pool, {
    ...orderAt(flow.house.location),
    customer_id: flow.house.people.customer.id,
    // The invoice decides about the late fee. The order is in time, at whatever hour the test runs.
    late_fee: null,
    placed_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  })
  plain = (
    await makeItem(pool, {
      order_id: order.id,
      units_ordered: 2,
      cases_ordered: 1,
      unit_quantity: 2,
      case_quantity: 1,
      picked: true,
      taxable: true,
      final_price: '29.00',
      product: (
        await makeProduct(pool, {
          name: 'Olive Oil',
          units_per_case: 6,
          display_units_per_case_on_invoice: true,
        })
      ).upc,
    })
  ).id
  const weighed = await makeItem(pool, {
    order_id: order.id,
    units_ordered: 1,
    unit_quantity: 1,
    picked: true,
    final_price: '41.06',
    price_per_unit: '39.96',
    price_snapshot: soldByWeight('9.99'),
  })
  cut = weighed.id
  await makePiece(pool, weighed, { weight_lbs: '4.110', lot_code: 'L-7' })
  await makeItem(pool, { order_id: order.id, units_ordered: 3, out_of_stock: true })
})

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, by = flow.house.as.office) =>
  flow.server.call(by, method, path, { body })
const at = (rest = '') => `orders/${order.id}/invoice${rest}`
const read = async (by = flow.house.as.office) => Invoice.parse((await call('GET', at(), undefined, by)).body)
async function made(): Promise<Invoice> {
  expect((await call('POST', `orders/${order.id}/generateinvoice`)).status).toBe(200)
  return read()
}
const override = (id: string, unit: string | null, byCase: string | null = null) =>
  call('POST', at('/itemoverride'), {
    order_items: [{ id, invoice_override_unit_price: unit, invoice_override_case_price: byCase }],
    surcharge_items: [],
  })

describe('an invoice', () => {
  it('shows mail addresses only to those who may mail it', async () => {
    const { pool } = flow
    await pool.query('update company_locations set cc_addresses = $2 where id = $1', [
      flow.house.location.id,
      ['books@example.com'],
    ])
    await pool.query('update users set email = $2 where id = $1', [
      flow.house.people.customer.id,
      'chef@example.com',
    ])
    try {
      const addresses = ({ customer, company_location_cc_addresses: cc }: Invoice) => [customer.email, cc]
      expect(addresses(await made())).toEqual(['chef@example.com', ['books@example.com']])
      for (const who of ['picker', 'customer', 'buyer'] as const)
        expect(addresses(await read(flow.house.as[who]))).toEqual(['', null])
    } finally {
      await pool.query(`update company_locations set cc_addresses = '{}'`)
      await pool.query(`update users set email = ''`)
    }
  })

  it('B039 B040 B041 B042 B084 B088 B214 says what was picked, weighed and traced, and what it comes to', async () => {
    const invoice = await made()
    expect(invoice).toMatchObject({
      order_id: order.id,
      order_delivery_date: order.delivery_date,
      company_location_name: flow.house.location.name,
      bill_to_address: '1 Bill St, Hoboken, NJ 07030',
      ship_to_address: '1 Dock Street, Jersey City NJ',
      customer: { username: flow.house.as.customer, email: '' },
      subtotal: '70.06',
      credit_card_fee: '0.00',
      refrigerated_delivery_fee: '12.00',
      late_fee: '0.00',
      fuel_surcharge: '0.00',
      tax_rate: '8.875',
      // 29.00 × 8.875 % = 2.57375
      tax_total: '2.57',
      grand_total: '84.63',
      paid_status: '',
      payable: false,
      company_location_cc_addresses: null,
    })
    expect(invoice.items).toHaveLength(2)
    expect(invoice.items[0]).toMatchObject({
      id: plain,
      name: 'Olive Oil',
      unit_quantity: 2,
      case_quantity: 1,
      unit_price: '2.50',
      case_price: '24.00',
      total: '29.00',
      taxable: true,
      weighable: false,
      units_per_case: 6,
      display_units_per_case_on_invoice: true,
      catch_weight_lbs: null,
      surcharges: [],
    })
    expect(invoice.items[1]).toMatchObject({
      id: cut,
      unit_price: '9.99',
      total: '41.06',
      weighable: true,
      subitem_weights: { u: ['4.110'], c: [] },
      subitem_lot_codes: { u: ['L-7'], c: [] },
      catch_weight_lbs: '4.110',
    })
    const { body } = await call('GET', `orders/${order.id}`)
    expect(body.invoice_total).toBe('84.63')
  })

  it('keeps what it says when its products and its location are renamed', async () => {
    const before = await made()
    const { pool } = flow
    const { rows } = await pool.query<{ name: string }>('select name from company_locations where id = $1', [
      flow.house.location.id,
    ])
    await pool.query(`update company_locations set name = 'Renamed' where id = $1`, [flow.house.location.id])
    await pool.query(`update products set name = 'Renamed', units_per_case = 99`)
    expect(await read()).toEqual(before)
    await pool.query('update company_locations set name = $2 where id = $1', [
      flow.house.location.id,
      rows[0]!.name,
    ])
  })

  it.each([
    // New York: four hours behind in summer, five in winter; the clocks change on 8 March and on 1 November 2026.
    ['at six on the day before', '2026-11-23T23:00:00Z', '2026-11-24', '0.00'],
    ['at 23:30 on the day before', '2026-11-24T04:30:00Z', '2026-11-24', '25.00'],
    ['at 23:30 two days before', '2026-11-24T04:30:00Z', '2026-11-25', '0.00'],
    ['at midnight, on its own day', '2026-11-24T05:00:00Z', '2026-11-24', '25.00'],
    ['at six on the day when clocks go forward', '2026-03-08T22:00:00Z', '2026-03-09', '0.00'],
    ['a minute after six on that day', '2026-03-08T22:01:00Z', '2026-03-09', '25.00'],
    ['at six on the day when clocks go back', '2026-11-01T23:00:00Z', '2026-11-02', '0.00'],
    ['a minute after six on that day', '2026-11-01T23:01:00Z', '2026-11-02', '25.00'],
  ])('charges an order that was placed %s: %s for %s is %s', async (_, placed, delivery, late_fee) => {
    await flow.pool.query('update orders set placed_at = $2, delivery_date = $3 where id = $1', [
      order.id,
      placed,
      delivery,
    ])
    const late = late_fee !== '0.00'
    expect(await made()).toMatchObject({ late_fee, grand_total: late ? '109.63' : '84.63' })
    // The fee is charged once: an invoice that is made again has it once more and not twice.
    const again = await call('POST', `orders/${order.id}/generateinvoice`, { force_regenerate: true })
    expect(again.status).toBe(200)
    expect(await read()).toMatchObject({ late_fee })
  })

  it.each([
    ['2026-11-24T00:04:00Z', '2026-11-24T00:04:00.400Z', 'placed 11/23/2026 19:04'],
    [
      '2026-11-23T23:58:00Z',
      '2026-11-24T03:10:00Z',
      'placed 11/23/2026 18:58 by the device’s clock, received 22:10',
    ],
    [
      '2026-11-24T04:58:00Z',
      '2026-11-24T06:10:00Z',
      'placed 11/23/2026 23:58 by the device’s clock, received 11/24/2026 01:10',
    ],
  ])('names when a late order was placed (%s) and received (%s): %s', async (placed, received, note) => {
    await flow.pool.query(
      `update orders set placed_at = $2, created_date = $3, delivery_date = '2026-11-24' where id = $1`,
      [order.id, placed, received],
    )
    expect(await made()).toMatchObject({ late_fee: '25.00', late_fee_note: note })
    await flow.pool.query(`update orders set delivery_date = '2026-11-30' where id = $1`, [order.id])
    await call('POST', `orders/${order.id}/generateinvoice`, { force_regenerate: true })
    expect(await read()).not.toHaveProperty('late_fee_note')
  })

  it('charges by the cut-off that the distributor has set, and never for the placed date that the office writes', async () => {
    const { pool } = flow
    const { rows } = await pool.query<{ delivery_date: string }>(
      `update orders set delivery_date = '2026-11-24', placed_date = '2026-11-24', placed_at = '2026-11-22T15:00:00Z'
        where id = $1 returning delivery_date::text`,
      [order.id],
    )
    expect([rows[0]!.delivery_date, (await made()).late_fee]).toEqual(['2026-11-24', '0.00'])
    expect(await writeSetting(pool, 'cutoff_days', '3')).toBeNull()
    await call('POST', `orders/${order.id}/generateinvoice`, { force_regenerate: true })
    expect((await read()).late_fee).toBe('25.00')
    await writeSetting(pool, 'cutoff_days', null)
  })

  it('B092 has the surcharges of its goods under their items: a flat one a piece, a percentage of the line', async () => {
    const { pool } = flow
    const { rows } = await pool.query<{ product: string }>('select product from order_items where id = $1', [
      plain,
    ])
    await pool.query(
      `insert into fee_templates (kind, type, amount, description, product, company_location_id) values
         ('surcharge', 'f', 0.25, 'Bottle deposit', $1, null),
         ('surcharge', '%', 1.5, 'Handling', null, $2),
         ('surcharge', 'f', 0.05, 'Fuel', null, $2),
         ('surcharge', 'f', 100, 'Of another customer', null, $3),
         ('margin', 'f', 100, 'No surcharge', $1, null)`,
      [rows[0]!.product, flow.house.location.id, flow.house.elsewhere.location.id],
    )
    const invoice = await made()
    await pool.query('delete from fee_templates')
    const [first, second] = invoice.items.map(({ surcharges }) => surcharges)
    expect(first).toMatchObject([
      {
        id: 1,
        name: 'Bottle deposit',
        quantity: 3,
        unit_price: '0.25',
        total: '0.75',
        type: 'f',
        amount: '0.25',
        invoice_override_price: null,
      },
      // 29.00 × 1.5 % = 0.435, a third of it for display
      {
        id: 2,
        name: 'Handling',
        quantity: 3,
        unit_price: '0.15',
        total: '0.44',
        type: '%',
        amount: '1.5000',
      },
      { id: 3, name: 'Fuel', quantity: 3, unit_price: '0.05', total: '0.15' },
    ])
    expect(second).toMatchObject([
      { id: 4, name: 'Handling', total: '0.62' },
      { id: 5, name: 'Fuel', total: '0.05' },
    ])
    expect(invoice.subtotal).toBe('72.07')
  })

  it('has a coupon as a line of its own under its item, which stays whole', async () => {
    const { pool } = flow
    await pool.query(
      `update order_items set coupon_amount = 4, coupon_note = 'Dented', final_price = 25 where id = $1`,
      [plain],
    )
    const invoice = await made()
    expect(invoice.items[0]).toMatchObject({ total: '29.00', coupon_amount: '4.00', coupon_note: 'Dented' })
    // 25.00 × 8.875 % = 2.21875
    expect(invoice).toMatchObject({ subtotal: '66.06', tax_total: '2.22', grand_total: '80.28' })
    const csv = String((await call('GET', at('/downloadexport'))).body)
    expect(csv).toMatch(/,Coupon,(?:,){6},-4\.00\r\n/)
    // The coupon takes off at most the price of the line.
    const free = (await override(plain, '1.00', '1.00')).body
    expect(free).toMatchObject({ subtotal: '41.06', tax_total: '0.00' })
  })

  it('keeps of each line how it was computed', async () => {
    const [oil, meat] = (await made()).items
    expect(howComputed(oil!)).toBe('2 pieces × $2.50 + 1 case × $24.00')
    expect(howComputed(meat!)).toBe('1 piece, 4.11 lb × $9.99/lb')
    const { items } = Invoice.parse((await override(cut, '8.333333')).body)
    expect(howComputed(items[1]!)).toBe('1 piece, 4.11 lb × $8.333333/lb instead of $9.99')
  })

  it('B201 is read by every person who may see its order, and by no other', async () => {
    const invoice = await made()
    for (const who of ['customer', 'buyer', 'picker', 'sales'] as const)
      expect([who, await read(flow.house.as[who])]).toEqual([who, invoice])
    expect((await call('GET', at(), undefined, flow.house.as.stranger)).status).toBe(404)
    expect((await call('GET', at('/downloadexport'), undefined, flow.house.as.stranger)).status).toBe(404)
    expect((await flow.server.call(null, 'GET', at())).status).toBe(401)
  })

  it('is not there before it is made, and says so', async () => {
    const { status, body } = await call('GET', at())
    expect([status, body.message]).toEqual([404, `There is no invoice of order ${order.id}.`])
  })

  it('B085 says paid externally by its own code, and what is being paid as ready', async () => {
    await made()
    const stands = async (status: string) => {
      await flow.pool.query('update orders set paid_status = $2 where id = $1', [order.id, status])
      const { paid_status, payable, payment_in_progress } = await read()
      return [paid_status, payable, payment_in_progress]
    }
    expect(await stands('')).toEqual(['', false, false])
    expect(await stands('r')).toEqual(['r', true, false])
    expect(await stands('i')).toEqual(['r', false, true])
    expect(await stands('p')).toEqual(['p', false, false])
    expect(await stands('e')).toEqual(['pe', false, false])
  })

  it('B086 B236 C339 is listed by the days of delivery, with where copies of its mail go', async () => {
    await made()
    await flow.pool.query(`update company_locations set cc_addresses = '{books@example.com}' where id = $1`, [
      flow.house.location.id,
    ])
    await flow.pool.query(`update orders set delivery_date = '2031-05-06' where id = $1`, [order.id])
    const listed = async (start: string, end: string, by?: string) =>
      (await call('GET', `invoices?no_page=1&start_date=${start}&end_date=${end}`, undefined, by)).body
    // Only the answer about a single invoice has the pieces (docs/decisions/0098).
    const { weighed, ...whole } = await read()
    expect(weighed).toHaveLength(1)
    expect(await listed('2031-05-06', '2031-05-06')).toEqual([
      { ...whole, company_location_cc_addresses: ['books@example.com'] },
    ])
    expect(await listed('2031-05-07', '2031-05-08')).toEqual([])
    expect(await listed('2031-05-06', '2031-05-06', flow.house.as.stranger)).toEqual([])
    await flow.pool.query(`update company_locations set cc_addresses = '{}'`)
  })

  it('is listed in pages where a call does not ask for all at once, within bounds', async () => {
    await made()
    const first = order.id
    const next = await makeOrder(flow.pool, orderAt(flow.house.location))
    await makeItem(flow.pool, {
      order_id: next.id,
      unit_quantity: 1,
      picked: true,
      final_price: '5.00',
    })
    await call('POST', `orders/${next.id}/generateinvoice`)
    await flow.pool.query(`update orders set delivery_date = '2032-05-06' where id = any($1::int[])`, [
      [first, next.id],
    ])
    const page = async (query: string, by?: string) => {
      const { status, body } = await call(
        'GET',
        `invoices?start_date=2032-05-06&end_date=2032-05-06${query}`,
        undefined,
        by,
      )
      return [status, body.count, body.results?.map((one: Invoice) => one.order_id)]
    }
    expect(await page('')).toEqual([200, 2, [first, next.id]])
    expect(await page('&limit=1')).toEqual([200, 2, [first]])
    expect(await page('&limit=1&offset=1')).toEqual([200, 2, [next.id]])
    expect(await page('&offset=2')).toEqual([200, 2, []])
    expect(await page('', flow.house.as.stranger)).toEqual([200, 0, []])
    const wrong = ['&limit=0', '&limit=1001', '&limit=-1', '&limit=x', '&offset=-1', '&no_page=2']
    const refused = await Promise.all(wrong.map((query) => page(query)))
    expect(refused.map(([status]) => status)).toEqual(wrong.map(() => 400))
  })

  it('B035 is exported as a spreadsheet whose text no spreadsheet runs', async () => {
    await flow.pool.query(`update products set name = '=1+1' where name = 'Olive Oil'`)
    await made()
    const { status, body, headers } = await call('GET', at('/downloadexport'))
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = String(body).split('\r\n')
    expect(lines[0]).toMatch(/^Order,Delivery Date,Customer,Customer Location,Item Code,Name,/)
    expect(lines[1]).toContain(`,"'=1+1",2,1,2.50,24.00,,,yes,29.00`)
    expect(lines[2]).toContain(',4.110,L-7,,41.06')
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/,Grand Total,.*,84\.63$/), ''])
    const paid = async (part: object) => {
      expect((await call('POST', at('/setpaidexternally'), part)).status).toBe(204)
      const after = String((await call('GET', at('/downloadexport'))).body).split('\r\n')
      return after.slice(-3).map((line) => line.split(',').filter(Boolean).slice(-2))
    }
    const rows = (amount: string) => [['On-Time Discount', '-1.50'], ['Amount Paid', amount], []]
    expect(await paid({ amount: '30.00', discount: '1.50' })).toEqual(rows('30.00'))
    expect(await paid({})).toEqual(rows('83.13'))
  })
})

describe('the prices and fees of an invoice', () => {
  it('B089 B218 are set over its own, taxed again, and shown with the order’s total', async () => {
    await made()
    const { status, body } = await override(plain, '2', '20.5')
    expect(status).toBe(200)
    expect(body.items[0]).toMatchObject({
      unit_price: '2.50',
      invoice_override_unit_price: '2.00',
      invoice_override_case_price: '20.50',
      invoice_override_total: '24.50',
    })
    // 24.50 × 8.875 % = 2.174375
    expect(body).toMatchObject({ subtotal: '65.56', tax_total: '2.17', grand_total: '79.73' })
    expect((await call('GET', `orders/${order.id}`)).body.invoice_total).toBe('79.73')
  })

  it('B130 of what is weighed is by the pound, rounded once', async () => {
    await made()
    const { body } = await override(cut, '8.33')
    // 4.110 × 8.33 = 34.2363
    expect(body.items[1]).toMatchObject({
      invoice_override_unit_price: '8.33',
      invoice_override_total: '34.24',
    })
  })

  it('B124 null takes an override away, and the others stay', async () => {
    const before = await made()
    await override(plain, '1.00', '1.00')
    await override(cut, '1.00')
    const { body } = await override(cut, null)
    expect(body.items[1]).toEqual(before.items[1])
    expect(body.items[0]).toMatchObject({ invoice_override_total: '3.00' })
    expect((await override(plain, null)).body).toEqual({ ...before, version: expect.any(String) })
  })

  it('B219 are changed fee by fee', async () => {
    await made()
    const { status, body } = await call('PATCH', at(), { late_fee: '3.5', fuel_surcharge: '1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      late_fee: '3.50',
      fuel_surcharge: '1.00',
      refrigerated_delivery_fee: '12.00',
      grand_total: '89.13',
    })
  })

  it('are refused where they are no amounts, of no line, or of an invoice that is not there', async () => {
    expect((await override(plain, '1.00')).status).toBe(404)
    const before = await made()
    for (const price of ['-1', '1.0000005', 'NaN', '', '1e3'])
      expect([price, (await override(plain, price)).status]).toEqual([price, 400])
    expect((await call('PATCH', at(), { late_fee: '-1' })).status).toBe(400)
    expect((await call('PATCH', at(), { late_fee: '1.005' })).status).toBe(400)
    expect((await call('PATCH', at(), { grand_total: '1.00' })).status).toBe(400)
    const foreign = await override(flow.house.item.id, '1.00')
    expect([foreign.status, foreign.body.order_items]).toEqual([
      400,
      `${flow.house.item.id} is not on this invoice`,
    ])
    const surcharge = { order_items: [], surcharge_items: [{ id: 77, invoice_override_price: '1.00' }] }
    expect((await call('POST', at('/itemoverride'), surcharge)).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  it('are set over the invoice that was seen, and over no other: each change, and making it again, is another version', async () => {
    const { version } = await made()
    const priced = (seen: string, price = '1.00') =>
      flow.server.call(flow.house.as.office, 'POST', at('/itemoverride'), {
        body: {
          order_items: [{ id: plain, invoice_override_unit_price: price, invoice_override_case_price: null }],
        },
        headers: { 'if-match': `"${seen}"` },
      })
    expect((await call('PATCH', at(), { late_fee: '2' })).status).toBe(200)
    const second = await read()
    const refused = await priced(version)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      412,
      'changed_since',
      `The invoice of order ${order.id} has changed since you opened it. Nothing was saved: open it again.`,
    ])
    expect(await read()).toEqual(second)
    const saved = await priced(second.version)
    expect([saved.status, saved.body.version]).toEqual([200, (await read()).version])
    // The answer was lost: the same call, sent again, changes nothing and is not refused.
    expect((await priced(second.version)).status).toBe(200)
    expect(
      (await call('POST', `orders/${order.id}/generateinvoice`, { force_regenerate: true })).status,
    ).toBe(200)
    expect((await priced((await read()).version, '3.00')).status).toBe(200)
    const third = await read()
    await call('POST', `orders/${order.id}/unlock`)
    await made()
    expect((await priced(third.version)).status).toBe(412)
    expect((await priced(version)).status).toBe(412)
  })

  it('B196 B197 are the office’s to change, and no invoice that is paid or being paid is changed', async () => {
    const before = await made()
    const fees = { late_fee: '1.00' }
    for (const who of ['picker', 'customer', 'buyer'] as const)
      expect([who, (await call('PATCH', at(), fees, flow.house.as[who])).status]).toEqual([who, 403])
    expect((await call('PATCH', at(), fees, flow.house.as.stranger)).status).toBe(404)
    for (const paid of ['p', 'e', 'i']) {
      await flow.pool.query('update orders set paid_status = $2 where id = $1', [order.id, paid])
      expect([paid, (await call('PATCH', at(), fees)).status]).toEqual([paid, 409])
      expect([paid, (await override(plain, '1.00')).status]).toEqual([paid, 409])
    }
    await flow.pool.query(`update orders set paid_status = '' where id = $1`, [order.id])
    expect(await read()).toEqual(before)
  })

  it('B217 are gone when the invoice is made again', async () => {
    const before = await made()
    await override(plain, '1.00', '1.00')
    await call('PATCH', at(), { late_fee: '3.00' })
    const again = await call('POST', `orders/${order.id}/generateinvoice`, { force_regenerate: true })
    expect(again.status).toBe(200)
    const same = { created_date: '', version: '' }
    expect({ ...(await read()), ...same }).toEqual({ ...before, ...same })
  })

  it('are all kept when they are set at once', async () => {
    await made()
    await Promise.all([
      override(plain, '1.00', '10.00'),
      override(cut, '5.00'),
      call('PATCH', at(), { late_fee: '1.00' }),
      call('PATCH', at(), { fuel_surcharge: '2.00' }),
    ])
    // 12.00 + 20.55 + 12.00 + 1.00 + 2.00 + 12.00 × 8.875 % = 1.065
    expect(await read()).toMatchObject({
      subtotal: '32.55',
      late_fee: '1.00',
      fuel_surcharge: '2.00',
      grand_total: '48.62',
    })
  })
})
