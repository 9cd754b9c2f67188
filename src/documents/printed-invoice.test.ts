import { printedInvoice } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readInvoice } from './read-invoice.ts'
import { randomInvoice } from './testing/random-invoice.ts'

const HEADER = ['Harbor & Vine', '1 Pier Street', '(201) 555-0148']
const LETTERHEAD = { lines: HEADER, weigh_ticket: true, time_zone: 'America/New_York' }
const printed = (answer: object) => printedInvoice(readInvoice({ order_id: 5, ...answer }), LETTERHEAD)
const linesOf = (...items: object[]) =>
  printed({ items: items.map((item, n) => ({ id: `i${n}`, ...item })) }).lines

it('B002 B003 B038 B043 an invoice shows the sender, the recipient, and the terms', () => {
  const whole = printed({
    order_delivery_date: '2026-11-22',
    company_location_name: 'Pier 40',
    bill_to_address: '1 Bill Street',
    ship_to_address: '2 Ship Street',
    customer: { username: 'ann', email: '' },
  })
  expect(whole).toMatchObject({
    id: 5,
    title: 'Invoice #5',
    distributor: 'Harbor & Vine',
    header: ['1 Pier Street', '(201) 555-0148'],
    facts: [
      { label: 'Delivery date', text: '11/22/2026' },
      { label: 'Customer', text: 'ann' },
    ],
    addresses: [
      { title: 'Bill to', name: 'Pier 40', address: '1 Bill Street' },
      { title: 'Ship to', name: 'Pier 40', address: '2 Ship Street' },
    ],
    lines: [],
    noLines: 'Nothing was picked for it.',
    taxNote: '',
  })
  expect(whole.terms).toMatch(/1\.5% per month or the legal maximum/)
})

it('B040 B041 B042 B089 B090 B091 B092 a line shows its charges', () => {
  const [ribeye, handling, oil] = linesOf(
    {
      name: 'Ribeye',
      item_code: 'R1',
      unit_quantity: 2,
      case_quantity: 1,
      unit_price: '9.99',
      case_price: '8.99',
      total: '99.00',
      invoice_override_unit_price: '9.00',
      invoice_override_case_price: '8.50',
      invoice_override_total: '90.00',
      taxable: true,
      weighable: true,
      units_per_case: 12,
      display_units_per_case_on_invoice: true,
      subitem_weights: { u: ['4.11', '4.2'], c: ['30'] },
      subitem_lot_codes: { u: ['L1'], c: ['L2'] },
      unit_weight_lbs: '8.31',
      case_weight_lbs: '30',
      catch_weight_lbs: '38.31',
      surcharges: [
        {
          id: 1,
          name: 'Handling',
          quantity: 3,
          unit_price: '0.50',
          total: '1.50',
          invoice_override_price: '0.40',
          invoice_override_total: '1.20',
        },
      ],
    },
    { name: 'Oil', unit_quantity: 1, unit_price: '2.00', total: '2.00', units_per_case: 6 },
  )
  expect(ribeye).toEqual({
    key: 'i0',
    kind: 'item',
    code: 'R1',
    name: 'Ribeye',
    notes: [
      '12 per case',
      'Units 8.31 lbs, cases 30.00 lbs',
      'Unit weights 4.11, 4.20 lbs',
      'Case weights 30.00 lbs',
      'Unit lots L1',
      'Case lots L2',
    ],
    units: '2',
    cases: '1',
    netWeight: '38.31 lbs',
    unitPrice: '9.00 / lb',
    casePrice: '8.50 / lb',
    amount: '90.00',
    total: '90.00',
    taxable: true,
  })
  expect(handling).toMatchObject({
    kind: 'surcharge',
    name: 'Handling',
    units: '3',
    unitPrice: '0.40',
    total: '1.20',
  })
  expect(oil).toMatchObject({ netWeight: '', unitPrice: '2.00', casePrice: '', taxable: false, notes: [] })
})

