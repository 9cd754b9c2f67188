/**
 * The order of sending: family by family (an item with its pieces), oldest first, each in the order in which its edits
 * were made. So a batch settles whole families, and none of them has to be rebased. The next batch, of other families,
 * need not wait for its answer.
 *
 * A chain is a row and, for a piece, its item. An edit that was refused, clashes or waits stops the later edits of its
 * row and of that row's pieces, and nothing else.
 *
 * The parts of an act go together or not at all, so the families that an act touches are taken as one.
 */
import type { OutboxRecord } from '#src/db/database.ts'
import { BACKOFF_MAX_MS } from '../backoff.ts'
import { isNewer } from '../store/migrate.ts'
import { deviceReport, type DeviceReport } from './report.ts'
import { chainOf, groupBy, rowKey } from '../store/rows.ts'

const actKey = ({ id }: NonNullable<OutboxRecord['act']>): string => `act ${id}`

/** Whether a batch cannot be made smaller: one edit, or the parts of one act. */
export const isOneUnit = (batch: readonly OutboxRecord[]): boolean =>
  batch.length <= 1 || (!!batch[0]?.act && batch.every(({ act }) => act?.id === batch[0]?.act?.id))

export class SendQueue {
  /** By the name of a family, or of the first of the families that acts join. */
  readonly #families = new Map<string, OutboxRecord[]>()
  /** Families that acts have joined, by each of them. The first gives all of them its name. */
  readonly #joined = new Map<string, readonly string[]>()
  readonly #familyOfAct = new Map<string, string>()
  readonly #blocked = new Set<string>()
  /** By family, the edits that needed a person when they were read or answered: by now one may be tried again. */
  readonly #stopped = new Map<string, OutboxRecord[]>()
  /** Families on their way: their later edits wait for the answer. */
  readonly #busy = new Set<string>()
  /** When the first of the edits that are backing off may be tried again; null when none is. */
  nextAt: number | null = null
  /** The last edit that was read for sending: edits that wait behind it are not known here. */
  last = 0

  /** Adds records in `seq` order. Refused and clashing ones, and those of a newer release, block their chain. */
  add(records: readonly OutboxRecord[]): void {
    this.last = records.at(-1)?.seq ?? this.last
    for (const record of records) {
      if (record.state === 'pending' && !isNewer(record)) this.#family(record.family).push(record)
      else this.#stop(record)
      if (record.act) this.#join(record.family, record.act.id)
    }
  }

  /** Joins the families of an act: they are one from here on. */
  #join(family: string, act: string): void {
    const other = this.#familyOfAct.get(act) ?? family
    this.#familyOfAct.set(act, other)
    const [mine, theirs] = [this.#with(family), this.#with(other)]
    if (mine.includes(other)) return
    const all = [...theirs, ...mine]
    for (const name of all) this.#joined.set(name, all)
    const records = this.#families.get(mine[0]!) ?? []
    this.#families.delete(mine[0]!)
    const before = this.#family(other)
    before.push(...records)
    before.sort((a, b) => a.seq - b.seq)
  }

  /** Returns a family with those that acts have joined to it; the first names all of them. */
  #with = (family: string): readonly string[] => this.#joined.get(family) ?? [family]

