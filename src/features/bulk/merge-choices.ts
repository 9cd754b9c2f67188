/** Which orders can be merged into which. */
import type { OrderRow } from '#contract/orders/schema.ts'
import { plural } from '#src/ui/format.ts'

type Offered = Pick<OrderRow, 'id' | 'invoiced' | 'company_location'>

/** B157, C188: only orders without an invoice can be base orders and orders to merge. */
export const baseOrders = <T extends Offered>(orders: readonly T[]): T[] =>
  orders.filter(({ invoiced }) => !invoiced)

/** The heading of the base orders that are alone at their location. */
const ALONE = 'The only order of its location'

/**
 * The base orders by the name of their location, because a person who merges looks for locations with several. Orders
 * that are alone at their location come last, in one group.
 */
export function byLocation<T extends Offered>(bases: readonly T[]): { group: string; orders: T[] }[] {
  const places = new Map<number, T[]>()
  for (const order of bases)
    places.set(order.company_location.id, [...(places.get(order.company_location.id) ?? []), order])
  const all = [...places.values()]
  const alone = all.flatMap((orders) => (orders.length === 1 ? orders : []))
  return [
    ...all
      .filter((orders) => orders.length > 1)
      .map((orders) => ({
        group: `${orders[0]!.company_location.name}: ${plural(orders.length, 'order')}`,
        orders,
      }))
      .sort((a, b) => a.group.localeCompare(b.group, 'en')),
    ...(alone.length > 0 ? [{ group: ALONE, orders: alone }] : []),
  ]
}

/** B158, C269: the other orders of the base order's location; none while no base order is chosen. */
export const mergeable = <T extends Offered>(orders: readonly T[], base: T | undefined): T[] =>
  base
    ? baseOrders(orders).filter(
        ({ id, company_location }) => id !== base.id && company_location.id === base.company_location.id,
      )
    : []
