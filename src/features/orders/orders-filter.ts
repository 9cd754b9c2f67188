/** What narrows the orders list besides the table's own search. It is kept in the address. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { OrderDays } from './days.ts'

/** The statuses of `OrderRow`. They are repeated here, because the first file has no schemas (docs/decisions/0157). */
export const ORDER_STATUSES: readonly string[] = Object.keys({
  placed: true,
  picking: true,
  picked: true,
  invoiced: true,
} satisfies Record<OrderRow['status'], true>)

export interface OrdersFilter {
  day?: OrderDays | undefined
  status?: string | undefined
  /** Only what is paid (A041). */
  paid?: true | undefined
  /** The username of a picker. */
  picker?: string | undefined
  /** Only what still needs a picker. */
  unassigned?: true | undefined
}

/** Nothing narrows the list but the days with which the person begins. */
export const ALL_ORDERS = {
  day: undefined,
  status: undefined,
  paid: undefined,
  picker: undefined,
  unassigned: undefined,
} satisfies OrdersFilter

const FIELDS = Object.keys(ALL_ORDERS) as (keyof OrdersFilter)[]

export const sameFilter = (a: OrdersFilter, b: OrdersFilter): boolean =>
  FIELDS.every((field) => a[field] === b[field])
