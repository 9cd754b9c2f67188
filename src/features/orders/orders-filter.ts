/** What narrows the orders list besides the table's own search. It is kept in the address. */
import type { OrderDays } from './days.ts'

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
