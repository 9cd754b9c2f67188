import type { Device } from '#contract/sync/devices.ts'
import { plural } from '#src/ui/format.ts'

/** "picker3 has 6 unsent changes for order 21667", the order with the most first. */
export function holdingWords({ username, unsent, unsent_count }: Device): string[] {
  const orders = Object.entries(unsent)
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || Number(a) - Number(b))
  const named = orders.map(
    ([order, count]) => `${username} has ${plural(count, 'unsent change')} for order ${order}`,
  )
  const other = unsent_count - orders.reduce((sum, [, count]) => sum + count, 0)
  return other > 0 ? [...named, `${username} has ${plural(other, 'unsent change')} for no order`] : named
}
