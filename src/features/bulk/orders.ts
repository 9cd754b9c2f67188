/** The orders of some days, for the bulk screens. */
import type { OrderRow } from '#contract/orders/schema.ts'

/** B159, C186. */
export type OrderState = 'Not picked complete' | 'Picked complete, not invoiced' | 'Invoiced'

export const orderState = ({
  invoiced,
  picking_complete,
}: Pick<OrderRow, 'invoiced' | 'picking_complete'>): OrderState =>
  invoiced ? 'Invoiced' : picking_complete ? 'Picked complete, not invoiced' : 'Not picked complete'

/**
 * Identifies a call about an order, so that it differs from an earlier call whose result was not received: the version
 * changes with every change of the order. An unlocked invoice is made again and does not count as made
 * (docs/decisions/0168).
 */
export const orderCall = ({ id, version }: Pick<OrderRow, 'id' | 'version'>): string => `${id} ${version}`
