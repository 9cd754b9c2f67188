import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, money } from '../money.ts'
import {
  creditedFor,
  creditOf,
  exceededItems,
  fitCredits,
  restated,
  retaxed,
  uncredited,
  type CreditAmounts,
} from './credits.ts'
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
    expect(creditOf(line, '5', '0.40', [])).toEqual({ amount: '0.40', total: '-0.40', tax: '-0.02' })
  })

  it('of an untaxed line has no tax, and is of what is left after its coupon', () => {
    const untaxed = { amount: '10.00', total: '-10.00', tax: '0.00' }
    expect(creditOf(item('30.00', false), '8.875', '10.00', [])).toEqual(untaxed)
    const couponed = { ...item('30.00'), coupon_amount: '5.00' }
    expect(creditOf(couponed, '10', '25.00', [])).toMatchObject({ total: '-25.00', tax: '-2.50' })
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

const given = (id: string, amount: string, total = `-${amount}`) => ({ item: id, amount, total, tax: '0.00' })

/** Gives a credit of an invoice with a 10 % tax and this discount, after the others. */
const creditAfter = (
  items: readonly InvoiceItem[],
  discount: string,
  id: string,
  amount: string,
  earlier: readonly (CreditAmounts & { item: string })[],
) =>
  creditOf(
    items.find((one) => one.id === id)!,
    '10',
    amount,
    earlier.filter((one) => one.item === id),
    uncredited(items, discount, earlier),
  )

describe('a credit of an invoice with a discount for paying on time', () => {
  const shop = [line('oil', '30.00'), line('bread', '10.00')]

  it('is lowered by its part of it, and its tax is that of the typed amount', () => {
    const first = creditAfter(shop, '0.80', 'oil', '15.00', [])!
    expect(first).toEqual({ amount: '15.00', total: '-14.70', tax: '-1.50' })
    expect(creditAfter(shop, '0.80', 'oil', '15.00', [{ item: 'oil', ...first }])).toEqual(first)
    // A surcharge takes its part as well, and a price over the line counts.
    const oil = { ...line('oil', '100.00', ['8.00', '2.00']), invoice_override_total: '20.00' }
    const priced = [oil, line('bread', '10.00')]
    expect(creditAfter(priced, '0.80', 'oil', '20.00', [])).toMatchObject({ total: '-19.60', tax: '-2.00' })
  })

  it('is refused beyond what is left of the line, and where all that was paid went back', () => {
    const earlier = [given('oil', '15.00', '-14.70')]
    expect(creditAfter(shop, '0.80', 'oil', '15.01', earlier)).toBeNull()
    expect(creditAfter(shop, '0.80', 'oil', '30.01', [])).toBeNull()
    expect(creditAfter(shop, '40.00', 'oil', '0.01', [])).toBeNull()
  })

  it('that is given after the discount takes the discount of the credits before it', () => {
    const hundred = [line('oil', '100.00')]
    expect(creditAfter(hundred, '2.00', 'oil', '50.00', [given('oil', '50.00')])).toMatchObject({
      amount: '50.00',
      total: '-48.00',
    })
    const two = [line('oil', '100.00'), line('bread', '100.00')]
    expect(creditAfter(two, '2.00', 'bread', '100.00', [given('oil', '100.00')])).toMatchObject({
      total: '-98.00',
    })
  })

  it('is never more than was typed, and never nothing', () => {
    // More was lowered before than the discount comes to by now.
    expect(creditAfter(shop, '0.10', 'bread', '10.00', [given('oil', '30.00', '-29.40')])).toMatchObject({
      total: '-10.00',
    })
    expect(creditedFor(1n, { billed: 100n, paid: 20n })).toBe(1n)
    expect(creditedFor(1n, { billed: 100n, paid: 0n })).toBeNull()
  })

  it('without a discount is the amount, also where an earlier release did not store it', () => {
    const over = [{ item: 'bread', total: '-12.00', tax: '0.00' }, given('oil', '29.99')]
    expect(creditAfter(shop, '0.00', 'oil', '0.01', over)).toEqual({
      amount: '0.01',
      total: '-0.01',
      // All that is left of the line takes all that is left of its tax.
      tax: '-3.00',
    })
  })

  it('exceeds its line by what was typed', () => {
    expect(exceededItems([line('oil', '9.90')], [given('oil', '10.00', '-9.80')])).toEqual([
      { item: 'oil', credited: '10.00', billed: '9.90' },
    ])
  })

  it('has the tax of the typed amount by the new rate, whatever the discount', () => {
    const stored = [
      { id: 1, of_order: 7, ...given('oil', '15.00', '-14.70') },
      { id: 2, of_order: 7, ...given('oil', '5.00', '-4.90') },
    ]
    const taxes = (rate: string) => retaxed(stored, { order: 7, items: shop, rate }).map(({ tax }) => tax)
    expect(taxes('10')).toEqual(['-1.50', '-0.50'])
    expect(taxes('20')).toEqual(['-3.00', '-1.00'])
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
        const left = (of: InvoiceItem) =>
          credits.reduce(
            (sum, one) => (one.item === of.id ? sum - cents(one.amount!) : sum),
            cents(netTotal(of)),
          )
        let discount = '0.00'
        const give = (of: InvoiceItem | undefined, most: bigint) => {
          if (!of) return
          const earlier = credits.filter((one) => one.item === of.id)
          const credit = creditOf(of, '8.875', money(most), earlier, uncredited(items, discount, credits))
          const isPaidBack = credited() >= gross - cents(discount)
          expect(credit === null).toBe(most > left(of) || isPaidBack)
          if (!credit) return
          expect(credit.amount).toBe(money(most))
          expect(cents(credit.total)).toBeLessThan(0n)
          expect(-cents(credit.total)).toBeLessThanOrEqual(most)
          if (discount === '0.00') expect(credit.total).toBe(money(-most))
          expect(cents(credit.tax)).toBeLessThanOrEqual(0n)
          credits.push({ ...credit, item: of.id })
          expect(credited()).toBeLessThanOrEqual(gross - cents(discount))
        }
        const book = () => {
          discount = money(((gross - credited()) * BigInt(percent)) / 10_000n)
        }
        for (const [n, [at, most]] of typed.entries()) {
          if (n === discounted) book()
          give(items[at], most)
        }
        if (typed.length <= discounted) book()
        // What is left of each line is typed: all of it comes back.
        for (const of of items) if (left(of) > 0n) give(of, left(of))
        if (gross === net) expect(credited()).toBe(net - cents(discount))
        else expect(credited()).toBeGreaterThanOrEqual(net - cents(discount))
        const tax = credits.reduce((sum, one) => sum - cents(one.tax), 0n)
        const whole = items.reduce((sum, one) => sum + cents(itemTax(one, '8.875')), 0n)
        if (items.every((one) => left(one) === 0n)) expect(tax).toBe(whole)
        else expect(tax).toBeLessThanOrEqual(whole)
      }),
    )
  })
})

