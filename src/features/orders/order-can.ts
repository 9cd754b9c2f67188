/** What this person can do with this order now: one table for the buttons (style, 4). */
import type { OrderRow } from '#contract/orders/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'

/** `hidden`: not theirs at all. A text: why it cannot be done now. null: go on. */
export type Verdict = string | null

export interface Now {
  order: Pick<OrderRow, 'invoiced' | 'paid_status' | 'customer'>
  person: Person
  serverReachable: boolean
}

const online = ({ serverReachable }: Now): Verdict => (serverReachable ? null : NEEDS_SERVER)
const staff = ({ person }: Now): Verdict => (person.is_staff ? null : 'hidden')

export const orderCan = {
  /** B191, B192. */
  pickList: staff,
  scan: staff,
  /** B026: offered while the order is not invoiced. */
  generateInvoice: (now: Now): Verdict =>
    can(now.person, 'orders.invoice') && !now.order.invoiced ? online(now) : 'hidden',
  /** B025, B026. */
  viewInvoice: (now: Now): Verdict => (now.person.is_staff && now.order.invoiced ? null : 'hidden'),
  /** A210, A253; readings, "Paid status". */
  unlock: (now: Now): Verdict => {
    if (!now.order.invoiced || !can(now.person, 'orders.unlock')) return 'hidden'
    if (now.order.paid_status === 'p' || now.order.paid_status === 'e')
      return 'This order is paid. A paid order stays locked.'
    if (now.order.paid_status === 'i') return 'A payment is in progress. The order stays locked.'
    return online(now)
  },
  /** A009, A208: the margins and surcharges of the order's location. */
  fees: (now: Now): Verdict =>
    !can(now.person, 'fees.manage')
      ? 'hidden'
      : now.order.invoiced
        ? 'This order is invoiced and locked. Unlock it to change its fees.'
        : online(now),
  /** A128: into the cart of the order's customer, whom the server knows. */
  replicate: (now: Now): Verdict => {
    if (!now.order.customer) return 'This order has no customer whose cart it could go into.'
    return now.order.customer === now.person.username ? null : online(now)
  },
  /** A127, B190; not for pickers. */
  remove: (now: Now): Verdict => (can(now.person, 'orders.delete') ? online(now) : 'hidden'),
}
