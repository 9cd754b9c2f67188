import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { bookedLines, bookedRows, differenceOf, quickbooksRows, type Books } from './quickbooks.ts'
import type { Invoice, InvoiceItem } from './schema.ts'

const ITEM = {
  product: '0001',
  item_code: 'IC1',
  name: 'Olive Oil',
  unit_quantity: 2,
  case_quantity: 0,
  unit_price: '2.50',
  case_price: '24.00',
  coupon_amount: '0.00',
  coupon_note: '',
  total: '5.00',
  invoice_override_unit_price: null,
  invoice_override_case_price: null,
  invoice_override_total: null,
  weighable: false,
  surcharges: [],
} as unknown as InvoiceItem
const invoiceOf = (items: Partial<InvoiceItem>[], over: Partial<Invoice> = {}) =>
  ({
    order_id: 21_645,
    order_delivery_date: '2026-11-22',
    company_location_name: 'Pier 40',
    items: items.map((item) => ({ ...ITEM, ...item })),
    credits: [],
    credit_card_fee: '0.00',
    refrigerated_delivery_fee: '0.00',
    late_fee: '0.00',
    fuel_surcharge: '0.00',
    tax_total: '0.00',
    ...over,
  }) as Invoice
const BOOKS: Books = {
  customer: '',
  items: new Map(),
  unitsApart: false,
  invoiced: '2026-11-23',
  due: '2026-12-23',
  days: 30,
}
const itemsOf = (items: Partial<InvoiceItem>[], books: Partial<Books> = {}, over: Partial<Invoice> = {}) =>
  quickbooksRows(invoiceOf(items, over), { ...BOOKS, ...books }).map((row) => [
    row['Item(Product/Service)'],
    row.ItemDescription,
    row.ItemQuantity,
    row.ItemRate,
    row['*ItemAmount'],
  ])

