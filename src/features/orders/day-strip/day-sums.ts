/** The sums of a delivery day, for the strip above the orders list. */
import { cents, money, thousandths, weight } from '#contract/money.ts'
import { isPaid } from '#contract/orders/paid-status.ts'
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'

export interface DaySums {
  orders: number
  /** By status; the `paid` ones are among the invoiced. */
  counts: Record<OrderRow['status'] | 'paid' | 'unassigned', number>
  /** The sum of the orders' totals, in dollars. */
  total: string
  /** The weight of the lines that are sold by weight and not out of stock, at their average weights, in lb. */
  weight: string
}

/** The average weight of a line that is sold by weight, for the ordered quantity; in thousandths of a lb. */
export function averageWeight({
  out_of_stock,
  price_snapshot,
  units_ordered,
  cases_ordered,
}: OrderItemRow): bigint {
  const { weight_type, average_unit_weight, average_case_weight } = price_snapshot
  if (out_of_stock || weight_type === '') return 0n
  return (
    BigInt(units_ordered) * thousandths(average_unit_weight ?? '0') +
    BigInt(cases_ordered) * thousandths(average_case_weight ?? '0')
  )
}

/** Whole pounds as people say them: "3,410 lb"; empty below one. */
export function showPounds(pounds: string): string {
  const exact = thousandths(pounds)
  return exact < 1_000n ? '' : `${((exact + 500n) / 1_000n).toLocaleString('en-US')} lb`
}

/** The sums of one day's orders, whose lines are among `items`. */
export function daySums(orders: readonly OrderRow[], items: readonly OrderItemRow[]): DaySums {
  const ids = new Set(orders.map(({ id }) => id))
  const counts = { placed: 0, picking: 0, picked: 0, invoiced: 0, paid: 0, unassigned: 0 }
  for (const order of orders) {
    counts[order.status] += 1
    if (isPaid(order.paid_status)) counts.paid += 1
    if (isUnassigned(order)) counts.unassigned += 1
  }
  return {
    orders: orders.length,
    counts,
    total: money(orders.reduce((sum, { total }) => sum + cents(total), 0n)),
    weight: weight(items.reduce((sum, item) => (ids.has(item.order) ? sum + averageWeight(item) : sum), 0n)),
  }
}

/** Whether an order still needs a picker. The server's `unassigned` filter has the same condition. */
export const isUnassigned = ({ picker, picking_complete, invoiced }: OrderRow): boolean =>
  picker == null && !picking_complete && !invoiced