describe('credits that a discount has lowered', () => {
  const shop = [line('oil', '30.00'), line('bread', '10.00')]
  const lowered = [given('bread', '10.00', '-9.80'), given('oil', '15.00', '-14.70')]
  const totals = (discount: string, others: ReturnType<typeof given>[] = []) =>
    restated(lowered, others, { items: shop, discount }).map(({ total }) => total)

  it('credit again what the present discount allows', () => {
    expect(totals('0.00')).toEqual(['-10.00', '-15.00'])
    expect(totals('0.40')).toEqual(['-9.90', '-14.85'])
    expect(totals('0.80')).toEqual(['-9.80', '-14.70'])
  })

  it('take the discount of those that do not change, and add up to what was paid', () => {
    // 40.00 - 0.40 - 15.00
    const others = [given('oil', '15.00')]
    expect(totals('0.40', others)).toEqual(['-9.84', '-14.76'])
  })

  it('stay as they are where the item is gone, and are whole again without a discount', () => {
    const items = [line('bread', '10.00')]
    const gone = (discount: string) =>
      restated(lowered.toReversed(), [], { items, discount }).map(({ total }) => total)
    expect(gone('0.40')).toEqual(['-14.70', '-9.60'])
    expect(gone('0.00')).toEqual(['-15.00', '-10.00'])
  })
})

describe('credits on an invoice', () => {
  it('take it to 0 and no further: the rest waits, divided in proportion', () => {
    const first = { id: 1, amount: '10.00', total: '-10.00', tax: '-0.89' }
    const second = { id: 2, amount: '102.00', total: '-100.00', tax: '-8.88' }
    const third = { id: 3, amount: '1.00', total: '-1.00', tax: '0.00' }
    // 30.00 - 10.89 = 19.11 is left for 108.88: 17.55 and 1.56
    expect(fitCredits([first, second, third], '30.00')).toEqual({
      stay: [first, { id: 2, amount: '17.90', total: '-17.55', tax: '-1.56' }],
      rest: [{ id: 2, amount: '84.10', total: '-82.45', tax: '-7.32' }, third],
    })
    expect(fitCredits([first], '10.89')).toEqual({ stay: [first], rest: [] })
    expect(fitCredits([first], '0.00')).toEqual({ stay: [], rest: [first] })
  })

  it('lose no cent', () => {
    const amount = fc.integer({ min: 0, max: 100_000 })
    const less = fc.integer({ min: 0, max: 500 })
    const credits = fc.array(fc.tuple(amount, amount, less), { maxLength: 6 })
    fc.assert(
      fc.property(credits, amount, (given, room) => {
        const all = given.map(([total, tax, lowered]) => ({
          amount: money(BigInt(total + lowered)),
          total: money(-BigInt(total)),
          tax: money(-BigInt(tax)),
        }))
        const { stay, rest } = fitCredits(all, money(BigInt(room)))
        const sum = (list: typeof all, of: keyof CreditAmounts) =>
          list.reduce((a, one) => a + cents(one[of]), 0n)
        for (const of of ['amount', 'total', 'tax'] as const)
          expect(sum([...stay, ...rest], of)).toBe(sum(all, of))
        for (const one of [...stay, ...rest]) {
          expect(cents(one.total) <= 0n && cents(one.tax) <= 0n).toBe(true)
          expect(cents(one.amount) >= -cents(one.total)).toBe(true)
        }
        const gross = stay.reduce((a, one) => a - cents(one.total) - cents(one.tax), 0n)
        expect(gross <= BigInt(room)).toBe(true)
      }),
    )
  })
})
