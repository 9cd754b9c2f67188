/** Readings, "Orders, quantities, weights": what a line still lacks before its order can be invoiced. */
import { subitemType, type OrderItemRow, type OrderSubitemRow } from './schema.ts'

/** An item; what the office has said of it already is known to the server alone. */
export type LineItem = OrderItemRow & { billed_at_average?: boolean }

/** A line of a list: one item, or in a bulk pull a product's items of several orders. */
export interface Bundle {
  items: readonly LineItem[]
  pieces: readonly Pick<OrderSubitemRow, 'order_item' | 'unit_type' | 'weight_lbs' | 'lot_code'>[]
  /** Undefined while nobody has told the device about the product. */
  product: { name: string; weight_type: string } | undefined
}

/** A155: what the Weight / Lot dialog asks for on a line. */
export const subitemTypeOf = ({ product, items }: Bundle): '' | 'w' | 'l' | 'wl' =>
  subitemType(
    product?.weight_type ?? items[0]?.price_snapshot.weight_type ?? '',
    items.some((item) => item.lot_tracked),
  )

/** Pieces that were picked of an item, units and cases. */
export const pickedOf = (item: Pick<OrderItemRow, 'unit_quantity' | 'case_quantity'>): number =>
  item.unit_quantity + item.case_quantity

/** A245: the items of a line that are traced by lot and lack one. What is not there needs none. */
export const itemsWithoutLot = ({ items, pieces }: Bundle): LineItem[] =>
  items.filter((item) => {
    if (!item.lot_tracked || item.out_of_stock) return false
    const picked = pickedOf(item)
    if (picked + item.units_ordered + item.cases_ordered === 0) return false
    const lots = pieces.filter(({ order_item, lot_code }) => order_item === item.id && lot_code !== null)
    return lots.length < Math.max(1, picked)
  })

/**
 * Picked pieces of an item that are charged by a weight that nobody has taken, units and cases apart: a case that was
 * weighed twice says nothing of a unit.
 */
function unweighed(item: LineItem, pieces: Bundle['pieces']): number {
  if (item.out_of_stock || item.price_snapshot.weight_type !== 'r/w') return 0
  const weighed = (type: 'u' | 'c') =>
    pieces.filter((one) => one.order_item === item.id && one.unit_type === type && one.weight_lbs !== null)
      .length
  return Math.max(0, item.unit_quantity - weighed('u')) + Math.max(0, item.case_quantity - weighed('c'))
}

/** Items that would be charged by an average weight. */
export const itemsWithoutWeight = ({ items, pieces }: Bundle): LineItem[] =>
  items.filter((item) => unweighed(item, pieces) > 0)

/** Picked pieces of a line whose weight is not known yet. */
export const piecesToWeigh = ({ items, pieces }: Bundle): number =>
  items.reduce((sum, item) => sum + unweighed(item, pieces), 0)
