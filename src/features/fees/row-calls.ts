/** Rows that are changed here and saved with one call each: what shows of them until then, and the calls. */
import type { Client } from '#src/api/client.ts'
import { errorText, PasswordNotGiven } from '#src/api/errors.ts'

export interface RowCall {
  row: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  /** Of a new row. */
  idempotencyKey?: string
}

interface Row {
  key: string
}

/** What the server has, with what was changed laid over it, and what was added at its end. */
export const laidOver = <R extends Row>(
  stored: readonly R[],
  edits: readonly R[],
  isNew: (row: R) => boolean,
): R[] => {
  const byKey = new Map(edits.map((row) => [row.key, row]))
  return [...stored.map((row) => byKey.get(row.key) ?? row), ...edits.filter(isNew)]
}

/**
 * One call after the other. Why one fails is only logged (A334, C354). Where the person does not give the password that a
 * call needs, the rows behind it are not sent: each would ask again.
 *
 * @param noun what a row is called in the log
 * @returns the keys of the rows that were not saved
 */
export async function sendRows(
  client: Client,
  calls: readonly RowCall[],
  noun: (row: string) => string,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>()
  for (const [n, { row, method, path, query, body, idempotencyKey }] of calls.entries())
    try {
      await client.api(method, path, {
        ...(query && { query }),
        ...(body && { body }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      })
    } catch (error) {
      if (error instanceof PasswordNotGiven) {
        for (const left of calls.slice(n)) failed.add(left.row)
        break
      }
      failed.add(row)
      console.error(`${noun(row)} was not saved: ${errorText(error)}`)
    }
  return failed
}
