import { describe, expect, it } from 'vitest'
import { readInvoice } from '#src/documents/read-invoice.ts'
import {
  feesOf,
  followSurcharges,
  isInvoiceChanged,
  itemDraft,
  NOTHING_TYPED,
  overridesOf,
  resetAll,
  typedItems,
  typedTotals,
  typeFee,
  typeItem,
  typeSurcharge,
  typeSurchargeTotal,
  typeTotal,
  wrongIn,
} from './draft.ts'

/** Four pieces at 3.00, two pieces and a case, two cases, 8 lbs at 2.00, and one with an override. */
const invoice = readInvoice({
  order_id: 5,
  items: [
    { id: 'four', name: 'Four', unit_quantity: 4, unit_price: '3.00', total: '12.00' },
    {
      id: 'both',
      name: 'Both',
      unit_quantity: 2,
      case_quantity: 1,
      unit_price: '3.00',
      case_price: '10.00',
      total: '16.00',
      surcharges: [{ id: 7, name: 'Deposit', quantity: 3, unit_price: '0.50', total: '1.50' }],
    },
    { id: 'cases', name: 'Cases', case_quantity: 2, case_price: '12.00', total: '24.00' },
    {
      id: 'lbs',
      name: 'Weighed',
      unit_quantity: 3,
      unit_price: '2.00',
      total: '16.00',
      weighable: true,
      catch_weight_lbs: 8,
    },
    {
      id: 'over',
      name: 'Over',
      unit_quantity: 1,
      unit_price: '9.00',
      total: '9.00',
      invoice_override_unit_price: '8.00',
      invoice_override_total: '8.00',
    },
  ],
  credit_card_fee: '1.00',
  refrigerated_delivery_fee: '2.00',
  late_fee: '3.00',
  fuel_surcharge: '7.00',
  tax_total: '4.00',
  grand_total: '94.50',
})
const [four, both, cases, lbs, over] = invoice.items as [
  (typeof invoice.items)[number],
  (typeof invoice.items)[number],
  (typeof invoice.items)[number],
  (typeof invoice.items)[number],
  (typeof invoice.items)[number],
]
const deposit = both.surcharges[0]!

