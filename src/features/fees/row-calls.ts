/** Rows that are changed here and saved with one call each: what shows of them until then, and the calls. */
import type { Client } from '#src/api/client.ts'
import { Fee } from '#contract/fees/schema.ts'
import { errorText, isNotFound, PasswordNotGiven } from '#src/api/errors.ts'
import { isUnchanged } from '#src/queries/unchanged.ts'

export interface RowCall {
  row: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  /** The key of a new row's call. */
  idempotencyKey?: string
  /** The version of the row that the person saw, where the body has every field of it and no `base`. */
  version?: number
}

interface Row {
  key: string
}

/**
 * Returns the server's rows with the changes laid over them, then the added rows.
 *
 * @param over lays a changed row over the row as it is stored by now
 */
export const laidOver = <R extends Row>(
  stored: readonly R[],
  edits: readonly R[],
  isNew: (row: R) => boolean,
  over: (edit: R, now: R) => R,
): R[] => {
  const byKey = new Map(edits.map((row) => [row.key, row]))
  return [
    ...stored.map((now) => {
      const edit = byKey.get(now.key)
      return edit ? over(edit, now) : now
    }),
    ...edits.filter(isNew),
  ]
}

const Version = Fee.pick({ version: true })

/**
 * One call after the other. Why one fails is only logged (A334, C354). If the person does not give the password that a
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
  for (const [n, { row, method, path, query, body, idempotencyKey, version }] of calls.entries())
    try {
      if (version !== undefined && !(await isUnchanged(client, path, Version, { version })))
        throw new Error('Somebody else has changed it meanwhile.')
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
      // Somebody else has removed it already. Without an order nothing else can be missing.
      if (method === 'DELETE' && query === undefined && isNotFound(error)) continue
      failed.add(row)
      console.error(`${noun(row)} was not saved: ${errorText(error)}`)
    }
  return failed
}
