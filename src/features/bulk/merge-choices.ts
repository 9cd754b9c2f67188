/** What can be merged into what. */
import type { OrderRow } from '#contract/orders/schema.ts'

type Offered = Pick<OrderRow, 'id' | 'invoiced' | 'company_location'>

/** B157, C188: only orders without an invoice, as base order and as orders to merge. */
export const baseOrders = <T extends Offered>(orders: readonly T[]): T[] =>
  orders.filter(({ invoiced }) => !invoiced)

/** B158, C269: those of the base order's location without itself; none before there is one. */
export const mergeable = <T extends Offered>(orders: readonly T[], base: T | undefined): T[] =>
  base
    ? baseOrders(orders).filter(
        ({ id, company_location }) => id !== base.id && company_location.id === base.company_location.id,
      )
    : []
