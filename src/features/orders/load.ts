/** How much there is to pick of an order, in words. */
import { isDone, type OrderItemRow } from '#contract/orders/schema.ts'
import { plural } from '#src/ui/format.ts'
import { weight } from '#contract/money.ts'
import { averageWeight, showPounds } from './day-strip/day-sums.ts'

/**
 * Returns what is left to pick: "25 lines · 310 lb · 24 bins"; empty where nothing is. A piece that is sold by weight
 * counts with its average weight.
 *
 * @param bins by product; the line's own wins (A100)
 */
export function loadOf(items: readonly OrderItemRow[], bins: ReadonlyMap<string, string>): string {
  const open = items.filter((item) => !isDone(item))
  if (open.length === 0) return ''
  const places = new Set(open.flatMap(({ bin_override, product }) => bin_override || bins.get(product) || []))
  return [
    plural(open.length, 'line'),
    showPounds(weight(open.reduce((sum, item) => sum + averageWeight(item), 0n))),
    places.size > 0 && plural(places.size, 'bin'),
  ]
    .filter(Boolean)
    .join(' · ')
}
