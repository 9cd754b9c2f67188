/** The generator's choices: which orders a range of days, customers and ticked orders come to (A106–A115). */
import { addDays } from '#contract/day.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { PULL_DAYS_AHEAD, PULL_DAYS_BACK } from '#contract/spec.ts'

export type ListedOrder = Pick<OrderRow, 'id' | 'customer' | 'delivery_date'> &
  Partial<Pick<OrderRow, 'company_location'>>

/** Whether the device keeps every order of these days. */
export const isKept = (today: string, start: string, end: string): boolean =>
  start >= addDays(today, -PULL_DAYS_BACK) && end <= addDays(today, PULL_DAYS_AHEAD)

/** A107: orders delivered at any hour from the first day to the last, by number. */
export const ordersBetween = <T extends ListedOrder>(orders: readonly T[], start: string, end: string): T[] =>
  orders
    .filter(({ delivery_date }) => delivery_date.slice(0, 10) >= start && delivery_date.slice(0, 10) <= end)
    .sort((a, b) => a.id - b.id)

/** A109: with customers chosen only theirs are listed. */
export const offeredOrders = <T extends ListedOrder>(
  orders: readonly T[],
  customers: readonly string[],
): readonly T[] =>
  customers.length === 0 ? orders : orders.filter(({ customer }) => customers.includes(customer))

/** A114: the chosen orders that are still listed; all that are listed where none is chosen. */
export function handedOrders(listed: readonly ListedOrder[], chosen: readonly number[]): number[] {
  const ids = listed.map(({ id }) => id)
  const kept = ids.filter((id) => chosen.includes(id))
  return kept.length > 0 ? kept : ids
}

/** A115: why Generate and Scan cannot be pressed, or null. */
export const generateReason = (orders: readonly number[]): string | null =>
  orders.length === 0 ? 'There are no orders on these days.' : null

/** The customers of some orders, each with the places they order for. */
export function customersOf(orders: readonly ListedOrder[]): { value: string; label: string }[] {
  const places = new Map<string, Set<string>>()
  for (const { customer, company_location } of orders) {
    const names = places.get(customer) ?? new Set()
    places.set(customer, names)
    if (company_location) names.add(company_location.name)
  }
  return [...places]
    .map(([value, names]) => {
      const where = names.size > 2 ? `${names.size} locations` : [...names].join(', ')
      return { value, label: [where, value || 'no user'].filter(Boolean).join(' · ') }
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
