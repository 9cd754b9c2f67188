/** What answers a customer's call: `GET companylocations/{id}/glance` (docs/decisions/0276). */
import { z } from 'zod'
import { OpenBalance } from '../invoices/balances.ts'
import { OrderRow } from '../orders/schema.ts'
import { Day, Id, Upc } from '../values.ts'

/** So many weeks say how often a customer orders. */
export const PACE_WEEKS = 8
/** A customer with fewer orders in that time has no pace. */
export const PACE_ORDERS = 4
/** Nobody is called quiet before so many days. */
export const QUIET_DAYS = 7

/** How often a location orders, by the days on which orders came. */
export const Pace = z.object({
  company_location: Id,
  /** The last day on which it ordered. */
  last_ordered: Day,
  /** The most days between two orders of the last weeks; null for a single one. */
  longest_pause: z.int().nullable(),
})
export type Pace = z.infer<typeof Pace>

export const CustomerGlance = z.object({
  /** Null where it was never invoiced. */
  balance: OpenBalance.pick({ open: true, overdue: true, oldest_due: true }).nullable(),
  /** The last ones by delivery, newest first. */
  orders: z.array(OrderRow.pick({ id: true, delivery_date: true, status_label: true, total: true })),
  /** The products that are on most of its orders of the last weeks. */
  usual: z.array(z.object({ upc: Upc, name: z.string(), orders: z.int() })),
  /** Who can be ordered for here, by username. */
  orderers: z.array(z.object({ id: Id, username: z.string() })),
  /** Null where it has not ordered in the last weeks. */
  pace: Pace.nullable(),
  is_quiet: z.boolean(),
})
export type CustomerGlance = z.infer<typeof CustomerGlance>
