/** What this device knows of the history of items: its own edits, those that wait and those that are over. */
import type { AuditLine } from '#contract/sync/devices.ts'
import { itemActOf, type ItemAct } from '#src/queries/item-history.ts'
import type { LarderDatabase, LedgerEnd, OutboxRecord } from '#src/db/database.ts'
import { allEnded } from '#src/sync/store/ledger.ts'
import { itemFamily } from '#src/sync/store/rows.ts'

const ENDED: Record<LedgerEnd, string> = {
  applied: '',
  discarded: 'Given up.',
  retried: 'Tried again.',
}
const WAITING: Record<OutboxRecord['state'], string> = {
  pending: 'Not sent yet.',
  refused: 'The server did not take this.',
  conflict: 'Somebody else changed the same.',
}

/** The edits of these items and their pieces, newest first. */
export async function deviceHistory(
  db: LarderDatabase,
  username: string,
  items: readonly { id: string; order: number }[],
): Promise<ItemAct[]> {
  const families = new Map(items.map(({ id, order }) => [itemFamily(id), order]))
  const [waiting, ended] = await Promise.all([db.outbox.toArray(), allEnded(db)])
  const known = [
    ...waiting.map((record) => ({ record, note: WAITING[record.state] })),
    ...ended.map((record) => ({ record, note: ENDED[record.end] })),
  ]
  return known
    .filter(({ record }) => families.has(record.family ?? ''))
    .map(({ record, note }) => {
      const { mutation_id, entity, call, adds, created_at, device_id, raw_scan, reason, family } = record
      const line: AuditLine = {
        at: created_at,
        made_at: created_at,
        username,
        brought_by: null,
        device_id,
        device_name: null,
        entity,
        method: call.method,
        body: { ...call.body, ...(adds && { adds }) },
        raw_scan,
        reason: [reason, note].filter(Boolean).join(' · ') || null,
        outcome: 'applied',
      }
      const order = families.get(family ?? '')
      return itemActOf(line, mutation_id, items.length > 1 ? `Order ${order} · ` : '')
    })
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
