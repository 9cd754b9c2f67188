/**
 * What a line costs. The screen that shows a price and the server that charges it call the same functions.
 *
 * `price_per_unit` and `price_per_case` are the price of one piece. A weighed product also has a price per lb, kept
 * with the line in `price_snapshot` when it was ordered, so that a later price change does not reach an open order.
 */
import { cents, divideRounded, money, thousandths, weight } from './money.ts'
import type { OrderItemRow, OrderSubitemRow } from './orders/schema.ts'
import { isWeight } from './products/prices.ts'
import type { UnitType } from './values.ts'

/** What the price of a line is made of. */
export type PricedLine = Pick<
  OrderItemRow,
  | 'units_ordered'
  | 'cases_ordered'
  | 'unit_quantity'
  | 'case_quantity'
  | 'price_per_unit'
  | 'price_per_case'
  | 'price_snapshot'
  | 'coupon_amount'
  | 'out_of_stock'
  | 'hand_total'
>
type Weighed = Pick<OrderSubitemRow, 'id' | 'unit_type' | 'weight_lbs'>

/** Quantities times the price of a piece: what a line of a cart shows, and an order's makes of it. Money, as decimal strings. */
export const piecesPrice = (units: number, perUnit: string, cases: number, perCase: string): string =>
  money(BigInt(units) * cents(perUnit) + BigInt(cases) * cents(perCase))

/** A153: the ordered quantities times the price of a piece. Money, as a decimal string. */
export const estimatedPrice = (item: PricedLine): string =>
  piecesPrice(item.units_ordered, item.price_per_unit, item.cases_ordered, item.price_per_case)

/**
 * A153 and readings ("Orders, quantities, weights"): what is charged for what was picked, less the coupon, never
 * below zero, rounded once for the line.
 * - `r/w`: price per lb × the pieces' weight; a picked piece that has no weight yet counts with the average weight.
 * - `fix`: price per lb × the nominal weight × pieces.
 * - else: the price of a piece × pieces.
 *
 * A line total that a person typed stays when pieces are weighed and counted; with nothing picked nothing is charged.
 */
export function finalPrice(item: PricedLine, subitems: readonly Weighed[]): string {
  if (item.out_of_stock) return '0.00'
  if (item.hand_total != null) return item.unit_quantity + item.case_quantity > 0 ? item.hand_total : '0.00'
  const total =
    linePart(item, subitems, 'u', item.unit_quantity) + linePart(item, subitems, 'c', item.case_quantity)
  const charged = divideRounded(total, 1_000n) - cents(item.coupon_amount)
  return money(charged > 0n ? charged : 0n)
}

/** Whether an item's picked units, or its picked cases, come to nothing before the coupon. */
export const isBilledAtZero = (item: PricedLine, subitems: readonly Weighed[]): boolean =>
  !item.out_of_stock &&
  ((item.unit_quantity > 0 && linePart(item, subitems, 'u', item.unit_quantity) === 0n) ||
    (item.case_quantity > 0 && linePart(item, subitems, 'c', item.case_quantity) === 0n))

/**
 * Whether a person set the total of a line by hand (A281). Older lines have no `hand_total`: a person set their total if
 * it differs from what their pieces come to.
 */
export const isPricedByHand = (
  item: PricedLine & Pick<OrderItemRow, 'final_price'>,
  subitems: readonly Weighed[],
): boolean => item.hand_total != null || finalPrice(item, subitems) !== item.final_price

/** Whether a person set the total or the prices per lb of this line by hand. Such a price stays as it was typed. */
export const hasHandPrice = ({
  hand_total,
  hand_rates,
}: Pick<OrderItemRow, 'hand_total' | 'hand_rates'>): boolean => hand_total != null || hand_rates === true

/** Thousandths of a cent, so that units and cases of one line are rounded together. */
function linePart(
  item: PricedLine,
  subitems: readonly Weighed[],
  unitType: UnitType,
  pieces: number,
): bigint {
  const snapshot = item.price_snapshot
  const perLb = unitType === 'u' ? snapshot.unit_price_per_lb : snapshot.case_price_per_lb
  const perPiece = unitType === 'u' ? item.price_per_unit : item.price_per_case
  const charged = perLb && chargedWeight(item, subitems, unitType)
  return charged ? thousandths(charged) * cents(perLb) : BigInt(pieces) * cents(perPiece) * 1_000n
}

/**
 * Returns the weight that the pieces of one type are charged for, lb: their weights, a picked piece without one
 * counting with the average (`r/w`), or the nominal weight of each (`fix`). Null where they are charged by the piece.
 */
export function chargedWeight(
  item: Pick<PricedLine, 'unit_quantity' | 'case_quantity' | 'price_snapshot'>,
  subitems: readonly Weighed[],
  unitType: UnitType,
): string | null {
  const snapshot = item.price_snapshot
  const [pieces, perLb, mean] =
    unitType === 'u'
      ? [item.unit_quantity, snapshot.unit_price_per_lb, snapshot.average_unit_weight]
      : [item.case_quantity, snapshot.case_price_per_lb, snapshot.average_case_weight]
  if (!perLb || snapshot.weight_type === '') return null
  const average = thousandths(mean ?? '0')
  if (snapshot.weight_type === 'fix') return weight(BigInt(pieces) * average)
  const weights = countedPieces(subitems, unitType, pieces).flatMap(({ weight_lbs }) => weight_lbs ?? [])
  const unweighed = BigInt(Math.max(0, pieces - weights.length))
  return weight(weights.reduce((sum, one) => sum + thousandths(one), 0n) + unweighed * average)
}

/** The weighed pieces of one type that count, as many as were picked, in the order in which they were made. */
export function countedPieces<T extends Weighed>(
  subitems: readonly T[],
  unitType: UnitType,
  pieces: number,
): T[] {
  return (
    subitems
      .filter((s) => s.unit_type === unitType && isWeight(s.weight_lbs))
      // Their ids are in the order in which they were made: which weights count must not depend on who asks.
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, pieces)
  )
}
