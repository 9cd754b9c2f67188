/** Readings, "Orders, quantities, weights": what keeps an order from being invoiced, and what is asked first. */
import { actOf, patchTo, type Act } from './acts.ts'
import { subitemType, type OrderItemRow, type OrderSubitemRow } from './schema.ts'

/** A line of a list: one item, or in a bulk pull a product's items of several orders. */
export interface Bundle {
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
  /** Undefined while nobody has told the device about the product. */
  product: { name: string; weight_type: string } | undefined
}

const nameOf = ({ product, items }: Bundle): string => product?.name ?? `Product ${items[0]?.product}`

/** A155: what the Weight / Lot dialog asks for on a line. */
export const subitemTypeOf = ({ product, items }: Bundle): '' | 'w' | 'l' | 'wl' =>
  subitemType(
    product?.weight_type ?? items[0]?.price_snapshot.weight_type ?? '',
    items.some((item) => item.lot_tracked),
  )

const pickedOf = (item: OrderItemRow) => item.unit_quantity + item.case_quantity
const count = (pieces: readonly OrderSubitemRow[], item: OrderItemRow, field: 'weight_lbs' | 'lot_code') =>
  pieces.filter((piece) => piece.order_item === item.id && piece[field] !== null).length

/** A245, A246: the items of a line that are traced by lot and lack one. What is not there needs none. */
export const itemsWithoutLot = ({ items, pieces }: Bundle): OrderItemRow[] =>
  items.filter((item) => {
    if (!item.lot_tracked || item.out_of_stock) return false
    const picked = pickedOf(item)
    if (picked + item.units_ordered + item.cases_ordered === 0) return false
    return count(pieces, item, 'lot_code') < Math.max(1, picked)
  })

/** Items that are charged by weight and have a picked piece without one. */
function itemsWithoutWeight(line: Bundle): OrderItemRow[] {
  if (!subitemTypeOf(line).includes('w')) return []
  return line.items.filter(
    (item) => !item.out_of_stock && pickedOf(item) > count(line.pieces, item, 'weight_lbs'),
  )
}

/** Picked pieces of a line whose weight is not known yet. */
export const piecesToWeigh = (line: Bundle): number =>
  itemsWithoutWeight(line).reduce(
    (sum, item) => sum + pickedOf(item) - count(line.pieces, item, 'weight_lbs'),
    0,
  )

/** A246: the names of the lot-tracked products without a lot, or null. */
export function lotBlock(lines: readonly Bundle[]): string | null {
  const names = lines.filter((line) => itemsWithoutLot(line).length > 0).map(nameOf)
  if (names.length === 0) return null
  const [shown, more] = [names.slice(0, 3), names.length - 3]
  return `A lot code is missing for ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** Items that would be charged by an average weight and nobody has said so yet. */
export function unweighedItems(lines: readonly Bundle[]): { names: string[]; items: OrderItemRow[] } {
  const found = lines
    .map((line) => ({
      name: nameOf(line),
      items: itemsWithoutWeight(line).filter((item) => !item.ignore_missing_items),
    }))
    .filter(({ items }) => items.length > 0)
  return { names: found.map(({ name }) => name), items: found.flatMap(({ items }) => items) }
}

/** Billing at average weight is on purpose, and recorded with its reason. */
export function billAtAverage(items: readonly OrderItemRow[]): Act | null {
  return actOf(
    'bill at average weight',
    items.map((item) => {
      const change = patchTo(item, { ignore_missing_items: true })
      return change && { ...change, edit: { ...change.edit, reason: 'Billed at average weight.' } }
    }),
  )
}
