/** An order's item with what its product adds: what the order's table and its print show. */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'

export interface OrderLine {
  item: OrderItemRow
  /** Undefined where neither the device nor the server knows it. */
  product: Product | undefined
}

/** Items with their products, in the order of their names; a line keeps its place while it is picked. */
export function joinLines(
  items: readonly OrderItemRow[],
  products: readonly (Product | undefined)[],
): OrderLine[] {
  const byUpc = new Map(products.map((product) => [product?.upc, product]))
  return items
    .map((item) => ({ item, product: byUpc.get(item.product) }))
    .sort((a, b) => lineName(a).localeCompare(lineName(b), 'en') || (a.item.id < b.item.id ? -1 : 1))
}

export const lineName = ({ item, product }: OrderLine): string => product?.name ?? `Product ${item.product}`

/** A100: returns the line's own bin, else the product's. */
export const lineBin = ({ item, product }: OrderLine): string => item.bin_override || (product?.bin ?? '')

export type OrderLineState = 'out of stock' | 'picked' | 'scanned' | 'to pick'

export function lineState({ item }: OrderLine): OrderLineState {
  if (item.out_of_stock) return 'out of stock'
  if (item.picked || item.scanned) return 'picked'
  return item.scanned === false ? 'scanned' : 'to pick'
}
