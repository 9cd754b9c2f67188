/**
 * What an invoice adds up to. The server charges by these functions, and the edit mode of the screen shows by them, so that
 * what the clerk sees is what the customer is charged (readings, "Money on the invoice"; B127–B132).
 */
import { cents, divideRounded, money, thousandths, toUnits } from '../money.ts'
import { FEES, type FeeName, type InvoiceItem, type InvoiceSurcharge } from './schema.ts'
import type { UnitType } from '../values.ts'

type Line = Pick<InvoiceItem, 'unit_quantity' | 'case_quantity' | 'weighable'> &
  Partial<Pick<InvoiceItem, 'unit_weight_lbs' | 'case_weight_lbs' | 'catch_weight_lbs' | 'subitem_weights'>>

/**
 * How often the price of a unit or a case is charged on a line, in thousandths: pieces, or lb where it is weighed. Where
 * an answer does not say what each type weighs, its pieces' weights do, or the whole catch weight where there is one type.
 */
function chargedTimes(line: Line, unitType: UnitType): bigint {
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
  const exact = cents(prices.unit) * chargedTimes(line, 'u') + cents(prices.case) * chargedTimes(line, 'c')
  return money(divideRounded(exact, 1_000n))
}

/**
 * B129–B131: the price that makes a line cost `total`. Null where it is charged for nothing, or both by the unit and by
 * the case: then one total does not say which price it means (B169).
 */
export function priceForTotal(line: Line, total: string): { unit: string } | { case: string } | null {
  if (line.unit_quantity > 0 && line.case_quantity > 0) return null
  const unitType = line.case_quantity > 0 ? 'c' : 'u'
  const times = chargedTimes(line, unitType)
  if (times === 0n) return null
  const price = money(divideRounded(cents(total) * 1_000n, times))
  return unitType === 'u' ? { unit: price } : { case: price }
}

/** The same for a surcharge, by its quantity. */
export function surchargePriceForTotal(quantity: number, total: string): string | null {
  return quantity === 0 ? null : money(divideRounded(cents(total), BigInt(quantity)))
}

export const surchargeTotal = (quantity: number, price: string): string =>
  money(BigInt(quantity) * cents(price))

/** B089: what stands on the invoice is the override where there is one. */
export const chargedTotal = (item: Pick<InvoiceItem, 'total' | 'invoice_override_total'>): string =>
  item.invoice_override_total ?? item.total
export const chargedSurcharge = (
  surcharge: Pick<InvoiceSurcharge, 'total' | 'invoice_override_total'>,
): string => surcharge.invoice_override_total ?? surcharge.total

export interface Charged {
  items: readonly (Pick<InvoiceItem, 'total' | 'invoice_override_total' | 'taxable'> & {
    surcharges: readonly Pick<InvoiceSurcharge, 'total' | 'invoice_override_total'>[]
  })[]
  fees: Record<FeeName, string>
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

/**
 * Subtotal of items and surcharges; the tax on the taxable items, rounded once, half up (docs/decisions/0041); and the
 * total that the customer is charged, which adds the four fees.
 */
export function totalsOf({ items, fees, tax_rate, tax_total = '0' }: Charged): Totals {
  let subtotal = 0n
  let taxed = 0n
  for (const item of items) {
    const own = cents(chargedTotal(item))
    subtotal += own + item.surcharges.reduce((sum, one) => sum + cents(chargedSurcharge(one)), 0n)
    if (item.taxable) taxed += own
  }
  const tax = tax_rate === null ? cents(tax_total) : divideRounded(taxed * toUnits(tax_rate, 4), 1_000_000n)
  const feesTotal = FEES.reduce((sum, fee) => sum + cents(fees[fee]), 0n)
  const grand = subtotal + feesTotal + tax
  return {
    subtotal: money(subtotal),
    tax_total: money(tax),
    with_overrides: money(grand - cents(fees.fuel_surcharge)),
    grand_total: money(grand),
  }
}
