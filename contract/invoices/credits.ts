/**
 * Credits (readings, "Making an invoice"): lines below 0 with a reason, taxed like the line that they credit. Credits
 * never make an invoice negative: the rest of a credit waits for the next invoice of its location.
 */
import { showDollars } from '../format.ts'
import { cents, divideRounded, money, percentOf } from '../money.ts'
import type { InvoiceCredit, InvoiceItem } from './schema.ts'
import { chargedSurcharge, itemTax, netTotal } from './totals.ts'

/** Money. Total and tax are 0 or less; see `InvoiceCredit` for what was typed. */
export type CreditAmounts = Pick<InvoiceCredit, 'amount' | 'total' | 'tax'>
/** A credit as far as the discount for paying on time is concerned. */
export type DiscountedCredit = Pick<InvoiceCredit, 'item' | 'amount' | 'total'>

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const atLeast = (least: bigint, amount: bigint): bigint => (amount < least ? least : amount)

/**
 * Returns what was typed for a credit, in cents. A credit that an earlier release has issued does not say it: what it
 * credits counts.
 */
export const typedOf = ({ amount, total }: Pick<InvoiceCredit, 'amount' | 'total'>): bigint =>
  amount === undefined ? -cents(total) : cents(amount)

/** Returns by how much a discount for paying on time has lowered a credit. Money. */
export const loweredBy = (credit: Pick<InvoiceCredit, 'amount' | 'total'>): string =>
  money(typedOf(credit) + cents(credit.total))

/** Returns a credit with its tax, above 0. Money. */
export const creditWithTax = ({ total, tax }: Pick<InvoiceCredit, 'total' | 'tax'>): string =>
  money(-cents(total) - cents(tax))

const sumTyped = (credits: readonly Pick<InvoiceCredit, 'amount' | 'total'>[]): bigint =>
  credits.reduce((all, one) => all + typedOf(one), 0n)

/** The part of an invoice's items and surcharges that is not credited yet, in cents. */
export interface Uncredited {
  billed: bigint
  /** The part of it that was paid or is to be paid: `billed` less the discount that no credit has taken over. */
  paid: bigint
}

/**
 * Returns what is left to credit of an invoice.
 * @param discount for paying on time: booked, and promised to a payment on its way
 * @param credits all credits of items that count, on whichever invoice they are
 */
export function uncredited(
  items: readonly InvoiceItem[],
  discount: string,
  credits: readonly DiscountedCredit[],
): Uncredited {
  let billed = 0n
  let discountLeft = cents(discount)
  for (const item of items) {
    const own = credits.filter((one) => one.item === item.id)
    const surcharges = item.surcharges.reduce((all, one) => all + cents(chargedSurcharge(one)), 0n)
    billed += atLeast(0n, cents(netTotal(item)) - sumTyped(own)) + surcharges
    discountLeft -= own.reduce((all, one) => all + typedOf(one) + cents(one.total), 0n)
  }
  return { billed, paid: billed - discountLeft }
}

/**
 * Returns what is credited for a typed amount, in cents: its part of what was paid, and at most the amount itself. The
 * amount that takes all that is billed takes all that was paid, so that the roundings of several credits add up.
 * @returns null where nothing is left
 */
export function creditedFor(amount: bigint, { billed, paid }: Uncredited): bigint | null {
  if (billed <= 0n || paid <= 0n) return null
  return least(amount, atLeast(1n, divideRounded(amount * paid, billed)))
}

/**
 * Returns the tax of a typed amount of an item, in cents. A credit that takes all that is left of the line also takes
 * all that is left of its tax, so that the roundings of several credits add up. The discount takes off no tax.
 * @param earlier the credits of this item before it
 */
function taxOfAmount(
  item: InvoiceItem,
  rate: string,
  amount: bigint,
  earlier: readonly CreditAmounts[],
): bigint {
  const left = cents(netTotal(item)) - sumTyped(earlier)
  const own = item.taxable ? cents(percentOf(rate, money(amount))) : 0n
  if (amount > left) return own
  const leftTax = atLeast(
    0n,
    earlier.reduce((all, { tax }) => all + cents(tax), cents(itemTax(item, rate))),
  )
  return amount === left ? leftTax : least(own, leftTax)
}

/**
 * Returns the credit of an item: what is credited for the amount, and the tax of the amount by the invoice's own rate.
 * @param earlier the credits of this item before it
 * @param left what is left to credit of the invoice; left out where it has no discount
 * @returns null where less than `amount` is left of the line
 */
