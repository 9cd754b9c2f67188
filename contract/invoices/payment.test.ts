import { describe, expect, it } from 'vitest'
import {
  dueBy,
  isPayable,
  isPayer,
  notPayable,
  offered,
  summaryOf,
  type Payability,
  type Payable,
} from './payment.ts'

const due = (method: 'ach' | 'card', over: Partial<Payable> = {}, today = '2026-11-23') =>
  dueBy(
    method,
    {
      subtotal: '80.00',
      kept: '0.00',
      discounted: '0.00',
      grand_total: '100.00',
      credit_card_fee: '0.00',
      charge_fee: '0.0000',
      discount: '0.0000',
      discount_days: 0,
      delivery_date: '2026-11-20',
      ...over,
    },
    today,
  )

describe('the cost of paying', () => {
  it('is less on time, up to and including the last day of it, by a percentage of the subtotal', () => {
    const terms = { discount: '2.5000', discount_days: 3, charge_fee: '2.9000' }
    expect(summaryOf(due('ach', terms))).toEqual({
      'Invoice total': '100.00',
      'On-time discount': '-2.00',
      Total: '98.00',
    })
    // 98.00 × 2.9 % = 2.842
    expect(summaryOf(due('card', terms))).toMatchObject({ 'Credit card fee': '2.84', Total: '100.84' })
    expect(summaryOf(due('ach', terms, '2026-11-24'))).toEqual({ 'Invoice total': '100.00', Total: '100.00' })
    expect(due('ach', { ...terms, grand_total: '1.00' }).total).toBe('0.00')
  })

  it('by card is nothing more where the invoice carries a card’s fee already', () => {
    expect(due('card', { charge_fee: '2.9000', credit_card_fee: '1.00' }).total).toBe('100.00')
  })

  it.each([
    ['100.00', '2.90', '2.90', '102.90'],
    // 17.24 × 2.9 % is 0.49996
    ['17.24', '2.90', '0.50', '17.74'],
    // half a cent goes up
    ['50.00', '0.25', '0.13', '50.13'],
    ['0.01', '2.90', '0.00', '0.01'],
    ['123456789.01', '3.00', '3703703.67', '127160492.68'],
    ['80.00', '0', '0.00', '80.00'],
    // four places count: 2.91 % would be 29.10
    ['1000.00', '2.9125', '29.13', '1029.13'],
  ])('by card %s at %s %% costs %s more: %s', (grand, percent, fee, total) => {
    expect(due('card', { grand_total: grand, charge_fee: percent })).toEqual({
      invoice_total: grand,
      discount: '0.00',
      paid_already: '0.00',
      discounted: '0.00',
      card_fee: fee,
      total,
    })
  })

  it('by ACH is what the invoice comes to', () => {
    const byAch = due('ach', { charge_fee: '2.90' })
    expect(byAch.total).toBe('100.00')
    expect(summaryOf(byAch)).toEqual({ 'Invoice total': '100.00', Total: '100.00' })
    expect(summaryOf(due('card', { charge_fee: '2.90' }))).toEqual({
      'Invoice total': '100.00',
      'Credit card fee': '2.90',
      Total: '102.90',
    })
  })
})

describe('an invoice', () => {
  const ready: Payability = {
    paid_status: 'r',
    payments_enabled: true,
    due: '12.50',
    payment_state: '',
  }
  it('is payable while it is ready, of a location that pays online, and comes to something', () => {
    expect(isPayable(ready)).toBe(true)
    for (const paid_status of ['', 'i', 'p', 'e', 'pe'])
      expect([paid_status, isPayable({ ...ready, paid_status })]).toEqual([paid_status, false])
    expect(notPayable({ ...ready, payments_enabled: false })).toContain('location')
    for (const due of ['0.00', '-3.00']) expect(notPayable({ ...ready, due })).toContain('nothing to pay')
  })

  it('is not payable below what the provider takes', () => {
    expect(notPayable({ ...ready, due: '0.49' })).toBe('This is less than can be paid online.')
    expect(isPayable({ ...ready, due: '0.50' })).toBe(true)
  })

  it('is not payable while money for it is held, or a bank account is being verified', () => {
    expect(notPayable({ ...ready, payment_state: 'held' })).toContain('has arrived')
    expect(notPayable({ ...ready, payment_state: 'verification' })).toContain('verified')
    for (const payment_state of ['failed', 'returned'] as const)
      expect([payment_state, isPayable({ ...ready, payment_state })]).toEqual([payment_state, true])
  })

  it('B113 B114 B115 is paid by its own customer alone, by the username, with the right to see payments', () => {
    const invoice = { customer: { username: 'chef', email: 'chef@example.com' } }
    expect(isPayer({ username: 'chef', can_see_payments_column: true }, invoice)).toBe(true)
    expect(isPayer({ username: 'chef', can_see_payments_column: false }, invoice)).toBe(false)
    expect(isPayer({ username: 'Chef', can_see_payments_column: true }, invoice)).toBe(false)
  })
})

it('B095 a preview offers only the methods that this app knows, in one order', () => {
  const preview = { payment_method_options: ['cheque', 'card', 'ach'], invoice_payment_summary: {} }
  expect(offered(preview)).toEqual(['ach', 'card'])
  expect(offered({ ...preview, payment_method_options: ['card'] })).toEqual(['card'])
})
