/** How an order becomes an invoice: the values that are copied from it, and the initial fees (docs/decisions/0041). */
import { feeAmount } from '../fees/prices.ts'
import type { Fee } from '../fees/schema.ts'
import { cents, divideRounded, money, percentOf, thousandths, weight } from '../money.ts'
import { isBilled } from '../orders/before-invoice.ts'
import type { OrderItemRow, OrderSubitemRow } from '../orders/schema.ts'
import { chargedWeight, countedPieces, finalPrice, isPricedByHand, type PricedLine } from '../pricing.ts'
import type { FeeName, InvoiceItem, InvoiceSurcharge } from './schema.ts'
import { surchargeTotal } from './totals.ts'
import type { UnitType } from '../values.ts'

/** The facts of a line's product that an invoice needs. */
interface InvoicedProduct {
  name: string
  item_code: string
  warehouse: number | null
  units_per_case: number
  display_units_per_case_on_invoice: boolean
}

export interface InvoicedLine {
  item: PricedLine & Pick<OrderItemRow, 'id' | 'product' | 'final_price' | 'coupon_note' | 'taxable'>
  pieces: readonly Pick<OrderSubitemRow, 'id' | 'unit_type' | 'weight_lbs' | 'lot_code'>[]
  product: InvoicedProduct
}

/** A line as an invoice keeps it: all but the prices that the office sets over it later. */
export type CopiedSurcharge = Omit<InvoiceSurcharge, 'invoice_override_price' | 'invoice_override_total'>
export type CopiedItem = Omit<
  InvoiceItem,
  'invoice_override_unit_price' | 'invoice_override_case_price' | 'invoice_override_total' | 'surcharges'
> & { surcharges: CopiedSurcharge[] }

/** A surcharge as the office stores it (contract/fees), with what it applies to. */
export type SurchargeRule = Pick<
  Fee,
  'type' | 'amount' | 'description' | 'warehouse' | 'product' | 'company_location'
>

/**
 * Returns the lines on which something was picked, in the order given. Surcharges are numbered through the whole
 * invoice.
 */
export function invoiceItems(
  lines: readonly InvoicedLine[],
  rules: readonly SurchargeRule[],
  location: number,
): CopiedItem[] {
  let surcharges = 0
  return lines
    .filter(({ item }) => isBilled(item))
    .map((line) => {
      const item = copied(line)
      return {
        ...item,
        surcharges: rules
          .filter((rule) => isMeantFor(rule, line, location))
          .map((rule) => ({ id: (surcharges += 1), ...surchargeOf(rule, item) })),
      }
    })
}

function copied({ item, pieces, product }: InvoicedLine): Omit<CopiedItem, 'surcharges'> {
  const { id, unit_quantity, case_quantity, taxable, price_snapshot } = item
  const unitWeight = chargedWeight(item, pieces, 'u')
  const caseWeight = chargedWeight(item, pieces, 'c')
  const weighable = unitWeight !== null || caseWeight !== null
  const weights = (unitType: UnitType, count: number) =>
    price_snapshot.weight_type === 'r/w'
      ? countedPieces(pieces, unitType, count).map((piece) => piece.weight_lbs ?? '0')
      : []
  const { total, by_hand } = beforeCoupon(item, pieces)
  const subitem_weights = { u: weights('u', unit_quantity), c: weights('c', case_quantity) }
  const unweighed = (unitType: UnitType, count: number) =>
    price_snapshot.weight_type === 'r/w' && chargedWeight(item, pieces, unitType) !== null
      ? count - subitem_weights[unitType].length
      : 0
  const lots = (unitType: UnitType) => [
    ...new Set(pieces.flatMap((piece) => (piece.unit_type === unitType && piece.lot_code) || [])),
  ]
  return {
    id,
    product: item.product,
    item_code: product.item_code,
    name: product.name,
    unit_quantity,
    case_quantity,
    // By the pound where it is charged by the pound.
    unit_price: (weighable && price_snapshot.unit_price_per_lb) || item.price_per_unit,
    case_price: (weighable && price_snapshot.case_price_per_lb) || item.price_per_case,
    coupon_amount: item.coupon_amount,
    coupon_note: item.coupon_note,
    total,
    taxable,
    weighable,
    units_per_case: product.units_per_case,
    display_units_per_case_on_invoice: product.display_units_per_case_on_invoice,
    subitem_weights,
    subitem_lot_codes: { u: lots('u'), c: lots('c') },
    unit_weight_lbs: unitWeight,
    case_weight_lbs: caseWeight,
    catch_weight_lbs: weighable
      ? weight(thousandths(unitWeight ?? '0') + thousandths(caseWeight ?? '0'))
      : null,
    weight_type: price_snapshot.weight_type,
    at_average: { u: unweighed('u', unit_quantity), c: unweighed('c', case_quantity) },
    by_hand,
  }
}

/**
 * Computes the order line before its coupon. The coupon is taken off the final price, which is the sum of the pieces,
 * unless a person who may price has set another (A281).
 */
function beforeCoupon(
  item: InvoicedLine['item'],
  pieces: InvoicedLine['pieces'],
): { total: string; by_hand: boolean } {
  const gross = finalPrice({ ...item, coupon_amount: '0.00', hand_total: null }, pieces)
  if (!isPricedByHand(item, pieces)) return { total: gross, by_hand: false }
  return { total: money(cents(item.final_price) + cents(item.coupon_amount)), by_hand: true }
}

/**
 * Returns whether a rule applies to a line: all that the rule names is the line's (the customer's location, the
 * product, its warehouse).
 */
function isMeantFor(rule: SurchargeRule, { item, product }: InvoicedLine, location: number): boolean {
  return (
    (rule.company_location ?? location) === location &&
    (rule.product ?? item.product) === item.product &&
    (rule.warehouse === null || rule.warehouse === product.warehouse)
  )
}

/** Readings, "Prices": a flat amount for each picked piece, or a percentage of the line before its coupon, rounded once. */
function surchargeOf(rule: SurchargeRule, item: Omit<CopiedItem, 'surcharges'>): Omit<CopiedSurcharge, 'id'> {
  const { type, amount, description } = rule
  const quantity = item.unit_quantity + item.case_quantity
  const total = type === 'f' ? surchargeTotal(quantity, amount) : percentOf(amount, item.total)
  return {
    name: description || 'Surcharge',
    quantity,
    unit_price: type === 'f' ? money(cents(amount)) : money(divideRounded(cents(total), BigInt(quantity))),
    total,
    type,
    amount: feeAmount(type, amount),
  }
}

/** The facts of an order and its location that decide the fees. */
interface FeeTerms {
  /** Whether deliveries to the location are charged at all (readings, "Money on the invoice"). */
  fuel_surcharge: boolean
  refrigerated_delivery_fee: string
  /** The fee that was decided with the order (readings, "Late fee"). */
  late_fee: string
}

/**
 * Returns the initial fees of an invoice. The office may change each of them (B219). The card's fee is charged when a
 * person pays by card. The fuel surcharge is the office's own figure.
 * @param isDelivered at least one line is billed; without one no fee is charged (readings, "Nothing delivered")
 */
export const firstFees = (terms: FeeTerms, isDelivered: boolean): Record<FeeName, string> => ({
  credit_card_fee: '0.00',
  refrigerated_delivery_fee: isDelivered && terms.fuel_surcharge ? terms.refrigerated_delivery_fee : '0.00',
  late_fee: isDelivered ? terms.late_fee : '0.00',
  fuel_surcharge: '0.00',
})