describe('a typed price', () => {
  it('B121 is sent for a changed row only, and not when it is typed back', () => {
    const draft = typeItem(NOTHING_TYPED, four, { unit: '4' })
    expect(isInvoiceChanged(draft)).toBe(true)
    expect(overridesOf(draft, invoice)).toEqual({
      order_items: [{ id: 'four', invoice_override_unit_price: '4.00', invoice_override_case_price: null }],
      surcharge_items: [],
    })
    expect(isInvoiceChanged(typeItem(draft, four, { unit: '3' }))).toBe(false)
    expect(overridesOf(NOTHING_TYPED, invoice)).toBeNull()
  })

  it('B132 sets the total of its row: both prices times their charged quantities', () => {
    const total = (...typed: Parameters<typeof typeItem>) =>
      typedItems(typeItem(...typed), { items: [typed[1]] })[0]!.invoice_override_total
    expect(total(NOTHING_TYPED, both, { unit: '4.00' })).toBe('18.00')
    expect(total(NOTHING_TYPED, lbs, { unit: '2.55' })).toBe('20.40')
    const dearer = typedItems(typeSurcharge(NOTHING_TYPED, deposit, '0.75'), { items: [both] })
    expect(dearer[0]!.surcharges[0]!.invoice_override_total).toBe('2.25')
  })

  it('B129 B130 B131 follows from a typed total: by pieces, by pounds, by cases', () => {
    const price = (...typed: Parameters<typeof typeTotal>) => itemDraft(typeTotal(...typed), typed[1])
    expect(price(NOTHING_TYPED, four, '10.00').unit).toBe('2.50')
    expect(price(NOTHING_TYPED, lbs, '20.00').unit).toBe('2.50')
    expect(price(NOTHING_TYPED, cases, '30.00')).toMatchObject({ byCase: '15.00', unit: '0.00' })
    expect(typeSurchargeTotal(NOTHING_TYPED, deposit, '6').surcharges).toEqual({ 7: '2.00' })
  })

  it('of a typed total has six places at most, and comes back to the cent', () => {
    const draft = typeTotal(NOTHING_TYPED, lbs, '10.01')
    expect(itemDraft(draft, lbs).unit).toBe('1.25125')
    const third = typeTotal(NOTHING_TYPED, { ...four, unit_quantity: 3 }, '10.00')
    expect(itemDraft(third, four).unit).toBe('3.333333')
    expect(typedItems(third, { items: [{ ...four, unit_quantity: 3 }] })[0]!.invoice_override_total).toBe(
      '10.00',
    )
  })

  it('of an item moves a percentage below it, until that has a price of its own', () => {
    const handling = { ...deposit, id: 8, type: '%' as const, amount: '5.0000', quantity: 4, total: '0.60' }
    const items = [{ ...four, surcharges: [handling] }]
    const dearer = typeItem(NOTHING_TYPED, items[0]!, { unit: '5' })
    const total = (draft: typeof dearer) =>
      typedItems(draft, { items })[0]!.surcharges[0]!.invoice_override_total
    expect([total(NOTHING_TYPED), total(dearer)]).toEqual([null, '1.00'])
    expect(total(typeSurcharge(dearer, handling, '0.3'))).toBe('1.20')
  })

  it('B131 B169 does not change if a total fits no single price, or has no quantity to divide by', () => {
    const nothing = { ...four, unit_quantity: 0 }
    expect(typeTotal(NOTHING_TYPED, nothing, '10.00')).toBe(NOTHING_TYPED)
    expect(typeTotal(NOTHING_TYPED, both, '10.00')).toBe(NOTHING_TYPED)
    expect(typeSurchargeTotal(NOTHING_TYPED, { ...deposit, quantity: 0 }, '6')).toBe(NOTHING_TYPED)
  })

  it('B124 that is emptied, or typed as the original, takes the override away', () => {
    for (const unit of ['', '9', '9.00'])
      expect(overridesOf(typeItem(NOTHING_TYPED, over, { unit }), invoice)?.order_items).toEqual([
        { id: 'over', invoice_override_unit_price: null, invoice_override_case_price: null },
      ])
  })

  it('that is no amount is not saved', () => {
    expect(wrongIn(typeItem(NOTHING_TYPED, four, { unit: '1e3' }))).not.toBeNull()
    expect(wrongIn(typeItem(NOTHING_TYPED, four, { unit: '-1' }))).not.toBeNull()
    expect(wrongIn(typeItem(NOTHING_TYPED, four, { unit: '1.0000005' }))).not.toBeNull()
    expect(wrongIn(typeItem(NOTHING_TYPED, four, { unit: '1.000005' }))).toBeNull()
    expect(wrongIn(typeFee(NOTHING_TYPED, invoice, 'late_fee', '1.005'))).not.toBeNull()
    expect(wrongIn(typeItem(NOTHING_TYPED, four, { unit: '' }))).toBeNull()
    expect(wrongIn(typeFee(NOTHING_TYPED, invoice, 'late_fee', ''))).not.toBeNull()
  })

  it('may begin with a point', () => {
    const typed = typeItem(NOTHING_TYPED, four, { unit: '.75' })
    expect(wrongIn(typed)).toBeNull()
    expect(overridesOf(typed, invoice)?.order_items[0]?.invoice_override_unit_price).toBe('0.75')
    expect(feesOf(typeFee(NOTHING_TYPED, invoice, 'late_fee', '.5'))).toEqual({ late_fee: '0.50' })
  })

  it('stays in its total until it is corrected, taken back, or replaced by a price', () => {
    const wrong = typeTotal(NOTHING_TYPED, four, '1e3')
    expect([wrong.totals, isInvoiceChanged(wrong)]).toEqual([{ [four.id]: '1e3' }, true])
    expect(wrongIn(wrong)).toBe('An amount is not a number such as 12.50.')
    expect(wrongIn(typeTotal(wrong, four, '8.00'))).toBeNull()
    expect(wrongIn(typeItem(wrong, four, { unit: '2.00' }))).toBeNull()
    expect(wrongIn(resetAll(wrong, invoice))).toBeNull()
    const surcharge = typeSurchargeTotal(NOTHING_TYPED, deposit, '-1')
    expect(wrongIn(surcharge)).not.toBeNull()
    expect(wrongIn(typeSurcharge(surcharge, deposit, '0.10'))).toBeNull()
  })
})

