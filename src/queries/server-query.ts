import type { Client } from '#src/api/client.ts'
import type { QueryKey } from '@tanstack/react-query'

/** A query to the server, declared in a feature's `queries.ts`, or here where several features ask. */
export interface ServerQuery<T> {
  /**
   * The API's noun, then what narrows it: `['users']`, `['orders', { day }]`. Writes name it to have it requested
   * again.
   */
  queryKey: QueryKey
  read: (client: Client, signal: AbortSignal) => Promise<T>
  /** Small reference data that the device's database does not hold: stored on the device until the sign-out. */
  isKept?: true
  /** Requested again whenever it is needed, also right after an answer: the device has received changes since. */
  isAskedAnew?: true
  /**
   * The initial values of a form: requested again whenever the form is opened, so that it never shows old ones for a
   * moment.
   */
  isForm?: true
}

/** A query whose answer is the rows of a list. */
export interface RowsQuery<Row> extends ServerQuery<Row[]> {
  /** Returns what tells a row from the others of its list. */
  keyOf: (row: Row) => string | number
}
