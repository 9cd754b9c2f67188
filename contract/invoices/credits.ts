/**
 * Credits (readings, "Making an invoice"): lines below 0 with a reason, taxed like the line that they credit. Credits
 * never make an invoice negative: what is left of a credit waits for the next invoice of its location.
 */
import { showDollars } from '../format.ts'
import { cents, divideRounded, money, percentOf } from '../money.ts'
import type { InvoiceCredit, InvoiceItem } from './schema.ts'
import { itemTax, netTotal } from './totals.ts'

/** Both are 0 or less. */
export interface CreditAmounts {
  total: string
  tax: string
}

/**
 * Returns the credit of an item: the amount, and its tax by the invoice's own rate. A credit that takes all that is
 * left of the line also takes all that is left of its tax, so that the roundings of several credits add up.
 * @param earlier what was credited of this item before
 * @returns null where less than `amount` is left of the line
 */
export function creditOf(
  item: InvoiceItem,
  rate: string,
  amount: string,
  earlier: readonly CreditAmounts[],
): CreditAmounts | null {
  const sum = (of: keyof CreditAmounts) => earlier.reduce((all, one) => all + cents(one[of]), 0n)
  const left = cents(netTotal(item)) + sum('total')
  const leftTax = cents(itemTax(item, rate)) + sum('tax')
  if (cents(amount) > left) return null
  const own = item.taxable ? cents(percentOf(rate, amount)) : 0n
  const tax = cents(amount) === left || own > leftTax ? leftTax : own
  return { total: money(-cents(amount)), tax: money(-tax) }
}

type OfItem = Pick<InvoiceCredit, 'id' | 'item' | 'of_order' | 'total' | 'tax'>

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
    for (const { id, total } of own.toSorted((a, b) => a.id - b.id)) {
      const amount = money(-cents(total))
      const part = item.taxable ? -cents(percentOf(rate, amount)) : 0n
      const tax = creditOf(item, rate, amount, earlier)?.tax ?? money(part)
      earlier.push({ total, tax })
      taxes.set(id, tax)
    }
  }
  return credits.map((credit) => ({ ...credit, tax: taxes.get(credit.id) ?? credit.tax }))
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
 * Returns the items whose credits exceed what their lines bill now; an item that is not on the invoice bills nothing.
 */
export function exceededItems(
  items: readonly InvoiceItem[],
  credits: readonly { item: string | null; total: string }[],
): Omit<ExceededLine, 'name'>[] {
  const sums = new Map<string, bigint>()
  for (const { item, total } of credits)
    if (item !== null) sums.set(item, (sums.get(item) ?? 0n) - cents(total))
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
      const part = divideRounded(total * left, gross)
      fitted.stay.push({ ...credit, total: money(-part), tax: money(part - left) })
      fitted.rest.push({ ...credit, total: money(part - total), tax: money(left - part - tax) })
      left = 0n
    }
  }
  return fitted
}