it('what is typed for a surcharge stays with it on an invoice that is made again, and goes with it', () => {
  const surcharge = (id: number, name: string) => ({
    id,
    name,
    quantity: 1,
    unit_price: '0.50',
    total: '0.50',
  })
  const item = { unit_quantity: 1, unit_price: '3.00', total: '3.00' }
  const withSurcharges = (ofA: string[], ofB: string[]) => {
    let id = 0
    const named = (names: string[]) => names.map((name) => surcharge((id += 1), name))
    return readInvoice({
      order_id: 5,
      items: [
        { ...item, id: 'a', name: 'A', surcharges: named(ofA) },
        { ...item, id: 'b', name: 'B', surcharges: named(ofB) },
      ],
    })
  }
  const before = withSurcharges(['Fuel'], ['Fuel', 'Ice', 'Ice'])
  const [fuel, first, second] = before.items[1]!.surcharges
  const typed = typeSurchargeTotal(
    typeSurcharge(typeSurcharge(NOTHING_TYPED, fuel!, '2'), first!, '3'),
    second!,
    '-1',
  )
  const draft = typeTotal(typed, before.items[0]!, 'x')
  expect(followSurcharges(draft, before, before)).toEqual(draft)
  // Fuel of A is 1 and Deposit of A is 2.
  const more = withSurcharges(['Fuel', 'Deposit'], ['Fuel', 'Ice', 'Ice'])
  expect(followSurcharges(draft, before, more)).toMatchObject({
    surcharges: { 3: '2', 4: '3' },
    totals: { a: 'x', 5: '-1' },
  })
  const gone = followSurcharges(draft, before, withSurcharges(['Fuel', 'Deposit'], ['Ice']))
  expect([gone.surcharges, gone.totals]).toEqual([{ 3: '3' }, { a: 'x' }])
})

it('B123 B124 reset all shows every original price, and saves only rows that had an override', () => {
  const typed = typeSurcharge(typeItem(NOTHING_TYPED, four, { unit: '4' }), deposit, '9')
  const draft = resetAll(typed, invoice)
  expect(itemDraft(draft, over).unit).toBe('9.00')
  expect(itemDraft(draft, four).unit).toBe('3.00')
  expect(overridesOf(draft, invoice)).toEqual({
    order_items: [{ id: 'over', invoice_override_unit_price: null, invoice_override_case_price: null }],
    surcharge_items: [],
  })
})

it('B127 B128 the total with overrides is the sum as specified, without the fuel surcharge; the grand total adds it', () => {
  // 12.00 + 16.00 + 1.50 + 24.00 + 16.00 + 8.00 = 77.50, and 1 + 2 + 3 + 4
  expect(typedTotals(NOTHING_TYPED, invoice)).toEqual({
    subtotal: '77.50',
    tax_total: '4.00',
    with_overrides: '87.50',
    grand_total: '94.50',
  })
  const draft = typeFee(typeItem(NOTHING_TYPED, four, { unit: '2.99' }), invoice, 'late_fee', '5.5')
  expect(typedTotals(draft, invoice)).toMatchObject({ subtotal: '77.46', with_overrides: '89.96' })
})

it('with a known rate, the tax follows the prices: the clerk sees the amount that is charged', () => {
  const taxed = { ...invoice, tax_rate: '10', items: [{ ...four, taxable: true }] }
  expect(typedTotals(NOTHING_TYPED, taxed).tax_total).toBe('1.20')
  expect(typedTotals(typeItem(NOTHING_TYPED, four, { unit: '5' }), taxed).tax_total).toBe('2.00')
})

it('B219 only the changed fees are sent, exact to the cent', () => {
  const draft = typeFee(NOTHING_TYPED, invoice, 'late_fee', '4.5')
  expect(feesOf(draft)).toEqual({ late_fee: '4.50' })
  expect(feesOf(typeFee(draft, invoice, 'late_fee', '3'))).toBeNull()
})
