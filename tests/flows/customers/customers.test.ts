import { describe, expect, it } from 'vitest'
import { Customer } from '#contract/people/customer.ts'
import { CompanyLocation } from '#contract/people/schema.ts'
import { makeCompany, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { BACK_OFFICE, orderAt } from '../../factories/house.ts'

const flow = openFlow()

type Body = Record<string, unknown>
const office = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: Body,
  headers?: Record<string, string>,
) =>
  flow.server.call(flow.house.as.office, method, path, { ...(body && { body }), ...(headers && { headers }) })
const newCustomer = async () => (await makeLocation(flow.pool)).id
const patch = (id: number, body: Body) => office('PATCH', `companylocations/${id}`, body)

const ADDRESS = {
  address_line1: '15 Exchange Pl',
  address_line2: 'Floor 3',
  city: 'Jersey City',
  state: 'NJ',
  zip: '07302',
}
const FIELDS = {
  name: 'Dockside Grill',
  phone_number: '(201) 555-0199',
  qb_mapping: 'DOCKSIDE',
  internal_notes: 'Ring twice.\nThe freezer is in the cellar.',
  billing_address: { ...ADDRESS, address_line1: 'PO Box 9', address_line2: '' },
  physical_address: ADDRESS,
  cc_addresses: ['a@dockside.example', 'b@dockside.example'],
  taxable: false,
  sales_tax_rate: '8.8750',
  refrigerated_delivery_fee: '12.50',
  late_order_fee: '25.00',
  credit_card_charge_fee: '2.9000',
  fuel_surcharge: true,
  lot_tracking_enabled: true,
  payments_enabled: true,
  units_quickbooks_mappings: true,
  on_time_payment_discount_amount: '15.0000',
  on_time_payment_days_threshold: 60,
}

