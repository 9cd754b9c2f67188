import { describe, expect, it } from 'vitest'
import { CustomerPatch, type Customer } from '#contract/people/customer.ts'
import { atFields, bodyOf, problemsOf, valuesOf, type CustomerValues } from './customer-form.ts'

const address = { address_line1: '1 Dock St', address_line2: '', city: 'Bayonne', state: 'NJ', zip: '07002' }
const stored: Customer = {
  id: 7,
  company_id: 3,
  name: 'Bistro',
  active: true,
  phone_number: '(201) 555-0100',
  qb_mapping: 'BISTRO',
  internal_notes: ' Ring twice.\n',
  billing_address: { ...address, address_line1: 'PO Box 4' },
  physical_address: { ...address, complete_address: '1 Dock St, Bayonne, NJ 07002' },
  cc_addresses: ['a@b.example', 'c@d.example'],
  taxable: false,
  sales_tax_rate: '6.6250',
  refrigerated_delivery_fee: '12.50',
  late_order_fee: '25.00',
  credit_card_charge_fee: '2.9000',
  fuel_surcharge: true,
  lot_tracked: false,
  lot_tracking_enabled: false,
  payments_enabled: true,
  units_quickbooks_mappings: false,
  on_time_payment_discount_amount: '2.0000',
  on_time_payment_days_threshold: 10,
  margins: [],
  surcharges: [],
  fees: [],
}
const filled = valuesOf(stored)
const wrong = (over: Partial<CustomerValues>, customer: Customer | null = stored) =>
  problemsOf({ ...filled, ...over }, customer)

describe('the customer’s form', () => {
  it('shows rates as people write them and money with its cents', () => {
    expect([filled.sales_tax_rate, filled.credit_card_charge_fee, filled.late_order_fee]).toEqual([
      '6.625',
      '2.9',
      '25.00',
    ])
    expect(
      valuesOf({ ...stored, sales_tax_rate: '0.0000', credit_card_charge_fee: '10.0000' }),
    ).toMatchObject({
      sales_tax_rate: '0',
      credit_card_charge_fee: '10',
    })
  })

  it('C004 begins empty for a new customer, whose goods are taxed', () => {
    const { taxable, physical_address, billing_address, cc_addresses, ...others } = valuesOf(null)
    const nothing = { ...others, ...physical_address, ...billing_address, ...cc_addresses }
    expect([taxable, new Set(Object.values(nothing))]).toEqual([true, new Set(['', false])])
  })

  it('C236 is not saved without a name', () => {
    expect(wrong({})).toEqual({})
    expect(Object.keys(wrong({ name: '  ' }))).toEqual(['name'])
    expect(Object.keys(wrong({ name: '' }, null))).toEqual(['name'])
  })

  it('C238 is not saved with a discount outside 0 to 15 or a threshold outside 0 to 60', () => {
    for (const [field, bad, good] of [
      ['on_time_payment_discount_amount', ['-1', '16', '15.01'], ['0', '15', '']],
      ['on_time_payment_days_threshold', ['-1', '61', '1.5'], ['0', '60', '']],
    ] as const) {
      for (const value of bad)
        expect([value, Object.keys(wrong({ [field]: value }))]).toEqual([value, [field]])
      for (const value of good) expect([value, wrong({ [field]: value })]).toEqual([value, {}])
    }
  })

  it('C239 is not saved with a value that is no number, and takes a comma for the point', () => {
    const bad = { sales_tax_rate: '.', late_order_fee: '1.234', on_time_payment_days_threshold: 'ten' }
    expect(Object.keys(wrong(bad)).sort()).toEqual(Object.keys(bad).sort())
    expect(bodyOf({ ...filled, sales_tax_rate: '8,88', late_order_fee: '' }, stored)).toMatchObject({
      sales_tax_rate: '8.88',
      late_order_fee: '0',
    })
  })

  it('C240 has four cc addresses and sends those that are filled in', () => {
    expect(filled.cc_addresses).toEqual(['a@b.example', 'c@d.example', '', ''])
    const cc_addresses = ['', 'c@d.example', '', ' e@f.example ']
    expect(bodyOf({ ...filled, cc_addresses }, stored)['cc_addresses']).toEqual([
      'c@d.example',
      'e@f.example',
    ])
    expect(Object.keys(wrong({ cc_addresses: cc_addresses.with(3, 'nobody') }))).toEqual(['cc_addresses.3'])
  })

  it('C286 sends the fields of the call, with the values that the person saw; unchanged, nothing differs', () => {
    const { base, ...fields } = CustomerPatch.parse(bodyOf(filled, stored))
    expect(fields).toEqual(base)
  })

  it('says of a field that is not typed what was read last, and of a typed one what the person saw', () => {
    const newer = { ...stored, qb_mapping: 'Newer', name: 'Newer' }
    const body = bodyOf({ ...valuesOf(newer), name: 'Typed' }, newer, stored)
    expect(body).toMatchObject({ qb_mapping: 'Newer', base: { qb_mapping: 'Newer', name: stored.name } })
  })

  it('C287 sends the same fields for a new customer, and a company only if one is named', () => {
    const { base: _base, company_id, ...fields } = bodyOf(filled, stored)
    expect(company_id).toBe(3)
    expect(bodyOf({ ...filled, company_id: '' }, null)).toEqual(fields)
    expect(bodyOf(filled, null)).toEqual({ ...fields, company_id: 3 })
  })

  it('shows the server’s words at the fields that it refused', () => {
    const said = { 'billing_address.state': 'a', 'cc_addresses.1': 'b', physical_address: 'c', name: 'd' }
    expect(atFields(said, { ...filled, cc_addresses: ['', 'c@d.example', 'x', ''] })).toEqual({
      'billing_address.state': 'a',
      'cc_addresses.2': 'b',
      'physical_address.address_line1': 'c',
      name: 'd',
    })
  })
})
