/** The margins of a product, or the fees of a location: what was added, changed and removed here until it is saved. */
import { useCall } from '#src/kit/form/use-save.tsx'
import { useState } from 'react'
import { edited, isUnsaved, marginCalls, marginOver, without, type MarginRow } from './margin-rows.ts'
import { FEES_CHANGED } from './queries.ts'
import { laidOver, sendRows } from './row-calls.ts'

/** C355: the message about failed calls; the reason is only logged (C354). */
const notSaved = (count: number) =>
  `${count === 1 ? 'One margin was' : `${count} margins were`} not saved and ${count === 1 ? 'is' : 'are'} still here as typed. Please save again.`

const isNew = (row: MarginRow) => row.new

/** @param stored what the server has, as it was read last; none while it was not */
export function useMargins(stored: readonly MarginRow[]) {
  // Only the differing rows, so that rows saved by other users show beside them.
  const [edits, setEdits] = useState<readonly MarginRow[]>([])
  const send = useCall({
    call: (client, rows: readonly MarginRow[]) =>
      sendRows(client, marginCalls(rows), (row) => `The margin ${row}`),
    invalidates: FEES_CHANGED,
  })
  const rows = laidOver(stored, edits, isNew, marginOver)

  /** C185: success only where no call failed. A row that was not saved stays as it was typed. */
  async function save(): Promise<void> {
    // Not `edits`: a row that somebody else has removed meanwhile is among them still.
    const failed = await send(rows)
    setEdits(edits.filter(({ key }) => failed.has(key)))
    if (failed.size > 0) throw new Error(notSaved(failed.size))
  }

  const setRows = (next: readonly MarginRow[]) => setEdits(next.filter(isUnsaved))
  return {
    rows,
    add: (row: MarginRow) => setRows([...rows, row]),
    change: (row: MarginRow, part: Parameters<typeof edited>[1]) =>
      setRows(rows.map((one) => (one.key === row.key ? edited(one, part) : one))),
    remove: (row: MarginRow) => setRows(without(rows, row)),
    save,
  }
}
