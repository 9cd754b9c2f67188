import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, money } from '../money.ts'
import { creditOf, discountShares, fitCredits, retaxed, type CreditAmounts } from './credits.ts'
import type { InvoiceItem } from './schema.ts'
import { itemTax, netTotal } from './totals.ts'

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

/** A taxable line with its surcharges, by its id. */
const line = (id: string, total: string, surcharges: readonly string[] = []): InvoiceItem =>
  ({
    ...item(total),
    id,
    surcharges: surcharges.map((one) => ({ total: one, invoice_override_total: null })),
  }) as InvoiceItem

const given = (id: string, total: string) => ({ item: id, total, tax: '0.00' })
const sharesOf = (...of: Parameters<typeof discountShares>) =>
  Object.fromEntries([...discountShares(...of)].map(([id, share]) => [id, money(share)]))

describe('the shares of a discount for paying on time', () => {
  it('are divided by what items and surcharges bill, also where a total is overridden', () => {
    expect(sharesOf([line('oil', '30.00'), line('bread', '10.00')], '0.80', [])).toEqual({
      oil: '0.60',
      bread: '0.20',
    })
    const oil = { ...line('oil', '100.00', ['8.00', '2.00']), invoice_override_total: '20.00' }
    expect(sharesOf([oil, line('bread', '10.00')], '0.80', [])).toEqual({ oil: '0.40', bread: '0.20' })
    expect(sharesOf([line('oil', '30.00')], '0.00', [])).toEqual({})
    expect(sharesOf([line('free', '0.00')], '0.80', [])).toEqual({})
  })

  it('leave out what was credited whole before, and stay as they are with each credit after it', () => {
    const items = [line('oil', '100.00'), line('bread', '100.00'), line('salt', '0.01')]
    expect(sharesOf(items, '2.00', [given('oil', '-100.00')])).toEqual({ bread: '2.00' })
    expect(sharesOf(items, '2.00', [given('oil', '-99.00')])).toEqual({ oil: '1.00', bread: '1.00' })
    const after = [given('bread', '-99.00'), given('salt', '-0.01')]
    expect(sharesOf(items, '2.00', after)).toEqual({ oil: '1.00', bread: '1.00' })
  })
})

