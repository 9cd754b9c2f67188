/**
 * Credits (readings, "Making an invoice"): lines below 0 with a reason, taxed like the line that they credit. Credits
 * never make an invoice negative: the rest of a credit waits for the next invoice of its location.
 */
import { showDollars } from '../format.ts'
import { cents, divideRounded, money, percentOf } from '../money.ts'
import type { InvoiceCredit, InvoiceItem } from './schema.ts'
import { chargedSurcharge, itemTax, netTotal } from './totals.ts'

/** Both are 0 or less. */
export interface CreditAmounts {
  total: string
  tax: string
}

const sumOf = (credits: readonly CreditAmounts[], of: keyof CreditAmounts): bigint =>
  credits.reduce((all, one) => all + cents(one[of]), 0n)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Returns each item's share of the invoice's discount for paying on time, in cents. Items and surcharges share it by
 * what they bill, exact to the cent. No share is more than what the item's credits leave of it: the rest of such a
 * share goes to the others.
 * @param credits all credits of the invoice's items that count
 */
export function discountShares(
  items: readonly InvoiceItem[],
  discount: string,
  credits: readonly { item: string | null; total: string }[],
): Map<string, bigint> {
  const credited = (id: string) =>
    credits.reduce((all, { item, total }) => (item === id ? all - cents(total) : all), 0n)
  const parts = items.flatMap((item) => {
    const billed = cents(netTotal(item))
    const surcharges = item.surcharges.map((one) => cents(chargedSurcharge(one)))
    return [
      { id: item.id, billed, most: billed - credited(item.id), share: 0n },
      ...surcharges.map((amount) => ({ id: null, billed: amount, most: amount, share: 0n })),
    ]
  })
  let left = cents(discount)
  let open = parts
  // Only a part that could not take its own leaves the next round: thus no credit moves a cent of another's share.
  while (left > 0n) {
    const all = open.reduce((sum, { billed }) => sum + billed, 0n)
    if (all <= 0n) break
    const toShare = left
    let before = 0n
    const roomy: typeof parts = []
    for (const part of open) {
      const upTo = before + part.billed
      const own = divideRounded(toShare * upTo, all) - divideRounded(toShare * before, all)
      const room = part.most > part.share ? part.most - part.share : 0n
      part.share += least(own, room)
      left -= least(own, room)
      before = upTo
      if (own <= room) roomy.push(part)
    }
    open = roomy
  }
  return new Map(
    parts.flatMap(({ id, share }) => (id === null || share === 0n ? [] : [[id, share] as const])),
  )
}

/** A line that is credited, in cents: what it bills, its share of the discount, what was credited of it before. */
interface CreditedLine {
  net: bigint
  share: bigint
  before: bigint
}

/**
 * Returns how much of a line is credited once its credits come to this amount. Of several answers, which differ by a
 * cent because of rounding, it is the largest.
 */
function reached({ net, share }: CreditedLine, credited: bigint): bigint {
  if (share === 0n) return credited
  return share >= net ? net : least(net, (net * (2n * credited + 1n)) / (2n * (net - share)))
}

/**
 * Returns what is credited for this amount of a line: less its part of the line's share. Together, all such amounts
 * come to the line less its share, because each is the difference of two rounded sums.
 */
function lowered(line: CreditedLine, amount: bigint): bigint {
  const { net, share, before } = line
  if (share === 0n) return amount
  const upTo = least(net, reached(line, before) + amount)
  return upTo - divideRounded(upTo * share, net) - before
}

/**
 * Returns the credit of an item: the amount less its part of the item's share of the discount for paying on time, and
 * the amount's tax by the invoice's own rate. A credit that takes all that is left of the line also takes all that is
 * left of its tax, so that the roundings of several credits add up.
 * @param earlier what was credited of this item before
 * @param share the item's share of the discount (`discountShares`)
 * @returns null where less than `amount` is left of the line
 */
export function creditOf(
  item: InvoiceItem,
  rate: string,
  amount: string,
  earlier: readonly CreditAmounts[],
  share = 0n,
): CreditAmounts | null {
  const line = { net: cents(netTotal(item)), share, before: -sumOf(earlier, 'total') }
  const left = line.net - share - line.before
  if (cents(amount) > line.net - line.before || (share > 0n && left <= 0n)) return null
  const total = lowered(line, cents(amount))
  const leftTax = cents(itemTax(item, rate)) + sumOf(earlier, 'tax')
  const own = item.taxable ? cents(percentOf(rate, amount)) : 0n
  const tax = total === left ? leftTax : least(own, leftTax)
  return { total: money(-total), tax: money(-tax) }
}

type OfItem = Pick<InvoiceCredit, 'id' | 'item' | 'of_order' | 'total' | 'tax'>

/**
 * Returns credits with the tax of the items that they credit, computed again by the invoice's present rate and the
 * item's present flag (readings, "Tax"). Credits of other orders and of something else stay unchanged.
 * @param all every credit of the order's items that counts, on whichever invoice it is
 */
export function retaxed<C extends OfItem>(
  credits: readonly C[],
  {
    order,
    items,
    rate,
    discount,
  }: { order: number; items: readonly InvoiceItem[]; rate: string; discount: string },
  all: readonly OfItem[] = credits,
): C[] {
  const taxes = new Map<number, string>()
  const ofOrder = all.filter((one) => one.of_order === order)
  const shares = discountShares(items, discount, ofOrder)
  for (const item of items) {
    const earlier: CreditAmounts[] = []
    const own = ofOrder.filter((one) => one.item === item.id)
    for (const { id, total, tax: stored } of own.toSorted((a, b) => a.id - b.id)) {
      const tax = taxOfCredit(item, rate, { total, tax: stored }, earlier, shares.get(item.id) ?? 0n)
      earlier.push({ total, tax })
      taxes.set(id, tax)
    }
  }
  return credits.map((credit) => ({ ...credit, tax: taxes.get(credit.id) ?? credit.tax }))
}

/**
 * Returns the tax of a stored credit by the present rate. On an invoice with a discount, a credit of an earlier day may
 * be lowered or not: its tax stays where it is one of the two.
 */
function taxOfCredit(
  item: InvoiceItem,
  rate: string,
  { total, tax }: CreditAmounts,
  earlier: readonly CreditAmounts[],
  share: bigint,
): string {
  const line = { net: cents(netTotal(item)), share, before: -sumOf(earlier, 'total') }
  const amount = -cents(total)
  const taxOf = (of: bigint) => (item.taxable ? cents(percentOf(rate, money(of))) : 0n)
  const fewest = taxOf(amount)
  if (amount > line.net - line.before) return money(-fewest)
  const most = taxOf(reached(line, line.before + amount) - reached(line, line.before))
  const leftTax = cents(itemTax(item, rate)) + sumOf(earlier, 'tax')
  if (amount === line.net - share - line.before) return money(-leftTax)
  const own = -cents(tax) < fewest ? fewest : least(-cents(tax), most)
  return money(-least(own, leftTax))
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