describe('a customer', () => {
  it('C156 C157 C158 C159 C286 is saved with every field and is the same when it is opened again', async () => {
    const id = await newCustomer()
    const company_id = await makeCompany(flow.pool)
    const saved = await patch(id, { ...FIELDS, company_id })
    expect(saved.status).toBe(200)
    const opened = await office('GET', `companylocations/${id}`)
    expect(opened.body).toEqual(saved.body)
    expect(Customer.strict().parse(opened.body)).toMatchObject({
      id,
      company_id,
      ...FIELDS,
      physical_address: { ...ADDRESS, complete_address: '15 Exchange Pl, Floor 3, Jersey City, NJ 07302' },
    })
  })

  it('keeps numbers exactly: rates with four places, money with two, a day’s count whole', async () => {
    const id = await newCustomer()
    const { body } = await patch(id, {
      sales_tax_rate: '6.625',
      late_order_fee: '7',
      credit_card_charge_fee: '3.1416',
    })
    expect(body).toMatchObject({
      sales_tax_rate: '6.6250',
      late_order_fee: '7.00',
      credit_card_charge_fee: '3.1416',
    })
  })

  it('C236 C238 C239 C240 is refused at the field with what cannot be', async () => {
    const id = await newCustomer()
    const wrong: [string, unknown][] = [
      ['name', ' '],
      ['on_time_payment_discount_amount', '-1'],
      ['on_time_payment_discount_amount', '15.01'],
      ['on_time_payment_days_threshold', -1],
      ['on_time_payment_days_threshold', 61],
      ['sales_tax_rate', 'abc'],
      ['sales_tax_rate', '8.87501'],
      ['sales_tax_rate', '100.1'],
      ['credit_card_charge_fee', '2.90001'],
      ['late_order_fee', '1.234'],
      ['late_order_fee', 5],
      ['refrigerated_delivery_fee', '-5'],
      ['cc_addresses', Array.from({ length: 5 }, (_, n) => `a${n}@b.example`)],
      ['company_id', 2_147_483_647],
    ]
    for (const [field, value] of wrong) {
      const { status, body } = await patch(id, { [field]: value })
      expect([field, value, status, Object.keys(body)]).toEqual([
        field,
        value,
        400,
        expect.arrayContaining([field]),
      ])
    }
    for (const body of [
      { cc_addresses: ['not a mail address'] },
      { billing_address: { ...ADDRESS, state: 'NYC' } },
      { sales_tax: '3' },
      { id: 4 },
    ])
      expect((await patch(id, body)).status).toBe(400)
    expect((await patch(2_147_483_647, { name: 'Nobody' })).status).toBe(404)
  })

  it('that another user changed meanwhile is a clash at the field, and what both left alone is not', async () => {
    const id = await newCustomer()
    const { body: base } = await office('GET', `companylocations/${id}`)
    await patch(id, { phone_number: '1', late_order_fee: '9.00' })
    const mine = { phone_number: base.phone_number, late_order_fee: '5.00', qb_mapping: 'X' }
    const clash = await patch(id, { ...mine, base })
    expect(clash.status).toBe(409)
    expect(Object.keys(clash.body)).toEqual(expect.arrayContaining(['message', 'late_order_fee']))
    expect(clash.body).not.toHaveProperty('phone_number')
    const saved = await patch(id, { phone_number: base.phone_number, qb_mapping: 'X', base })
    expect(saved.body).toMatchObject({ phone_number: '1', late_order_fee: '9.00', qb_mapping: 'X' })
  })

  it('C287 is added with a company of its own, or to one that is there, and once for one key', async () => {
    const key = { 'idempotency-key': 'add-a-customer' }
    const { name, ...rest } = FIELDS
    const added = await office('POST', 'companylocations/', { ...FIELDS }, key)
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ name, cc_addresses: rest.cc_addresses, active: true })
    expect((await office('POST', 'companylocations/', { ...FIELDS }, key)).body.id).toBe(added.body.id)
    const second = await office('POST', 'companylocations/', {
      name: 'Annexe',
      company_id: added.body.company_id,
    })
    expect(second.body).toMatchObject({
      company_id: added.body.company_id,
      taxable: true,
      sales_tax_rate: '0.0000',
    })
    expect((await office('POST', 'companylocations/', {})).status).toBe(400)
    const { body: list } = await office('GET', 'companylocations?no_page=1')
    const ids = (list as { id: number }[]).map(({ id }) => id)
    expect(ids.filter((id) => id === added.body.id || id === second.body.id)).toHaveLength(2)
  })

  it('C160 has the lists margins, surcharges and fees', async () => {
    const id = await newCustomer()
    const fee = { type: '%', amount: '2.00', description: 'Small order', company_location: id }
    const margin = await office('POST', 'margintemplates/', fee)
    const surcharge = await office('POST', 'surchargetemplates/', { ...fee, type: 'f' })
    const { body } = await office('GET', `companylocations/${id}`)
    expect([body.margins, body.surcharges]).toEqual([[margin.body], [surcharge.body]])
    expect(body.fees).toEqual([margin.body, surcharge.body])
  })

  it('C155 has a surcharge that was saved by the calls of margins among its surcharges', async () => {
    const id = await newCustomer()
    const fee = { type: 'f', amount: '3.00', description: 'Ice', company_location: id }
    const { body: saved } = await office('POST', 'margintemplates/?kind=surcharge', fee)
    const lists = async () => (await office('GET', `companylocations/${id}`)).body
    expect(await lists()).toMatchObject({ margins: [], surcharges: [saved] })
    const path = `margintemplates/${saved.id}`
    expect((await office('PATCH', path, { amount: '4.00' })).body).toMatchObject({
      kind: 'surcharge',
      amount: '4.00',
    })
    expect((await flow.server.call(flow.house.as.office, 'DELETE', path)).status).toBe(204)
    expect((await lists()).fees).toEqual([])
  })

  it('is written by the office alone, and no other role reads its notes and rates', async () => {
    const { id } = flow.house.location
    for (const name of BACK_OFFICE)
      expect(
        (await flow.server.call(flow.house.as[name], 'PATCH', `companylocations/${id}`, { body: {} })).status,
      ).toBe(200)
    for (const name of ['picker', 'floorPicker', 'buyer', 'customer'] as const) {
      const as = flow.house.as[name]
      const body = { name: 'Mine' }
      expect((await flow.server.call(as, 'PATCH', `companylocations/${id}`, { body })).status).toBe(403)
      expect((await flow.server.call(as, 'POST', 'companylocations/', { body })).status).toBe(403)
      const seen = await flow.server.call(as, 'GET', `companylocations/${id}`)
      expect(CompanyLocation.strict().safeParse(seen.body).success).toBe(true)
    }
    expect((await flow.server.call(flow.house.as.stranger, 'GET', `companylocations/${id}`)).status).toBe(404)
  })

  it('whose name or address changes has it on the orders that devices hold', async () => {
    const location = await makeLocation(flow.pool)
    const order = await makeOrder(flow.pool, orderAt(location))
    const read = async () => (await office('GET', `orders/${order.id}`)).body
    const { version } = await read()
    await patch(location.id, { physical_address: ADDRESS })
    expect(await read()).toMatchObject({
      version: version + 1,
      company_location: {
        physical_address: { complete_address: '15 Exchange Pl, Floor 3, Jersey City, NJ 07302' },
      },
    })
    await patch(location.id, { phone_number: '2' })
    expect((await read()).version).toBe(version + 1)
  })

  it('that is not taxable has no taxed lines in what it orders', async () => {
    const { upc } = await makeProduct(flow.pool, { tax_default: true })
    const { customer } = flow.house.people
    const place = async () => {
      const body = {
        customer: customer.id,
        company_location: flow.house.location.id,
        submitted_date: '2026-01-01',
        created_date: '2026-01-01',
        total: '0.00',
        order_items: [{ product: upc, unit_quantity: 1, case_quantity: 0 }],
      }
      const { body: order } = await office('POST', 'orders/', body)
      const items = await office('GET', `orderitems/?order=${order.id}&no_page=1`)
      return (items.body as { taxable: boolean }[]).map(({ taxable }) => taxable)
    }
    await patch(flow.house.location.id, { taxable: true })
    expect(await place()).toEqual([true])
    await patch(flow.house.location.id, { taxable: false })
    expect(await place()).toEqual([false])
  })
})
