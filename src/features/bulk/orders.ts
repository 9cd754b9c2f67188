/** The orders of some days, for the bulk screens. */
import type { BulkOrder } from './queries.ts'

/** B159, C186. */
export type OrderState = 'Not picked complete' | 'Picked complete, not invoiced' | 'Invoiced'

export const orderState = ({
  invoiced,
  picking_complete,
}: Pick<BulkOrder, 'invoiced' | 'picking_complete'>): OrderState =>
  invoiced ? 'Invoiced' : picking_complete ? 'Picked complete, not invoiced' : 'Not picked complete'

/**
 * Identifies a call about an order, so that it differs from an earlier call whose result was not received: the version
 * changes with every change of the order. An unlocked invoice is made again and does not count as made
 * (docs/decisions/0168). Without a version (B243) every call differs, because no change of the order can be seen. Within a
 * run a row keeps its key all the same. After a run that was left, the server refuses a second invoice of the order, and
 * asks before a second export.
 */
export const orderCall = ({ id, version }: Pick<BulkOrder, 'id' | 'version'>): string =>
  `${id} ${version ?? crypto.randomUUID()}`
