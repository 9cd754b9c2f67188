/**
 * The sums of an invoice. The server charges by these functions, and the screen's edit mode uses them too, so that
 * the clerk sees what the customer is charged (readings, "Making an invoice", "Money on the invoice"; B127–B132).
 */
import { cents, divideRounded, fromUnits, money, percentOf, thousandths, toUnits } from '../money.ts'
import { FEES, type FeeName, type InvoiceCredit, type InvoiceItem, type InvoiceSurcharge } from './schema.ts'
import type { UnitType } from '../values.ts'

type Line = Pick<InvoiceItem, 'unit_quantity' | 'case_quantity' | 'weighable'> &
  Partial<Pick<InvoiceItem, 'unit_weight_lbs' | 'case_weight_lbs' | 'catch_weight_lbs' | 'subitem_weights'>>

/** The decimal places of an override's price: a typed total is reproduced to the cent for up to 10,000 pieces or lb. */
const PRICE_PLACES = 6
const MICRO_OF_A_CENT = 10_000n

/** Returns a price with as many places as it needs, from two to six. */
export const exactPrice = (price: string): string =>
  fromUnits(toUnits(price, PRICE_PLACES), PRICE_PLACES).replace(/0{1,4}$/, '')

/**
 * Returns the quantity for which a line's unit or case price is charged, in thousandths: pieces, or lb where it is
 * weighed. If an answer does not state the weight of each type, the weights of its pieces count, or the whole
 * catch weight where there is one type.
 */
function billableQuantity(line: Line, unitType: UnitType): bigint {
  const [pieces, others] =
    unitType === 'u' ? [line.unit_quantity, line.case_quantity] : [line.case_quantity, line.unit_quantity]
  const own = unitType === 'u' ? line.unit_weight_lbs : line.case_weight_lbs
  // One type of a weighed product may still be charged by the piece: then it has no weight.
  if (!line.weighable || own === null || pieces === 0) return BigInt(pieces) * 1_000n
  if (own !== undefined) return thousandths(own)
  const weights = line.subitem_weights?.[unitType] ?? []
  if (weights.length > 0) return weights.reduce((sum, one) => sum + thousandths(one), 0n)
  return thousandths((others === 0 ? line.catch_weight_lbs : null) ?? '0')
}

/** B132: returns both prices times their charged quantities, rounded once, half up. Money. */
export function lineTotal(line: Line, prices: { unit: string; case: string }): string {
  const exact =
    toUnits(prices.unit, PRICE_PLACES) * billableQuantity(line, 'u') +
    toUnits(prices.case, PRICE_PLACES) * billableQuantity(line, 'c')
  return money(divideRounded(exact, 1_000n * MICRO_OF_A_CENT))
}

/**
 * B129–B131: returns the price that makes a line cost `total`, with up to six places. Null where the line is charged
 * for nothing, or both by the unit and by the case: then one total does not say which price it means (B169).
 */
export function priceForTotal(line: Line, total: string): { unit: string } | { case: string } | null {
  if (line.unit_quantity > 0 && line.case_quantity > 0) return null
  const unitType = line.case_quantity > 0 ? 'c' : 'u'
  const price = priceOfEach(total, billableQuantity(line, unitType))
  if (price === null) return null
  return unitType === 'u' ? { unit: price } : { case: price }
}

/** Returns the same for a surcharge, by its quantity. */
export const surchargePriceForTotal = (quantity: number, total: string): string | null =>
  priceOfEach(total, BigInt(quantity) * 1_000n)

/** @param times in thousandths */
const priceOfEach = (total: string, times: bigint): string | null =>
  times === 0n
    ? null
    : exactPrice(fromUnits(divideRounded(cents(total) * MICRO_OF_A_CENT * 1_000n, times), PRICE_PLACES))

/** Returns a price times a quantity, rounded once. */
export const surchargeTotal = (quantity: number, price: string): string =>
  money(divideRounded(BigInt(quantity) * toUnits(price, PRICE_PLACES), MICRO_OF_A_CENT))

type Charge = Pick<InvoiceItem, 'total' | 'invoice_override_total'>

/** B089: the invoice shows the override where there is one. */
export const chargedTotal = (item: Charge): string => item.invoice_override_total ?? item.total
export const chargedSurcharge = (
  surcharge: Pick<InvoiceSurcharge, 'total' | 'invoice_override_total'>,
): string => surcharge.invoice_override_total ?? surcharge.total

/**
 * Returns the price on the invoice beside a surcharge. A percentage that follows its item has no override of its own:
 * then it is the amount for one piece, for display.
 */
export function surchargePrice({
  quantity,
  unit_price,
  invoice_override_price: price,
  invoice_override_total: total,
}: Pick<InvoiceSurcharge, 'quantity' | 'unit_price' | 'invoice_override_price' | 'invoice_override_total'>) {
  if (price !== null) return price
  if (total === null || quantity === 0) return unit_price
  return money(divideRounded(cents(total), BigInt(quantity)))
}

type Couponed = Charge & Pick<InvoiceItem, 'coupon_amount'>

/** Returns what a coupon takes off its line: at most what the line costs, with its override where it has one. */
export function couponOf(item: Couponed): string {
  const [coupon, charged] = [cents(item.coupon_amount), cents(chargedTotal(item))]
  return money(coupon < charged ? coupon : charged)
}

/** Returns what a line costs after its coupon: the amount that is taxed. */
export const netTotal = (item: Couponed): string => money(cents(chargedTotal(item)) - cents(couponOf(item)))

/** @param rate percent, up to four places */
export const itemTax = (item: Couponed & Pick<InvoiceItem, 'taxable'>, rate: string): string =>
  item.taxable ? percentOf(rate, netTotal(item)) : '0.00'

export interface Charged {
  items: readonly (Couponed &
    Pick<InvoiceItem, 'taxable'> & {
      surcharges: readonly Pick<InvoiceSurcharge, 'total' | 'invoice_override_total'>[]
    })[]
  fees: Record<FeeName, string>
  credits?: readonly Pick<InvoiceCredit, 'total' | 'tax'>[]
  /** Percent, up to four places; null where only the tax itself is known, which then stays unchanged. */
  tax_rate: string | null
  tax_total?: string
}

export interface Totals {
  subtotal: string
  tax_total: string
  /** B127: without the fuel surcharge. */
  with_overrides: string
  grand_total: string
}

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, one) => sum + cents(one), 0n)

/**
 * Returns the sums: items less their coupons, surcharges and credits; the tax of each taxable line, rounded half up,
 * with that of the credits; and the total that the customer is charged, which adds the four fees.
 */
export function totalsOf({ items, fees, credits = [], tax_rate, tax_total = '0' }: Charged): Totals {
  const subtotal =
    sumOf(items.map(netTotal)) +
    sumOf(items.flatMap(({ surcharges }) => surcharges.map(chargedSurcharge))) +
    sumOf(credits.map(({ total }) => total))
  const tax =
    tax_rate === null
      ? cents(tax_total)
      : sumOf(items.map((item) => itemTax(item, tax_rate))) + sumOf(credits.map((one) => one.tax))
  const grand = subtotal + sumOf(FEES.map((fee) => fees[fee])) + tax
  return {
    subtotal: money(subtotal),
    tax_total: money(tax),
    with_overrides: money(grand - cents(fees.fuel_surcharge)),
    grand_total: money(grand),
  }
}