export function creditOf(
  item: InvoiceItem,
  rate: string,
  amount: string,
  earlier: readonly CreditAmounts[],
  left?: Uncredited,
): (CreditAmounts & { amount: string }) | null {
  const typed = cents(amount)
  if (typed > cents(netTotal(item)) - sumTyped(earlier)) return null
  const credited = left ? creditedFor(typed, left) : typed
  if (credited === null) return null
  const tax = taxOfAmount(item, rate, typed, earlier)
  return { amount: money(typed), total: money(-credited), tax: money(-tax) }
}

type OfItem = Pick<InvoiceCredit, 'id' | 'item' | 'of_order' | 'amount' | 'total' | 'tax'>

/**
 * Returns credits with the tax of the items that they credit, computed again by the invoice's present rate and the
 * item's present flag (readings, "Tax"). Credits of other orders and of something else stay unchanged.
 * @param all every credit of the order's items that counts, on whichever invoice it is
 */
export function retaxed<C extends OfItem>(
  credits: readonly C[],
  { order, items, rate }: { order: number; items: readonly InvoiceItem[]; rate: string },
  all: readonly OfItem[] = credits,
): C[] {
  const taxes = new Map<number, string>()
  for (const item of items) {
    const earlier: CreditAmounts[] = []
    const own = all.filter((one) => one.of_order === order && one.item === item.id)
    for (const credit of own.toSorted((a, b) => a.id - b.id)) {
      const tax = money(-taxOfAmount(item, rate, typedOf(credit), earlier))
      earlier.push({ ...credit, tax })
      taxes.set(credit.id, tax)
    }
  }
  return credits.map((credit) => ({ ...credit, tax: taxes.get(credit.id) ?? credit.tax }))
}

/**
 * Returns credits that a discount has lowered with what they credit by the present discount, in their order. A credit
 * of which nothing would be left, or whose item is not on the invoice, stays unchanged.
 * @param others the credits of items that count and do not change
 */
export function restated<C extends DiscountedCredit>(
  lowered: readonly C[],
  others: readonly DiscountedCredit[],
  { items, discount }: { items: readonly InvoiceItem[]; discount: string },
): C[] {
  const next: C[] = []
  for (const credit of lowered) {
    const isOnInvoice = items.some(({ id }) => id === credit.item)
    const left = isOnInvoice ? uncredited(items, discount, [...others, ...next]) : null
    const credited = cents(discount) === 0n ? typedOf(credit) : left && creditedFor(typedOf(credit), left)
    next.push(credited === null ? credit : { ...credit, total: money(-credited) })
  }
  return next
}

/** An item whose credits exceed what its line bills. Money. */
export interface ExceededLine {
  item: string
  name: string
  credited: string
  billed: string
}

/** Returns "Oil: $100.00 is credited, and $50.00 is billed." */
export const exceededWords = ({ name, credited, billed }: ExceededLine): string =>
  `${name}: ${showDollars(credited)} is credited, and ${showDollars(billed)} is billed.`

/**
 * Returns the items whose typed credits exceed what their lines bill now; an item that is not on the invoice bills
 * nothing.
 */
export function exceededItems(
  items: readonly InvoiceItem[],
  credits: readonly DiscountedCredit[],
): Omit<ExceededLine, 'name'>[] {
  const sums = new Map<string, bigint>()
  for (const credit of credits)
    if (credit.item !== null) sums.set(credit.item, (sums.get(credit.item) ?? 0n) + typedOf(credit))
  return [...sums].flatMap(([item, credited]) => {
    const line = items.find(({ id }) => id === item)
    const billed = line ? netTotal(line) : '0.00'
    return credited > cents(billed) ? [{ item, credited: money(credited), billed }] : []
  })
}

export interface Fitted<C> {
  /** The credits on the invoice. */
  stay: C[]
  /** The credits that wait for the next invoice. A credit of which only a part is on the invoice is in both. */
  rest: C[]
}

/**
 * Puts credits on an invoice, in their order, until its total is 0. A credit is divided in proportion, exact to the
 * cent.
 * @param room the invoice's total without them
 */
export function fitCredits<C extends CreditAmounts>(credits: readonly C[], room: string): Fitted<C> {
  const fitted: Fitted<C> = { stay: [], rest: [] }
  let left = cents(room)
  for (const credit of credits) {
    const [total, tax] = [-cents(credit.total), -cents(credit.tax)]
    const gross = total + tax
    if (gross <= left) {
      fitted.stay.push(credit)
      left -= gross
    } else if (left <= 0n) fitted.rest.push(credit)
    else {
      const typed = typedOf(credit)
      const part = divideRounded(total * left, gross)
      const partTyped = divideRounded(typed * left, gross)
      fitted.stay.push({ ...credit, amount: money(partTyped), total: money(-part), tax: money(part - left) })
      fitted.rest.push({
        ...credit,
        amount: money(typed - partTyped),
        total: money(part - total),
        tax: money(left - part - tax),
      })
      left = 0n
    }
  }
  return fitted
}
