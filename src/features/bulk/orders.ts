/** The orders of some days as the bulk screens see them. */
import type { OrderRow } from '#contract/orders/schema.ts'

/** B159, C186. */
export type OrderState = 'Not picked complete' | 'Picked complete, not invoiced' | 'Invoiced'

export const orderState = ({
  invoiced,
  picking_complete,
}: Pick<OrderRow, 'invoiced' | 'picking_complete'>): OrderState =>
  invoiced ? 'Invoiced' : picking_complete ? 'Picked complete, not invoiced' : 'Not picked complete'

/**
 * What makes a call about an order another one than the one whose end nobody heard: something was done to the order since. An
 * invoice that was unlocked is made again, rather than known as made (docs/decisions/0168).
 */
export const orderCall = ({ id, version }: Pick<OrderRow, 'id' | 'version'>): string => `${id} ${version}`
