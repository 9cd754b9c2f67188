/**
 * Credits (readings, "Making an invoice"): lines below 0 with a reason, taxed like the line that they credit. They bring no
 * invoice below 0; what is left of one waits for the next invoice of its location.
 */
import { cents, divideRounded, money, percentOf } from '../money.ts'
import type { InvoiceItem } from './schema.ts'
import { itemTax, netTotal } from './totals.ts'

/** Both 0 or less. */
export interface CreditAmounts {
  total: string
  tax: string
}

/**
 * What a credit of an item is: the amount, and the tax that goes with it by the invoice's own rate. The credit that takes
 * all that is left of the line takes all that is left of its tax too, so that the roundings of several add up.
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

export interface Fitted<C> {
  /** What stands on the invoice. */
  stay: C[]
  /** What waits for the next one; a credit of which a part stands is in both. */
  rest: C[]
}

/**
 * Lays credits on an invoice, in their order, until it comes to 0. A credit is divided in proportion, exact to the cent.
 * @param room what the invoice comes to without them
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
