/** What the errors of the database say: that it could not do something just now, where trying again later may help, or why it refused. */

/** The SQLSTATE, or Node's code, of an error; '' where it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/**
 * Of the database being away, stopping, full or too slow, or of a lock that somebody else kept: SQLSTATE classes 08, 53,
 * 57 and 58, "lock not available", and what the driver says of a connection that it cannot get. No call is at fault.
 */
export const isBusy = (error: unknown): boolean =>
  /^(?:08|53|57|58|55P03|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/.test(
    codeOf(error),
  ) || /timeout exceeded|Connection terminated|not queryable|calling end on the pool/.test(String(error))

/** A full disk or a failing one: trying again does not help until somebody has seen to it. */
const needsOperator = (error: unknown): boolean => /^(?:53100|58)/.test(codeOf(error))

/** Another row has this value of a unique key, or the same row was written twice at once. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

const CROSSED = new Set(['40001', '40P01'])
/** Two transactions crossed, and the database ended this one: the same again may go through. */
export const hasCrossed = (error: unknown): boolean => CROSSED.has(codeOf(error))

/** How severe the log line of an error is: what passes by itself needs nobody, anything else needs somebody. */
export const levelOf = (error: unknown): 'warn' | 'error' =>
  (isBusy(error) || hasCrossed(error)) && !needsOperator(error) ? 'warn' : 'error'
