/**
 * What is sent next: edits in the order in which they were made, except those whose chain is blocked. A chain is a row
 * and, for a piece, its item: an edit that was refused, clashes or waits stops the later edits of its row and of that
 * row's pieces, and nothing else.
 */
import type { OutboxRecord } from '#src/db/database.ts'
import { BACKOFF_MAX_MS } from './backoff.ts'
import { rowKey } from './rows.ts'

export class SendQueue {
  #pending: OutboxRecord[] = []
  readonly #blocked = new Set<string>()
  /** Families in flight: their later edits wait for the answer. */
  readonly #busy = new Set<string>()
  /** When the first of the edits that are backing off may be tried again; null when none is. */
  nextAt: number | null = null

  /** Records in `seq` order; refused and clashing ones block their chain. */
  add(records: readonly OutboxRecord[]): void {
    for (const record of records) {
      if (record.state === 'pending') this.#pending.push(record)
      else this.#blocked.add(rowKey(record))
    }
  }

  get size(): number {
    return this.#pending.length
  }

  /** Up to `most` edits that may go now. Their families are busy until `done`. */
  take(most: number, now: number, force = false): OutboxRecord[] {
    const batch: OutboxRecord[] = []
    const rest: OutboxRecord[] = []
    const held = new Set<string>()
    for (const [n, record] of this.#pending.entries()) {
      if (batch.length >= most) {
        rest.push(...this.#pending.slice(n))
        break
      }
      if (this.#mayGo(record, held, now, force)) batch.push(record)
      else {
        held.add(rowKey(record))
        rest.push(record)
      }
    }
    this.#pending = rest
    for (const record of batch) this.#busy.add(record.family)
    return batch
  }

  #mayGo(record: OutboxRecord, held: ReadonlySet<string>, now: number, force: boolean): boolean {
    const own = rowKey(record)
    // A piece's family is named after its item's row.
    for (const key of [own, record.family]) if (this.#blocked.has(key) || held.has(key)) return false
    if (this.#busy.has(record.family)) return false
    const wait = record.next_attempt_at - now
    // Longer than any backoff: the clock was set back, which must not postpone an edit for years.
    if (wait <= 0 || wait > BACKOFF_MAX_MS || force) return true
    this.nextAt = Math.min(this.nextAt ?? record.next_attempt_at, record.next_attempt_at)
    return false
  }

  /** The batch has been answered, or was not: those in `again` go back to where they were, blocked rows stay behind. */
  done(
    batch: readonly OutboxRecord[],
    blockedBy: readonly OutboxRecord[],
    again: readonly OutboxRecord[] = [],
  ): void {
    for (const record of batch) this.#busy.delete(record.family)
    for (const record of blockedBy) {
      this.#blocked.add(rowKey(record))
      if (record.state === 'pending') {
        const at = record.next_attempt_at
        this.nextAt = Math.min(this.nextAt ?? at, at)
      }
    }
    if (again.length > 0) this.#pending = [...again, ...this.#pending].sort((a, b) => a.seq - b.seq)
  }

  /** What still waits on the device when these are on their way, by order: the foreman and the invoice screen see it. */
  unsentByOrder(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { order } of this.#pending) if (order !== null) counts[order] = (counts[order] ?? 0) + 1
    return counts
  }
}
