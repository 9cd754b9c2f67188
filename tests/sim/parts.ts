/** Which edits share a fate because they are parts of one act. */
import type { OutboxRecord } from '#src/db/database.ts'

/** The other parts of these records' acts. */
export function partsBeside(
  outbox: readonly OutboxRecord[],
  records: readonly OutboxRecord[],
): OutboxRecord[] {
  const acts = new Set(records.flatMap(({ act }) => act?.id ?? []))
  return outbox.filter((record) => record.act && acts.has(record.act.id) && !records.includes(record))
}
