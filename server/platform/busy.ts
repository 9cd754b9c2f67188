/** Classifies the database's errors: it could not do something just now, where a retry may help, or it refused. */

/** Returns the SQLSTATE, or Node's code, of an error; '' where it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/**
 * Returns whether the database is unreachable, stopping, full or too slow, or another transaction kept a lock: SQLSTATE
 * classes 08, 53, 57 and 58, "lock not available", and the driver's errors for a connection that it cannot get. No call
 * is at fault.
 */
export const isBusy = (error: unknown): boolean =>
  /^(?:08|53|57|58|55P03|25P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/.test(
    codeOf(error),
  ) || /timeout exceeded|Connection terminated|not queryable|calling end on the pool/.test(String(error))

/** Returns whether the disk is full or failing: a retry does not help until a person has fixed it. */
const needsOperator = (error: unknown): boolean => /^(?:53100|58)/.test(codeOf(error))

/** Returns whether another row has this value of a unique key, or the same row was written twice at once. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

const CROSSED = new Set(['40001', '40P01'])
/** Returns whether two transactions conflicted, and the database ended this one: a retry may succeed. */
export const hasCrossed = (error: unknown): boolean => CROSSED.has(codeOf(error))

/** Returns the severity of an error's log line: 'warn' for what passes by itself, 'error' for what needs a person. */
export const levelOf = (error: unknown): 'warn' | 'error' =>
  (isBusy(error) || hasCrossed(error)) && !needsOperator(error) ? 'warn' : 'error'
