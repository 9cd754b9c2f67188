/** The log's view of the outbox and the ledger: grouped, filtered and counted. Pure. */
import type { LedgerRecord, OutboxRecord } from '#src/db/database.ts'
import { madeAtMs } from '#src/sync/clock.ts'
import { groupBy } from '#src/sync/store/rows.ts'
import { closedOrder, type ClosedOrder } from '#src/sync/decisions.ts'

export type LogEntry = OutboxRecord | LedgerRecord

export const isWaiting = (entry: LogEntry): entry is OutboxRecord => 'state' in entry

/**
 * Returns the time at which an edit was made (ISO), by the server's clock, whose current time is `now` (ms). It is a
 * time before the server received the edit.
 */
export const madeAt =
  (ahead: number, now: number) =>
  (entry: LogEntry): string => {
    const answered = entry.answer?.server_time ?? (isWaiting(entry) ? null : entry.server_time)
    const by = Date.parse(answered ?? '')
    return new Date(madeAtMs(entry, ahead, Number.isNaN(by) ? now : by)).toISOString()
  }

export const FILTERS = ['all', 'unsent', 'acknowledged', 'needs-you'] as const
export type LogFilter = (typeof FILTERS)[number]

export function passes(entry: LogEntry, filter: LogFilter): boolean {
  if (filter === 'all') return true
  if (isWaiting(entry)) return filter === (entry.state === 'pending' ? 'unsent' : 'needs-you')
  return filter === 'acknowledged' && entry.end === 'applied'
}

/** Newest first, in the device's own order and not by its clock. A retried edit is below its successor. */
export function inOrder(outbox: readonly OutboxRecord[], ledger: readonly LedgerRecord[]): LogEntry[] {
  const waits = new Set(outbox.map(({ mutation_id }) => mutation_id))
  // Between the two reads an edit may have moved from the outbox to the ledger.
  const over = ledger.filter(({ mutation_id }) => !waits.has(mutation_id))
  return [...outbox, ...over].sort(
    (a, b) => b.seq - a.seq || (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0),
  )
}

/** An order that was invoiced or deleted meanwhile, with all edits that were refused because of it: one card. */
export interface OrderGroup extends ClosedOrder {
  refused: OutboxRecord[]
  /** The number of edits that are not refused themselves, but wait behind a refused one. */
  behind: number
  /** The keys of both: the edits that a decision is about. */
  ids: ReadonlySet<string>
}

export interface NeedsYou {
  orders: OrderGroup[]
  conflicts: OutboxRecord[]
  refused: OutboxRecord[]
}

/**
 * The edits that can be given up all at once: single refusals, and changes of deleted rows. A person decides each
 * clash.
 */
export const givenUpTogether = ({ conflicts, refused }: NeedsYou): OutboxRecord[] => [
  ...conflicts.filter(({ answer }) => answer?.deleted),
  ...refused,
]

/** The edits that need a person, oldest first. Forty refusals of one invoiced order are one decision. */
export function needsYou(outbox: readonly OutboxRecord[]): NeedsYou {
  const groups = new Map<string, OrderGroup>()
  const needs: NeedsYou = { orders: [], conflicts: [], refused: [] }
  for (const record of outbox) {
    if (record.state === 'pending') continue
    const closed = closedOrder(record)
    if (record.state === 'conflict') needs.conflicts.push(record)
    else if (!closed) needs.refused.push(record)
    else {
      const key = `${closed.order} ${closed.why}`
      const group = groups.get(key) ?? { ...closed, refused: [], behind: 0, ids: new Set<string>() }
      group.refused.push(record)
      groups.set(key, group)
    }
  }
  needs.orders = [...groups.values()]
  for (const group of needs.orders) {
    const waiting = editsBehind(outbox, group.refused)
    group.behind = waiting.length
    group.ids = new Set([...group.refused, ...waiting].map(({ mutation_id }) => mutation_id))
  }
  return needs
}

/** Returns, for a record, the other parts of its act. */
export function partsBeside(outbox: readonly OutboxRecord[]): (record: OutboxRecord) => OutboxRecord[] {
  const acts = groupBy(
    outbox.filter(({ act }) => act),
    ({ act }) => act!.id,
  )
  return (record) =>
    record.act ? (acts.get(record.act.id) ?? []).filter(({ seq }) => seq !== record.seq) : []
}

/**
 * Returns the edits that are not sent before a refused edit is settled: later edits of the same rows and their pieces,
 * and the other parts of its act.
 */
export function editsBehind(
  outbox: readonly OutboxRecord[],
  refused: readonly OutboxRecord[],
): OutboxRecord[] {
  const first = new Map<string, number>()
  for (const { entity, entity_id, seq } of refused) {
    const row = `${entity}:${entity_id}`
    first.set(row, Math.min(first.get(row) ?? seq, seq))
  }
  const acts = new Set(refused.flatMap(({ act }) => act?.id ?? []))
  const after = (key: string, seq: number) => seq > (first.get(key) ?? Infinity)
  return outbox.filter(
    ({ state, entity, entity_id, family, seq, act }) =>
      state === 'pending' &&
      (after(`${entity}:${entity_id}`, seq) || after(family, seq) || (act && acts.has(act.id))),
  )
}

/** Returns why an edit waits, or the server's words about one that it did not take. */
export function answerWords(entry: LogEntry): string | undefined {
  const answer = entry.answer?.message
  // A refused edit may have met a fault of the server before.
  return isWaiting(entry) && entry.state === 'pending' ? (entry.last_error ?? answer) : answer
}

export type LogTone = 'ok' | 'info' | 'act' | 'plain'

/** The state of an edit, in a word. */
export function stateWord(entry: LogEntry): { tone: LogTone; word: string } {
  if (!isWaiting(entry)) {
    if (entry.end === 'applied') return { tone: 'ok', word: 'Acknowledged' }
    return { tone: 'plain', word: entry.end === 'discarded' ? 'Discarded' : 'Tried again' }
  }
  if (entry.withdrawn) return { tone: 'info', word: 'Being taken back' }
  if (entry.state === 'pending')
    return { tone: 'info', word: entry.attempts > 0 ? `Unsent, tried ${entry.attempts}×` : 'Unsent' }
  return { tone: 'act', word: entry.state === 'conflict' ? 'Changed by others too' : 'Refused' }
}
