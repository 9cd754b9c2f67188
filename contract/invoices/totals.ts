/**
 * What an invoice adds up to. The server charges by these functions, and the edit mode of the screen shows by them, so that
 * what the clerk sees is what the customer is charged (readings, "Making an invoice", "Money on the invoice"; B127–B132).
 */
import { cents, divideRounded, fromUnits, money, percentOf, thousandths, toUnits } from '../money.ts'
import { FEES, type FeeName, type InvoiceCredit, type InvoiceItem, type InvoiceSurcharge } from './schema.ts'
import type { UnitType } from '../values.ts'

type Line = Pick<InvoiceItem, 'unit_quantity' | 'case_quantity' | 'weighable'> &
  Partial<Pick<InvoiceItem, 'unit_weight_lbs' | 'case_weight_lbs' | 'catch_weight_lbs' | 'subitem_weights'>>

/** Places of an override's price: a typed total comes back to the cent for up to 10,000 pieces or lb. */
const PRICE_PLACES = 6
const MICRO_OF_A_CENT = 10_000n

/** A price with as many places as it needs, from two to six. */
export const exactPrice = (price: string): string =>
  fromUnits(toUnits(price, PRICE_PLACES), PRICE_PLACES).replace(/0{1,4}$/, '')

/**
 * How often the price of a unit or a case is charged on a line, in thousandths: pieces, or lb where it is weighed. Where
 * an answer does not say what each type weighs, its pieces' weights do, or the whole catch weight where there is one type.
 */
function billableQuantity(line: Line, unitType: UnitType): bigint {
  const [pieces, others] =
    unitType === 'u' ? [line.unit_quantity, line.case_quantity] : [line.case_quantity, line.unit_quantity]
  const own = unitType === 'u' ? line.unit_weight_lbs : line.case_weight_lbs
  // Of a weighed product one type may be charged by the piece all the same: it has no weight then.
  if (!line.weighable || own === null || pieces === 0) return BigInt(pieces) * 1_000n
  if (own !== undefined) return thousandths(own)
  const weights = line.subitem_weights?.[unitType] ?? []
  if (weights.length > 0) return weights.reduce((sum, one) => sum + thousandths(one), 0n)
  return thousandths((others === 0 ? line.catch_weight_lbs : null) ?? '0')
}

/** B132: both prices times what they are charged for, rounded once, half up. Money. */
export function lineTotal(line: Line, prices: { unit: string; case: string }): string {
  const exact =
    toUnits(prices.unit, PRICE_PLACES) * billableQuantity(line, 'u') +
    toUnits(prices.case, PRICE_PLACES) * billableQuantity(line, 'c')
  return money(divideRounded(exact, 1_000n * MICRO_OF_A_CENT))
}

/**
 * B129–B131: the price that makes a line cost `total`, with up to six places. Null where it is charged for nothing, or both
 * by the unit and by the case: then one total does not say which price it means (B169).
 */
export function priceForTotal(line: Line, total: string): { unit: string } | { case: string } | null {
  if (line.unit_quantity > 0 && line.case_quantity > 0) return null
  const unitType = line.case_quantity > 0 ? 'c' : 'u'
  const price = priceOfEach(total, billableQuantity(line, unitType))
  if (price === null) return null
  return unitType === 'u' ? { unit: price } : { case: price }
}

/** The same for a surcharge, by its quantity. */
export const surchargePriceForTotal = (quantity: number, total: string): string | null =>
  priceOfEach(total, BigInt(quantity) * 1_000n)

/** @param times in thousandths */
const priceOfEach = (total: string, times: bigint): string | null =>
  times === 0n
    ? null
    : exactPrice(fromUnits(divideRounded(cents(total) * MICRO_OF_A_CENT * 1_000n, times), PRICE_PLACES))

/** A price times a quantity, rounded once. */
export const surchargeTotal = (quantity: number, price: string): string =>
  money(divideRounded(BigInt(quantity) * toUnits(price, PRICE_PLACES), MICRO_OF_A_CENT))

type Charge = Pick<InvoiceItem, 'total' | 'invoice_override_total'>

/** B089: what stands on the invoice is the override where there is one. */
export const chargedTotal = (item: Charge): string => item.invoice_override_total ?? item.total
export const chargedSurcharge = (
  surcharge: Pick<InvoiceSurcharge, 'total' | 'invoice_override_total'>,
): string => surcharge.invoice_override_total ?? surcharge.total

/**
 * The price that stands on the invoice beside it. A percentage that follows its item has no price of its own set over it:
 * then it is what one piece comes to, for display.
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

/** What its coupon takes off a line: at most what the line costs, with its override where it has one. */
export function couponOf(item: Couponed): string {
  const [coupon, charged] = [cents(item.coupon_amount), cents(chargedTotal(item))]
  return money(coupon < charged ? coupon : charged)
}

/** What a line costs after its coupon: what it is taxed on. */
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
  /** Percent, up to four places; null where only the tax itself is known, which then stays as it is. */
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
 * Items less their coupons, surcharges and credits; the tax of each taxable line, rounded half up, with that of the credits;
 * and the total that the customer is charged, which adds the four fees.
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
