/** Readings, "Invoice action": what keeps an order from being invoiced, and what is asked first. */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { nameOf, type PickRow } from './pick-rows.ts'
import { itemsWithoutWeight, lacksLot } from './row-marks.ts'

/** A246: the names of the lot-tracked products without a lot, or null. */
export function lotBlock(rows: readonly PickRow[]): string | null {
  const names = rows.filter(lacksLot).map(nameOf)
  if (names.length === 0) return null
  const [shown, more] = [names.slice(0, 3), names.length - 3]
  return `A lot code is missing for ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** Items that would be charged by an average weight and nobody has said so yet. */
export function unweighedItems(rows: readonly PickRow[]): { names: string[]; items: OrderItemRow[] } {
  const found = rows
    .map((row) => ({
      name: nameOf(row),
      items: itemsWithoutWeight(row).filter((i) => !i.ignore_missing_items),
    }))
    .filter(({ items }) => items.length > 0)
  return { names: found.map(({ name }) => name), items: found.flatMap(({ items }) => items) }
}
