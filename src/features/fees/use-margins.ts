/** The margins of a product, or the fees of a location: what the server has, and what was added, changed and removed here until it is saved. */
import { Fee } from '#contract/fees/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { useRead } from '#src/ui/use-read.ts'
import { useCallback, useState } from 'react'
import { isUnsaved, marginCalls, rowOfFee, type MarginRow } from './margin-rows.ts'

export type FetchRows = (client: Client, signal?: AbortSignal) => Promise<MarginRow[]>

/** C303: every margin there is; the screen says which of them show. Why they cannot be read is only logged (C354). */
async function fetchMargins(client: Client, signal?: AbortSignal): Promise<MarginRow[]> {
  try {
    const fees = await client.api('GET', 'margintemplates', {
      query: { no_page: 1 },
      schema: Fee.array(),
      ...(signal && { signal }),
    })
    return fees.map(rowOfFee)
  } catch (error) {
    if (!signal?.aborted) console.error(`The margins were not read: ${errorText(error)}`)
    throw error
  }
}

/** C355: what is said of failed calls; why they failed is only logged (C354). */
const notSaved = (count: number) =>
  `${count === 1 ? 'One margin was' : `${count} margins were`} not saved and ${count === 1 ? 'is' : 'are'} still here as typed. Please save again.`

/** @param fetchRows what the screen is about; must stay the same function */
export function useMargins(client: Client, serverReachable: boolean, fetchRows: FetchRows = fetchMargins) {
  const read = useCallback((signal: AbortSignal) => fetchRows(client, signal), [client, fetchRows])
  const { value, failure, busy, reload } = useRead(read, serverReachable)
  // What was typed is not written over when the margins are read again.
  const [typed, setRows] = useState<readonly MarginRow[] | null>(null)
  const rows = typed ?? value

  /** C185: success only where no call failed. What was saved is read again, what was not stays as it was typed. */
  async function save(): Promise<void> {
    const all = rows ?? []
    const unsaved = new Set<string>()
    for (const { row, method, path, query, body, idempotencyKey } of marginCalls(all))
      try {
        await client.api(method, path, {
          ...(query && { query }),
          ...(body && { body }),
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        })
      } catch (error) {
        unsaved.add(row)
        console.error(`The margin ${row} was not saved: ${errorText(error)}`)
      }
    const stored = await fetchRows(client).catch(() => null)
    setRows(afterSaving(all, stored, unsaved))
    if (unsaved.size > 0) throw new Error(notSaved(unsaved.size))
  }

  return { rows, setRows, failed: rows === null && failure !== null, busy, reload, save }
}

/** The rows that stayed unsaved keep their marks; the others are what the server has, or what was sent to it. */
function afterSaving(
  all: readonly MarginRow[],
  stored: readonly MarginRow[] | null,
  unsaved: ReadonlySet<string>,
): MarginRow[] {
  const kept = new Map(all.filter(({ key }) => unsaved.has(key)).map((row) => [row.key, row]))
  if (!stored)
    return all.flatMap((row) =>
      kept.has(row.key) || !isUnsaved(row)
        ? [row]
        : row.deleted || row.new
          ? []
          : [{ ...row, modified: false }],
    )
  const added = [...kept.values()].filter((row) => row.new)
  return [...stored.map((row) => kept.get(row.key) ?? row), ...added]
}
