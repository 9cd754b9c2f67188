/** The function that stores the acts of the scan screen. */
import type { RowChange } from '#contract/sync/outcome.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'

/** Stores edits, all or none. Resolves to the rows that it changed, or to why nothing was stored, in words for the picker. */
export type Commit = (
  edits: NewEdit[],
) => Promise<{ ok: true; changes: readonly RowChange[] } | { ok: false; message: string }>