it('a coupon is a line of its own below its item, and is never larger than that', () => {
  const oil = { name: 'Oil', unit_quantity: 2, unit_price: '2.00' }
  const told = (item: object) => linesOf(item).map(({ kind, name, total }) => [kind, name, total])
  expect(told({ ...oil, coupon_amount: '1.50', total: '4.00' })).toEqual([
    ['item', 'Oil', '4.00'],
    ['coupon', 'Coupon', '-1.50'],
  ])
  expect(told({ ...oil, coupon_amount: '9.00', total: '4.00' })).toEqual([
    ['item', 'Oil', '4.00'],
    ['coupon', 'Coupon', '-4.00'],
  ])
  // Decision 0106: off a price that was set over it, too.
  expect(told({ ...oil, coupon_amount: '1.50', total: '4.00', invoice_override_total: '3.00' })).toEqual([
    ['item', 'Oil', '3.00'],
    ['coupon', 'Coupon', '-1.50'],
  ])
})

it('B039 the sums are the server’s, with the rate of the tax if it is known', () => {
  const sums = (answer: object) => printed(answer).sums.map(({ label, text }) => [label, text])
  const amounts = {
    subtotal: 1_048.75,
    credit_card_fee: '1.01',
    refrigerated_delivery_fee: '2.02',
    late_fee: '3.03',
    fuel_surcharge: '7.07',
    tax_total: '4.04',
    grand_total: '1065.92',
  }
  expect(sums({ ...amounts, tax_rate: '8.875' })).toEqual([
    ['Subtotal', '1,048.75'],
    ['Credit card fee', '1.01'],
    ['Refrigerated delivery fee', '2.02'],
    ['Late fee', '3.03'],
    ['Fuel surcharge', '7.07'],
    ['Tax (8.875%)', '4.04'],
    ['Grand total', '1,065.92'],
  ])
  expect(sums(amounts)[5]).toEqual(['Tax', '4.04'])
})

it('the line of a late fee shows when the order was placed and received, if there is a fee', () => {
  const note = 'placed 11/23/2026 18:58 by the device’s clock, received 22:10'
  const line = (late_fee: string) => printed({ late_fee, late_fee_note: note }).sums[3]!.label
  expect([line('25.00'), line('0.00')]).toEqual([`Late fee (${note})`, 'Late fee'])
})

it('B091 the note below the table shows if a line is taxed', () => {
  const note = (taxable: boolean) => printed({ items: [{ id: 'a', taxable }] }).taxNote
  expect([note(true), note(false)]).toEqual(['T taxable', ''])
})

it('the weigh ticket shows if a line was weighed, unless the distributor has switched it off', () => {
  const invoice = readInvoice({
    order_id: 5,
    items: [{ id: 'a', name: 'Ribeye', unit_quantity: 1 }],
    weighed: [{ item: 'a', unit_type: 'u', weight_lbs: 4.11, weighed_at: '2026-11-20T03:05:00Z' }],
  })
  const rows = (weigh_ticket: boolean) =>
    printedInvoice(invoice, { ...LETTERHEAD, weigh_ticket }).weighTicket?.rows.map(({ weight }) => weight)
  expect([rows(true), rows(false)]).toEqual([['4.11 lbs'], undefined])
})

const sumOf = (lines: readonly { amount: string }[]) =>
  money(lines.reduce((sum, { amount }) => sum + cents(amount), 0n))

it('only the discount for payment on time and the paid amount are below the grand total', () => {
  const paid = (on_time_discount: string) =>
    printed({ grand_total: '1065.92', on_time_discount }).paid.map(({ label, text }) => [label, text])
  expect(paid('20.98')).toEqual([
    ['On-time discount', '-20.98'],
    ['Amount paid', '1,044.94'],
  ])
  expect(paid('0.00')).toEqual([])
})

it('the paid amount is the kept money, where the answer states it', () => {
  const paid = (kept: string | null) =>
    printed({ grand_total: '100.00', on_time_discount: '2.00', kept }).paid.map(({ text }) => text)
  expect(['98.00', '38.00', '0.00', null].map(paid)).toEqual([
    ['-2.00', '98.00'],
    ['-2.00', '38.00'],
    ['-2.00', '0.00'],
    ['-2.00', '98.00'],
  ])
})

it('the lines of any invoice add up to its subtotal, and its sums to the grand total', () => {
  fc.assert(
    fc.property(randomInvoice({ maxLength: 12 }), (invoice: Invoice) => {
      const { lines, sums } = printedInvoice(invoice, LETTERHEAD)
      expect(sumOf(lines)).toBe(invoice.subtotal)
      expect(sumOf(sums.filter(({ isGrand }) => !isGrand))).toBe(invoice.grand_total)
      expect(sums.find(({ isGrand }) => isGrand)?.amount).toBe(invoice.grand_total)
    }),
    { numRuns: 500 },
  )
})
