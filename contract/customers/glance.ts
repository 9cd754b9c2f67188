/** The facts about a customer who calls by phone: `GET companylocations/{id}/glance` (docs/decisions/0276). */
import { z } from 'zod'
import { OpenBalance } from '../invoices/balances.ts'
import { OrderRow } from '../orders/schema.ts'
import { Day, Id, Upc } from '../values.ts'

/** The number of weeks from which a customer's pace is computed. */
export const PACE_WEEKS = 8
/** The least number of orders in that time: a customer with fewer has no pace. */
export const PACE_ORDERS = 4
/** The least number of days without an order before a customer counts as quiet. */
export const QUIET_DAYS = 7

/** How often a location orders, counted by the days on which orders arrived. */
export const Pace = z.object({
  company_location: Id,
  /** The last day on which the location ordered. */
  last_ordered: Day,
  /** The most days between two orders of the last weeks; null for a single order. */
  longest_pause: z.int().nullable(),
})
export type Pace = z.infer<typeof Pace>

export const CustomerGlance = z.object({
  /** Null where the location was never invoiced. */
  balance: OpenBalance.pick({ open: true, overdue: true, oldest_due: true }).nullable(),
  /** The last orders by delivery date, newest first. */
  orders: z.array(OrderRow.pick({ id: true, delivery_date: true, status_label: true, total: true })),
  /** The products that are on most of the location's orders of the last weeks. */
  usual: z.array(z.object({ upc: Upc, name: z.string(), orders: z.int() })),
  /** The people for whom one can order here, by username. */
  orderers: z.array(z.object({ id: Id, username: z.string() })),
  /** Null where the location has not ordered in the last weeks. */
  pace: Pace.nullable(),
  is_quiet: z.boolean(),
})
export type CustomerGlance = z.infer<typeof CustomerGlance>
