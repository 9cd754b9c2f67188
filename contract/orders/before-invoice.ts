/** Readings, "Orders, quantities, weights": what a line still lacks before its order can be invoiced. */
import { isWeight, priceOfPounds } from '../products/prices.ts'
import type { Product } from '../products/schema.ts'
import type { UnitType } from '../values.ts'
import { subitemType, type OrderItemRow, type OrderSubitemRow } from './schema.ts'

/** An item. Only the server knows what the office has already said of it. */
export type LineItem = OrderItemRow & { billed_at_average?: boolean }

/** The average weights of a unit and of a case, lb. */
type Averages = Pick<Product, 'average_unit_weight' | 'average_case_weight'>

/** A line of a list: one item, or in a bulk pull a product's items of several orders. */
export interface PickLine {
  items: readonly LineItem[]
  pieces: readonly Pick<OrderSubitemRow, 'id' | 'order_item' | 'unit_type' | 'weight_lbs' | 'lot_code'>[]
  /** Undefined until the device receives the product. */
  product: ({ name: string; weight_type: string } & Averages) | undefined
}

/** A155: returns what the Weight / Lot dialog asks for on a line. */
export const subitemTypeOf = ({ product, items }: PickLine): '' | 'w' | 'l' | 'wl' =>
  subitemType(
    product?.weight_type ?? items[0]?.price_snapshot.weight_type ?? '',
    items.some((item) => item.lot_tracked),
  )

/** Returns the number of pieces that were picked of an item, units and cases. */
export const pickedPieces = (item: Pick<OrderItemRow, 'unit_quantity' | 'case_quantity'>): number =>
  item.unit_quantity + item.case_quantity

/** Returns whether an item is on the invoice: something was picked of it, and it is not out of stock. */
export const isBilled = (
  item: Pick<OrderItemRow, 'out_of_stock' | 'unit_quantity' | 'case_quantity'>,
): boolean => !item.out_of_stock && pickedPieces(item) > 0

/** Returns how many lots were taken of an item. */
const lotsOf = ({ id }: LineItem, pieces: PickLine['pieces']): number =>
  pieces.filter(({ order_item, lot_code }) => order_item === id && lot_code !== null).length

/**
 * A245: returns the items of a line that are traced by lot and lack one. An item without pieces, or out of stock,
 * needs none.
 */
export const itemsWithoutLot = ({ items, pieces }: PickLine): LineItem[] =>
  items.filter((item) => {
    if (!item.lot_tracked || item.out_of_stock) return false
    const picked = pickedPieces(item)
    if (picked + item.units_ordered + item.cases_ordered === 0) return false
    return lotsOf(item, pieces) < Math.max(1, picked)
  })

/** Returns the number of picked pieces of a line that are traced by lot and lack it. */
export const lotsToTake = ({ items, pieces }: PickLine): number =>
  items
    .filter((item) => item.lot_tracked && !item.out_of_stock)
    .reduce((sum, item) => sum + Math.max(0, pickedPieces(item) - lotsOf(item, pieces)), 0)

/**
 * Returns the number of picked pieces of one unit type that are charged by weight and not weighed. A case that was
 * weighed twice does not replace the weight of a unit.
 */
function unweighed(item: LineItem, pieces: PickLine['pieces'], type: UnitType): number {
  if (item.out_of_stock || item.price_snapshot.weight_type !== 'r/w') return 0
  const weighed = pieces.filter(
    (one) => one.order_item === item.id && one.unit_type === type && isWeight(one.weight_lbs),
  ).length
  return Math.max(0, (type === 'u' ? item.unit_quantity : item.case_quantity) - weighed)
}

const bothUnweighed = (item: LineItem, pieces: PickLine['pieces']): number =>
  unweighed(item, pieces, 'u') + unweighed(item, pieces, 'c')

/** Returns the items that would be charged by an average weight. */
export const itemsWithoutWeight = ({ items, pieces }: PickLine): LineItem[] =>
  items.filter((item) => bothUnweighed(item, pieces) > 0)

/** Returns the number of picked pieces of a line whose weight is not known yet. */
export const piecesToWeigh = ({ items, pieces }: PickLine): number =>
  items.reduce((sum, item) => sum + bothUnweighed(item, pieces), 0)

const AVERAGE = { u: 'average_unit_weight', c: 'average_case_weight' } as const
const PER_LB = { u: 'unit_price_per_lb', c: 'case_price_per_lb' } as const

/**
 * Returns the unit types of an item with picked pieces that are charged by an average or a nominal weight which the
 * item does not have.
 */
export const typesWithoutAverage = (item: LineItem, pieces: PickLine['pieces']): UnitType[] =>
  (['u', 'c'] as const).filter((type) => {
    const { weight_type, [PER_LB[type]]: perLb, [AVERAGE[type]]: average } = item.price_snapshot
    if (item.out_of_stock || !perLb || isWeight(average)) return false
    const picked = type === 'u' ? item.unit_quantity : item.case_quantity
    return weight_type === 'fix' ? picked > 0 : unweighed(item, pieces, type) > 0
  })

/**
 * Readings, "No average weight": returns an item with the averages that its product has got since it was ordered,
 * where it has none itself, and with the price of a piece by them. Returns the same item where nothing changes.
 */
export function withAverages<I extends LineItem>(item: I, product: Averages | undefined): I {
  const missing = (['u', 'c'] as const).filter((type) => {
    const snapshot = item.price_snapshot
    return snapshot.weight_type !== '' && snapshot[PER_LB[type]] && !isWeight(snapshot[AVERAGE[type]])
  })
  return missing.reduce((line, type) => {
    const average = product?.[AVERAGE[type]]
    if (!isWeight(average)) return line
    const price = type === 'u' ? 'price_per_unit' : 'price_per_case'
    return {
      ...line,
      [price]: priceOfPounds(line.price_snapshot[PER_LB[type]]!, average),
      price_snapshot: { ...line.price_snapshot, [AVERAGE[type]]: average },
    }
  }, item)
}