describe('the rows for QuickBooks', () => {
  it('name the invoice in each of them', () => {
    expect(quickbooksRows(invoiceOf([{}]), BOOKS)).toEqual([
      {
        '*InvoiceNo': '21645',
        '*Customer': 'Pier 40',
        '*InvoiceDate': '11/23/2026',
        '*DueDate': '12/23/2026',
        Terms: 'Net 30',
        Location: 'Pier 40',
        Memo: 'Order 21645',
        'Item(Product/Service)': 'IC1',
        ItemDescription: 'Olive Oil',
        ItemQuantity: '2',
        ItemRate: '2.50',
        '*ItemAmount': '5.00',
        'Service Date': '11/22/2026',
      },
    ])
    expect(quickbooksRows(invoiceOf([{}]), { ...BOOKS, days: 0 })[0]).toMatchObject({
      Terms: 'Due on receipt',
    })
  })

  it('name customer and product as the books do', () => {
    const books = { ...BOOKS, customer: 'Pier Forty LLC', items: new Map([['0001', 'Oils']]) }
    expect(quickbooksRows(invoiceOf([{}, { product: '0002' }]), books)).toMatchObject([
      { '*Customer': 'Pier Forty LLC', Location: 'Pier 40', 'Item(Product/Service)': 'Oils' },
      { 'Item(Product/Service)': 'IC1' },
    ])
  })

  it('hold quantity and rate where these come to the amount, and else one of what it comes to', () => {
    const weighed = { weighable: true, unit_price: '5.20', unit_weight_lbs: '24.310', total: '126.41' }
    expect(
      itemsOf([
        { unit_quantity: 0, case_quantity: 3, total: '72.00' },
        { ...weighed, unit_weight_lbs: '25', total: '130.00' },
        // 24.31 lb × 5.20 is 126.412.
        weighed,
        // A coupon was taken off.
        { total: '4.00' },
        { invoice_override_unit_price: '3.00', invoice_override_total: '6.00' },
        { unit_quantity: 2, case_quantity: 1, total: '29.00' },
      ]).map((row) => row.slice(2)),
    ).toEqual([
      ['3', '24.00', '72.00'],
      ['25', '5.20', '130.00'],
      ['1', '126.41', '126.41'],
      ['1', '4.00', '4.00'],
      ['2', '3.00', '6.00'],
      ['1', '29.00', '29.00'],
    ])
  })

  it('keep units and cases apart where the customer’s books do, to the cent', () => {
    const both = { unit_quantity: 2, case_quantity: 1, total: '28.50' }
    expect(itemsOf([both], { unitsApart: true })).toEqual([
      ['IC1', 'Olive Oil (units)', '2', '2.50', '5.00'],
      ['IC1', 'Olive Oil (cases)', '1', '23.50', '23.50'],
    ])
    // If a person set the total of the line, the units have no part of it that anybody knows.
    const byHand = { ...both, unit_price: '10.00', total: '5.00', by_hand: true }
    expect(itemsOf([byHand], { unitsApart: true })).toEqual([['IC1', 'Olive Oil', '1', '5.00', '5.00']])
    const overridden = { ...byHand, invoice_override_case_price: '24.00', invoice_override_total: '44.00' }
    expect(itemsOf([overridden], { unitsApart: true })).toHaveLength(2)
  })

  it('give the books what changed since an export: each line by how much', () => {
    const before = bookedLines(invoiceOf([{}, { name: 'Salt' }], { late_fee: '25.00' }), BOOKS)
    const now = invoiceOf([{ total: '5.50' }, { name: 'Rice' }], {
      credit_card_fee: '3.00',
      late_fee: '25.00',
    })
    const difference = differenceOf(before, bookedLines(now, BOOKS))
    const rows = bookedRows(difference, now, BOOKS, '21645-2')
    expect(rows.map((row) => [row['*InvoiceNo'], row.ItemDescription, row['*ItemAmount']])).toEqual([
      ['21645-2', 'Olive Oil', '0.50'],
      ['21645-2', 'Rice', '5.00'],
      ['21645-2', 'Credit card fee', '3.00'],
      ['21645-2', 'Salt', '-5.00'],
    ])
    expect(differenceOf(bookedLines(now, BOOKS), bookedLines(now, BOOKS))).toEqual([])
  })

  it('hold a coupon below what it is taken off, and the credits, which together are the grand total', () => {
    const credits = [{ reason: 'Bruised', total: '-1.00', tax: '0.00' }] as Invoice['credits']
    const rows = itemsOf([{ coupon_amount: '0.50', coupon_note: 'Late' }], {}, { credits })
    expect(rows.slice(1)).toEqual([
      ['IC1', 'Coupon: Late', '1', '-0.50', '-0.50'],
      ['Credit', 'Bruised', '1', '-1.00', '-1.00'],
    ])
  })

  it('hold surcharges, fees and tax, and nothing that is 0', () => {
    const own = { quantity: 2, invoice_override_price: null, invoice_override_total: null }
    const surcharges = [
      { ...own, id: 1, name: 'Bottle', unit_price: '0.05', total: '0.10' },
      { ...own, id: 2, name: 'Free', unit_price: '0.00', total: '0.00' },
    ] as InvoiceItem['surcharges']
    const rows = itemsOf([{ surcharges }], {}, { late_fee: '25.00', tax_total: '0.44' })
    expect(rows.slice(1)).toEqual([
      ['Bottle', 'Bottle: Olive Oil', '2', '0.05', '0.10'],
      ['Late fee', 'Late fee', '1', '25.00', '25.00'],
      ['Sales tax', 'Sales tax', '1', '0.44', '0.44'],
    ])
    expect(rows.reduce((sum, row) => sum + cents(row[4]!), 0n)).toBe(3_054n)
  })

  it('hold a percentage that follows an overridden item at the price that it comes to', () => {
    const own = { quantity: 2, type: '%', amount: '10', invoice_override_price: null }
    const surcharges = [
      { ...own, id: 1, name: 'Handling', unit_price: '1.00', total: '2.00', invoice_override_total: '1.10' },
    ] as InvoiceItem['surcharges']
    expect(itemsOf([{ surcharges }]).at(-1)).toEqual(['Handling', 'Handling: Olive Oil', '2', '0.55', '1.10'])
  })

  it('are one of the amount where a price of six places times the quantity is not exactly that', () => {
    const over = { invoice_override_unit_price: '3.330001', invoice_override_total: '6.66' }
    expect(itemsOf([{ ...over, unit_quantity: 2 }])).toEqual([['IC1', 'Olive Oil', '1', '6.66', '6.66']])
  })
})