describe('a credit of a line with a share of the discount', () => {
  it('is lowered by its part, and its tax is that of the typed amount', () => {
    const oil = item('30.00')
    const first = creditOf(oil, '10', '15.00', [], 60n)!
    expect(first).toEqual({ total: '-14.70', tax: '-1.50' })
    expect(creditOf(oil, '10', '15.00', [first], 60n)).toEqual({ total: '-14.70', tax: '-1.50' })
    expect(creditOf(oil, '10', '0.01', [first, first], 60n)).toBeNull()
    expect(creditOf(oil, '10', '30.01', [], 60n)).toBeNull()
    expect(creditOf(oil, '10', '15.31', [first], 60n)).toBeNull()
    // The whole line was taken off by the discount.
    expect(creditOf(oil, '10', '0.01', [], 3_000n)).toBeNull()
  })

  it('that was given before the discount leaves the rest of what was paid', () => {
    const first = creditOf(item('100.00'), '10', '50.00', [])!
    expect(creditOf(item('100.00'), '10', '50.00', [first], 100n)).toEqual({ total: '-49.00', tax: '-5.00' })
  })

  it('keeps its tax when it is computed again, and gets the new rate where that has changed', () => {
    const stored = [
      { id: 1, item: 'oil', of_order: 7, total: '-14.70', tax: '-1.50' },
      { id: 2, item: 'oil', of_order: 7, total: '-5.00', tax: '-0.50' },
    ]
    const oil = line('oil', '30.00')
    const taxes = (rate: string) =>
      retaxed(stored, { order: 7, items: [oil], rate, discount: '0.60' }).map(({ tax }) => tax)
    expect(taxes('10')).toEqual(['-1.50', '-0.50'])
    expect(taxes('20')).toEqual(['-2.94', '-1.00'])
    expect(taxes('0')).toEqual(['0.00', '0.00'])
  })

  it('and all others, in any order and number, come to what was paid, and never to more', () => {
    const amount = fc.bigInt({ min: 0n, max: 3_000n })
    const lines = fc.array(fc.tuple(amount, fc.array(amount, { maxLength: 2 })), {
      minLength: 1,
      maxLength: 5,
    })
    const steps = fc.array(fc.tuple(fc.nat(4), fc.bigInt({ min: 1n, max: 2_000n })), { maxLength: 12 })
    // The discount is booked after so many credits.
    const scene = fc.tuple(lines, steps, fc.nat(12), fc.integer({ min: 0, max: 1_500 }))
    fc.assert(
      fc.property(scene, ([billed, typed, discounted, percent]) => {
        const items = billed.map(([total, surcharges], n) =>
          line(`${n}`, money(total), surcharges.map(money)),
        )
        const net = billed.reduce((sum, [total]) => sum + total, 0n)
        const all = billed.flatMap(([total, surcharges]) => [total, ...surcharges])
        const gross = all.reduce((sum, one) => sum + one, 0n)
        const credits: (CreditAmounts & { item: string })[] = []
        const credited = () => credits.reduce((sum, { total }) => sum - cents(total), 0n)
        let discount = '0.00'
        const give = (id: string, most: string) => {
          const of = items.find((one) => one.id === id)
          if (!of) return
          const earlier = credits.filter((one) => one.item === id)
          const shares = discountShares(items, discount, credits)
          const credit = creditOf(of, '8.875', most, earlier, shares.get(id))
          if (!credit) return
          expect(cents(credit.total)).toBeLessThan(0n)
          expect(-cents(credit.total)).toBeLessThanOrEqual(cents(most))
          expect(cents(credit.tax)).toBeLessThanOrEqual(0n)
          credits.push({ ...credit, item: id })
          expect(credited()).toBeLessThanOrEqual(gross - cents(discount))
          expect(discountShares(items, discount, credits)).toEqual(shares)
        }
        const book = () => {
          discount = money(((gross - credited()) * BigInt(percent)) / 10_000n)
        }
        for (const [n, [at, most]] of typed.entries()) {
          if (n === discounted) book()
          give(`${at}`, money(most))
        }
        if (typed.length <= discounted) book()
        const shares = discountShares(items, discount, credits)
        const inItems = [...shares.values()].reduce((sum, one) => sum + one, 0n)
        if (gross === net) expect(inItems).toBe(cents(discount))
        // What is left of each line is typed: all of it comes back.
        for (const of of items) {
          const left =
            cents(netTotal(of)) +
            credits.reduce((sum, one) => (one.item === of.id ? sum + cents(one.total) : sum), 0n)
          if (left > 0n) give(of.id, money(left))
        }
        if (gross === net) expect(credited()).toBe(net - cents(discount))
        else expect(credited()).toBeGreaterThanOrEqual(net - cents(discount))
        const tax = credits.reduce((sum, one) => sum - cents(one.tax), 0n)
        expect(tax).toBeLessThanOrEqual(items.reduce((sum, one) => sum + cents(itemTax(one, '8.875')), 0n))
      }),
    )
  })

  it('and all others of it come to the line less its share, and to its tax, however it is divided', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 3_000n }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 0n, max: 1_500n }), (typed, percent) => {
        const net = typed.reduce((sum, one) => sum + one, 0n)
        const share = (net * percent) / 10_000n
        const oil = item(money(net))
        const credits: CreditAmounts[] = []
        for (const one of typed) {
          const credit = creditOf(oil, '8.875', money(one), credits, share)
          if (credit) credits.push(credit)
        }
        const sum = (of: keyof CreditAmounts) => credits.reduce((all, one) => all - cents(one[of]), 0n)
        expect([sum('total'), money(sum('tax'))]).toEqual([net - share, itemTax(oil, '8.875')])
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