  #stop(record: OutboxRecord): void {
    this.#blocked.add(rowKey(record))
    if (record.act) this.#blocked.add(actKey(record.act))
    const others = this.#stopped.get(record.family)
    if (others) others.push(record)
    else this.#stopped.set(record.family, [record])
  }

  /** Takes these families after all others. */
  putLast(families: readonly string[]): void {
    for (const family of families) {
      const [name] = this.#with(family)
      const records = this.#families.get(name!)
      if (!records) continue
      this.#families.delete(name!)
      this.#families.set(name!, records)
    }
  }

  /** Sets the time until which an edit waits. If it waits here, it stops what follows it until then. */
  postpone(record: OutboxRecord): void {
    const records = this.#families.get(this.#with(record.family)[0]!)
    const at = records?.findIndex(({ mutation_id }) => mutation_id === record.mutation_id) ?? -1
    if (records && at >= 0) records[at] = record
  }

  /** Takes up to `most` edits that may go now, or one act with all its parts. Their families are busy until `done`. */
  take(most: number, now: number, force = false): OutboxRecord[] {
    const batch: OutboxRecord[] = []
    for (const [name, records] of this.#families) {
      if (batch.length >= most) break
      if (this.#with(name).some((family) => this.#busy.has(family))) continue
      const rest = this.#takeFrom(records, batch, most, now, force)
      if (rest.length === records.length) continue
      if (rest.length > 0) this.#families.set(name, rest)
      else this.#families.delete(name)
    }
    for (const { family } of batch) this.#busy.add(family)
    return batch
  }

  #takeFrom(
    records: OutboxRecord[],
    batch: OutboxRecord[],
    most: number,
    now: number,
    force: boolean,
  ): OutboxRecord[] {
    const held = new Set<string>()
    const acts = groupBy(
      records.filter(({ act }) => act),
      ({ act }) => act!.id,
    )
    const left: OutboxRecord[] = []
    for (const record of records) {
      const unit = record.act ? acts.get(record.act.id)! : [record]
      // The other parts go with the first part.
      if (unit[0] !== record) continue
      const fits = batch.length === 0 || batch.length + unit.length <= most
      if (fits && unit.every((part) => this.#mayGo(part, held, now, force))) batch.push(...unit)
      else {
        for (const part of unit) held.add(rowKey(part))
        left.push(...unit)
      }
    }
    return left
  }

  #mayGo(record: OutboxRecord, held: ReadonlySet<string>, now: number, force: boolean): boolean {
    // A piece's family is named after its item's row.
    const act = record.act ? [actKey(record.act)] : []
    for (const key of [...chainOf(record), record.family, ...act])
      if (this.#blocked.has(key) || held.has(key)) return false
    const wait = record.next_attempt_at - now
    // A wait longer than any backoff: the clock was set back, which must not postpone an edit for years.
    if (wait <= 0 || wait > BACKOFF_MAX_MS || force) return true
    this.#waitUntil(record.next_attempt_at)
    return false
  }

  /**
   * Ends a batch, answered or not. The edits in `again` go back to their place. The rows of `blockedBy`, refused or to
   * be tried later, stop what follows them.
   */
  done(
    batch: readonly OutboxRecord[],
    blockedBy: readonly OutboxRecord[],
    again: readonly OutboxRecord[] = [],
  ): void {
    for (const { family } of batch) this.#busy.delete(family)
    for (const record of blockedBy) {
      this.#stop(record)
      if (record.state === 'pending') this.#waitUntil(record.next_attempt_at)
    }
    for (const record of again) this.#family(record.family).push(record)
    for (const { family } of again) this.#family(family).sort((a, b) => a.seq - b.seq)
  }

  /**
   * Returns all other edits of the batch's families that were ever read: those that are pending still, or again, are
   * among them.
   */
  restOf(batch: readonly OutboxRecord[]): OutboxRecord[] {
    const families = new Set(batch.map(({ family }) => family))
    const names = new Set([...families].map((family) => this.#with(family)[0]!))
    return [
      ...[...names].flatMap((name) => this.#families.get(name) ?? []),
      ...[...families].flatMap((family) => this.#stopped.get(family) ?? []),
    ]
  }

  /** Returns the device's report for this batch: what it holds beside the batches that are on their way. */
  reportWith(batch: readonly OutboxRecord[], now: number): DeviceReport {
    return deviceReport([...this.#families.values(), ...this.#stopped.values()].flat(), now, batch)
  }

  #family(family: string): OutboxRecord[] {
    const name = this.#with(family)[0]!
    const records = this.#families.get(name) ?? []
    this.#families.set(name, records)
    return records
  }

  #waitUntil(at: number): void {
    this.nextAt = Math.min(this.nextAt ?? at, at)
  }
}
