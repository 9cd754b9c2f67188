/** What an order's screen offers this person now: one table for its buttons (style, 4). */
import { orderCan, type OrderAct } from '#contract/orders/can.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { offerOf, type Offer } from '#src/ui/offer.ts'

export interface Now {
  order: Pick<OrderRow, 'id' | 'invoiced' | 'paid_status' | 'customer'>
  person: Person
  serverReachable: boolean
}

const staff = ({ person }: Now): Offer => (person.is_staff ? null : 'hidden')

/** Offers an act of the server that `orderCan` allows. */
const asked =
  (act: OrderAct) =>
  ({ order, person, serverReachable }: Now): Offer =>
    offerOf(orderCan[act](order, person), serverReachable)

export const offers = {
  /** B191, B192. */
  pickList: staff,
  scan: staff,
  generateInvoice: asked('generateInvoice'),
  /** B025, B026. */
  viewInvoice: (now: Now): Offer => (now.person.is_staff && now.order.invoiced ? null : 'hidden'),
  unlock: asked('unlock'),
  fees: asked('fees'),
  /** A128: into the cart of the order's customer, whom the server knows; role 32 takes it into their own. */
  replicate: ({ order, person, serverReachable }: Now): Offer => {
    if (!can(person, 'orders.place-for-others')) return null
    if (!order.customer) return 'This order has no customer whose cart it could go into.'
    return offerOf(null, serverReachable || order.customer === person.username)
  },
  remove: asked('remove'),
}

/** The one filled button: what is mostly done next. On a phone that is picking, until the invoice locks the order. */
export function mainAct(now: Now, isPhone: boolean): 'scan' | 'generateInvoice' | 'viewInvoice' | null {
  if (!now.person.is_staff) return null
  if (now.order.invoiced) return 'viewInvoice'
  return !isPhone && offers.generateInvoice(now) !== 'hidden' ? 'generateInvoice' : 'scan'
}
