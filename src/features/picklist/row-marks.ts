/** The marks of lines whose edits have not reached the server or were refused. */
import { refusalWords } from '#src/picking/refusal-words.ts'
import { nameOf, type Line } from '#contract/picking/lines.ts'
import type { OutboxRecord } from '#src/db/database.ts'

/** A200: `new`, `modified` and `to_delete` wait to be sent; `failed` was refused or clashes and waits for a person. */
export type Flag = 'new' | 'modified' | 'to_delete' | 'failed'

export interface Marks {
  /** By item id. */
  byItem: ReadonlyMap<string, Flag>
  /** Deletions that wait to be sent: their rows are gone from the list already. */
  deletions: number
  /** Refused and clashing edits, oldest first. */
  failed: readonly OutboxRecord[]
}

/** The flags of a pick list's items, from what waits in the outbox. A piece's edit marks its item. */
export function marksOf(records: readonly OutboxRecord[]): Marks {
  const byItem = new Map<string, Flag>()
  const failed: OutboxRecord[] = []
  let deletions = 0
  for (const record of records) {
    if (record.entity !== 'orderitems' && record.entity !== 'ordersubitems') continue
    const item = record.family.replace(/^orderitems:/, '')
    if (record.state !== 'pending') {
      failed.push(record)
      byItem.set(item, 'failed')
    } else if (byItem.get(item) !== 'failed') {
      const flag = flagOf(record)
      if (flag === 'to_delete') deletions++
      // A new row stays new when it is changed before it is sent.
      if (flag !== 'modified' || byItem.get(item) !== 'new') byItem.set(item, flag)
    }
  }
  return { byItem, deletions, failed }
}

function flagOf({ entity, call }: OutboxRecord): Flag {
  if (entity === 'ordersubitems' || call.method === 'PATCH') return 'modified'
  return call.method === 'POST' ? 'new' : 'to_delete'
}

const WORST: readonly Flag[] = ['failed', 'to_delete', 'new', 'modified']

/** The flag of a row: in a bulk pull the most urgent of its items. */
export function flagOfRow(row: Line, { byItem }: Marks): Flag | null {
  const flags = new Set(row.items.map(({ id }) => byItem.get(id)))
  return WORST.find((flag) => flags.has(flag)) ?? null
}

/** A317: the server's words, with the item that they are about. */
export const refusalOfRow = (record: OutboxRecord, name: string): string => `${name}: ${refusalWords(record)}`

/** A317: why weights or lots of a row were not taken, with the item that they are of. */
export const weightRefusal =
  (row: Line | undefined) =>
  (record: OutboxRecord): string =>
    refusalOfRow(record, row ? `Order item ${nameOf(row)}` : 'Order item')
