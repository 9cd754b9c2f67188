/** The orders of some days as the bulk screens see them. */
import type { OrderRow } from '#contract/orders/schema.ts'

/** B159, C186. */
export type OrderState = 'Not picked complete' | 'Picked complete, not invoiced' | 'Invoiced'

export const orderState = ({
  invoiced,
  picking_complete,
}: Pick<OrderRow, 'invoiced' | 'picking_complete'>): OrderState =>
  invoiced ? 'Invoiced' : picking_complete ? 'Picked complete, not invoiced' : 'Not picked complete'

/** B102, C163. */
export const customerName = ({ customer }: Pick<OrderRow, 'customer'>): string => customer || 'Anonymous'

export interface Days {
  /** `YYYY-MM-DD`, both included. */
  start: string
  end: string
}
