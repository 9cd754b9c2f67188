/** What can be done with an order as it is now. Screens offer by this table, and the server refuses by it. */
import { can, NOT_ALLOWED, type Person } from '../permissions.ts'
import { isPaid } from './paid-status.ts'
import type { OrderRow } from './schema.ts'

export type OrderFacts = Pick<OrderRow, 'id' | 'invoiced' | 'paid_status'>

/** Why something cannot be done with an order. */
export interface Denial {
  /**
   * The server's answer: 403 not this person's to do, 423 locked by its invoice (docs/decisions/0006), 409 in another
   * state.
   */
  status: 403 | 409 | 423
  /** Whole sentences for people, with the order's number. */
  message: string
  /**
   * The act is not this person's, or there is nothing to do: screens do not show its button. Any other button is
   * disabled, and says why.
   */
  hides: boolean
}

/** Null means allowed. */
export type Verdict = Denial | null

const NOT_THEIRS: Denial = { status: 403, message: NOT_ALLOWED, hides: true }
const nothingToDo = (message: string): Denial => ({ status: 409, message, hides: true })
const locked = ({ id }: OrderFacts, instead: string): Denial => ({
  status: 423,
  message: `Order ${id} is invoiced and locked. ${instead}`,
  hides: false,
})

/**
 * Readings, "Paid status": returns a denial for an order that is paid, paid externally, or has a payment on its way:
 * nothing that is charged changes any more. Null where it may.
 * @param stays the consequence, as the end of a sentence
 */
export function settled(
  { id, paid_status }: Pick<OrderFacts, 'id' | 'paid_status'>,
  stays?: string,
): Verdict {
  const end = stays === undefined ? '.' : `: ${stays}.`
  if (isPaid(paid_status)) return { status: 409, message: `Order ${id} is paid${end}`, hides: false }
  if (paid_status === 'i')
    return { status: 409, message: `A payment of order ${id} is in progress${end}`, hides: false }
  return null
}

/**
 * Returns a denial for an order that is paid online, or has a payment on its way. An external payment can be changed.
 */
export function settledOnline({ id, paid_status }: Pick<OrderFacts, 'id' | 'paid_status'>): Verdict {
  if (paid_status === 'p') return { status: 409, message: `Order ${id} is paid online.`, hides: false }
  return paid_status === 'i' ? settled({ id, paid_status }) : null
}

export const orderCan = {
  /** A127, B190, A208; not for pickers (docs/decisions/0005). */
  remove: (order, person) => {
    if (!can(person, 'orders.delete')) return NOT_THEIRS
    return order.invoiced ? locked(order, 'Unlock it to delete it.') : null
  },
  /** A008, A210, A253. */
  unlock: (order, person) => {
    if (!can(person, 'orders.unlock')) return NOT_THEIRS
    if (!order.invoiced) return nothingToDo(`Order ${order.id} has no invoice: there is nothing to unlock.`)
    return settled(order, 'it stays locked')
  },
  /** A007, B026. */
  generateInvoice: (order, person) => {
    if (!can(person, 'orders.invoice')) return NOT_THEIRS
    if (order.invoiced) return nothingToDo(`Order ${order.id} has an invoice already.`)
    return settled(order, 'its invoice stays as it is')
  },
  /** B196, B197, B217: other fees or prices on the invoice, or the whole invoice made again. */
  changeInvoice: (order, person) => {
    if (!can(person, 'orders.invoice')) return NOT_THEIRS
    return settled(order, 'its invoice stays as it is')
  },
  /** A credit of the order's invoice: on it, or towards the next one where it is settled. */
  credit: (order, person) => {
    if (!can(person, 'orders.invoice')) return NOT_THEIRS
    return order.invoiced
      ? null
      : nothingToDo(`Order ${order.id} has no invoice: there is nothing to credit.`)
  },
  /** Taking back a credit that waits. It needs no invoice. */
  reverseCredit: (_order, person) => (can(person, 'orders.invoice') ? null : NOT_THEIRS),
  /** Choosing who is to pick the order (docs/decisions/0271). */
  assign: (order, person) => {
    if (!can(person, 'orders.assign')) return NOT_THEIRS
    return order.invoiced ? locked(order, 'Nothing is left to pick.') : null
  },
  /** A009, A208: the margins and surcharges of the order's location, changed from the order. */
  fees: (order, person) => {
    if (!can(person, 'fees.manage')) return NOT_THEIRS
    return order.invoiced ? locked(order, 'Unlock it to change its fees.') : null
  },
} satisfies Record<string, (order: OrderFacts, person: Person) => Verdict>

export type OrderAct = keyof typeof orderCan
