import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, money } from '../money.ts'
import { creditOf, fitCredits, type CreditAmounts } from './credits.ts'
import type { InvoiceItem } from './schema.ts'
import { itemTax } from './totals.ts'

const item = (total: string, taxable = true) =>
  ({ total, coupon_amount: '0.00', invoice_override_total: null, taxable }) as InvoiceItem

describe('a credit of a line', () => {
  it('copies its rate, and the last one takes what is left of its tax', () => {
    const line = item('0.40')
    const credits: CreditAmounts[] = []
    // 0.40 × 5 % = 0.02; each tenth by itself is 0.005, a cent: the third has none left to take.
    for (const amount of ['0.10', '0.10', '0.10', '0.10']) credits.push(creditOf(line, '5', amount, credits)!)
    expect(credits.map(({ tax }) => tax)).toEqual(['-0.01', '-0.01', '0.00', '0.00'])
    expect(creditOf(line, '5', '0.01', credits)).toBeNull()
    expect(creditOf(line, '5', '0.40', [])).toEqual({ total: '-0.40', tax: '-0.02' })
  })

  it('of an untaxed line has no tax, and is of what is left after its coupon', () => {
    expect(creditOf(item('30.00', false), '8.875', '10.00', [])).toEqual({ total: '-10.00', tax: '0.00' })
    const couponed = { ...item('30.00'), coupon_amount: '5.00' }
    expect(creditOf(couponed, '10', '25.00', [])).toEqual({ total: '-25.00', tax: '-2.50' })
    expect(creditOf(couponed, '10', '25.01', [])).toBeNull()
  })

  it('and all others of it together come to the line and its tax, however it is divided', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 200_000 }), (parts, rate) => {
        const percent = `${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, '0')}`
        const line = item(money(BigInt(parts.reduce((a, b) => a + b, 0))))
        const credits: CreditAmounts[] = []
        for (const part of parts) credits.push(creditOf(line, percent, money(BigInt(part)), credits)!)
        const tax = credits.reduce((sum, one) => sum + cents(one.tax), 0n)
        expect(money(-tax)).toBe(itemTax(line, percent))
        expect(credits.every((one) => cents(one.tax) <= 0n)).toBe(true)
      }),
    )
  })
})

describe('credits on an invoice', () => {
  it('take it to 0 and no further: the rest waits, divided in proportion', () => {
    const first = { id: 1, total: '-10.00', tax: '-0.89' }
    const second = { id: 2, total: '-100.00', tax: '-8.88' }
    const third = { id: 3, total: '-1.00', tax: '0.00' }
    // 30.00 - 10.89 = 19.11 is left for 108.88: 17.55 and 1.56
    expect(fitCredits([first, second, third], '30.00')).toEqual({
      stay: [first, { id: 2, total: '-17.55', tax: '-1.56' }],
      rest: [{ id: 2, total: '-82.45', tax: '-7.32' }, third],
    })
    expect(fitCredits([first], '10.89')).toEqual({ stay: [first], rest: [] })
    expect(fitCredits([first], '0.00')).toEqual({ stay: [], rest: [first] })
  })

  it('lose no cent', () => {
    const amount = fc.integer({ min: 0, max: 100_000 })
    const credits = fc.array(fc.tuple(amount, amount), { maxLength: 6 })
    fc.assert(
      fc.property(credits, amount, (pairs, room) => {
        const all = pairs.map(([total, tax]) => ({ total: money(-BigInt(total)), tax: money(-BigInt(tax)) }))
        const { stay, rest } = fitCredits(all, money(BigInt(room)))
        for (const of of ['total', 'tax'] as const) {
          const sum = (list: CreditAmounts[]) => list.reduce((a, one) => a + cents(one[of]), 0n)
          expect(sum([...stay, ...rest])).toBe(sum(all))
          expect([...stay, ...rest].every((one) => cents(one[of]) <= 0n)).toBe(true)
        }
        const gross = stay.reduce((a, one) => a - cents(one.total) - cents(one.tax), 0n)
        expect(gross <= BigInt(room)).toBe(true)
      }),
    )
  })
})
