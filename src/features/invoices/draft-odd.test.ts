/** Edit mode where the sums are not the plain ones: credits that no longer fit, percentages that follow, what is emptied. */
import { printedInvoice } from '#contract/invoices/document.ts'
import { describe, expect, it } from 'vitest'
import { readInvoice } from '#src/documents/read-invoice.ts'
import {
  itemDraft,
  NOTHING_TYPED,
  overridesOf,
  resetTotal,
  surchargeDraft,
  typedCredits,
  typedItems,
  typedTotals,
  typeFee,
  typeItem,
  typeSurcharge,
  typeSurchargeTotal,
  typeTotal,
  wrongIn,
} from './draft.ts'

const credit = (id: number, total: string, tax = '0.00') => ({
  id,
  item: null,
  of_order: 5,
  reason: 'Spoilt',
  total,
  tax,
  created_date: '2026-11-23T00:00:00Z',
  username: null,
})
const handling = { id: 7, name: 'Handling', quantity: 2, type: '%', amount: '10.0000' }

/** Two taxed pieces at 10.00 with a handling of 10 %; with 10 % tax 24.00, less credits of 3.00 and 4.40. */
const invoice = readInvoice({
  order_id: 5,
  items: [
    {
      id: 'oil',
      name: 'Oil',
      unit_quantity: 2,
      unit_price: '10.00',
      total: '20.00',
      taxable: true,
      surcharges: [{ ...handling, unit_price: '1.00', total: '2.00' }],
    },
  ],
  credits: [credit(1, '-3.00'), credit(2, '-4.00', '-0.40')],
  tax_rate: '10',
  subtotal: '15.00',
  tax_total: '1.60',
  grand_total: '16.60',
})
const oil = invoice.items[0]!
const ownHandling = oil.surcharges[0]!
const priced = (unit: string) => typeItem(NOTHING_TYPED, oil, { unit })

describe('credits', () => {
  it('count unchanged while they fit', () => {
    expect(typedTotals(NOTHING_TYPED, invoice)).toMatchObject({ subtotal: '15.00', grand_total: '16.60' })
    expect(typedCredits(NOTHING_TYPED, invoice)).toEqual(invoice.credits)
  })

  it('reduce the invoice to 0 and not below it, in the server’s order', () => {
    // 4.00 + 0.40 + 0.40 tax = 4.80: 3.00 and a part of the second.
    expect(typedTotals(priced('2'), invoice)).toMatchObject({ subtotal: '-0.24', grand_total: '0.00' })
    expect(typedCredits(priced('2'), invoice).map(({ total }) => total)).toEqual(['-3.00', '-1.64'])
    expect(typedTotals(priced('0'), invoice).grand_total).toBe('0.00')
    expect(typedCredits(priced('0'), invoice)).toEqual([])
  })
})

describe('a percentage that follows its item', () => {
  it('shows the resulting price, live and on paper', () => {
    const [typed] = typedItems(priced('5'), invoice)
    expect(typed!.surcharges[0]).toMatchObject({
      invoice_override_price: null,
      invoice_override_total: '1.00',
    })
    expect(surchargeDraft(priced('5'), typed!.surcharges[0]!)).toBe('0.50')
    const paper = printedInvoice(
      { ...invoice, items: [typed!] },
      { lines: ['H'], weigh_ticket: false, time_zone: 'UTC' },
    )
    expect(paper.lines[1]).toMatchObject({ units: '2', unitPrice: '0.50', total: '1.00' })
  })

  it('shows a value that is typed over it', () => {
    const draft = typeSurcharge(priced('5'), ownHandling, '0.30')
    expect(surchargeDraft(draft, typedItems(draft, invoice)[0]!.surcharges[0]!)).toBe('0.30')
  })
})

describe('a total', () => {
  it('B124 that is emptied takes the override away', () => {
    const saved = { ...oil, invoice_override_unit_price: '8.00', invoice_override_total: '16.00' }
    const draft = typeTotal(NOTHING_TYPED, saved, '')
    expect(overridesOf(draft, { ...invoice, items: [saved] })?.order_items).toEqual([
      { id: 'oil', invoice_override_unit_price: null, invoice_override_case_price: null },
    ])
    const over = { ...ownHandling, invoice_override_price: '3.00', invoice_override_total: '6.00' }
    expect(
      overridesOf(typeSurchargeTotal(NOTHING_TYPED, over, ''), {
        ...invoice,
        items: [{ ...oil, surcharges: [over] }],
      })?.surcharge_items,
    ).toEqual([{ id: 7, invoice_override_price: null }])
  })

  it('B131 that is emptied changes nothing if there is no quantity to divide by', () => {
    const nothing = { ...oil, unit_quantity: 0 }
    expect(typeTotal(NOTHING_TYPED, nothing, '')).toBe(NOTHING_TYPED)
    expect(typeSurchargeTotal(NOTHING_TYPED, { ...ownHandling, quantity: 0 }, '')).toBe(NOTHING_TYPED)
  })

  it('B170 can be reset to the original price, by the quantities of the row', () => {
    expect(resetTotal(NOTHING_TYPED, oil)).toBeNull()
    expect(itemDraft(resetTotal(priced('8'), oil)!, oil).unit).toBe('10.00')
    const cases = { ...oil, unit_quantity: 0, case_quantity: 2, case_price: '12.00' }
    const typed = typeTotal(NOTHING_TYPED, cases, '30.00')
    expect(itemDraft(typed, cases).byCase).toBe('15.00')
    expect(itemDraft(resetTotal(typed, cases)!, cases).byCase).toBe('12.00')
  })
})

it('a fee that is emptied asks for a value', () => {
  expect(wrongIn(typeFee(NOTHING_TYPED, invoice, 'late_fee', ''))).toBe(
    'Late fee: type 0 where there is none.',
  )
  expect(wrongIn(typeFee(NOTHING_TYPED, invoice, 'late_fee', '0'))).toBeNull()
})
