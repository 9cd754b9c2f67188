/**
 * Sends what waits, until nothing that may go is left. An edit that was read for sending is never changed again, so a
 * repeated edit has the same id and the same bytes. Only an answer that echoes its id settles it.
 *
 * | answer                                | what happens                                                       |
 * |---------------------------------------|--------------------------------------------------------------------|
 * | none, cut off, HTML, not our shape    | `away`: the same again after a jittered backoff of 1–60 s, forever |
 * | 401                                   | the client refreshes and goes on; a refused refresh: `sign-in`     |
 * | 413                                   | smaller batches at once                                            |
 * | 408, 425, 429, 5xx                    | `away`, `Retry-After` honoured up to 60 s; a 500 halves the batch  |
 * | any other 4xx of ours for the batch   | the same: until the edit at fault is alone and waits alone         |
 *
 * A fault that two different single edits meet in a row is the server's: `away`. The next run begins with other edits.
 * As soon as one goes through, the edits that met the fault wait alone.
 */
import { placesOrder } from '#contract/orders/place.ts'
import { OTHER_DEVICE, PUSH_BATCH, type PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import { ApiError, isObject, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { BACKOFF_MAX_MS, waitMs } from '../backoff.ts'
import type { SendContext } from './context.ts'
import { releaseLease, renewLease, senderLock, type OwnLease } from './lease.ts'
import { openLine, type NetworkLine } from './line.ts'
import { isOneUnit, SendQueue } from './queue.ts'
import { settle } from './settle.ts'
import { noteFault, waitAlone, type Split } from './stumble.ts'
import { Suspects } from './suspects.ts'
import { takeWaiting } from './take.ts'

/** The batches on their way at once. More than one hides the round trip. Their rows never depend on each other. */
const BATCHES_AT_ONCE = 3

export type FlushEnd =
  /**
   * Nothing is left that may be sent. `nextAt` is when an edit that backs off may be. `more`: something was stored
   * meanwhile and waits for its turn.
   */
  | { kind: 'drained'; nextAt: number | null; more: boolean }
  /** The server is not there, or not well. `askedMs`: the time that it asked for itself. */
  | { kind: 'away'; retryAt: number; error: Error; askedMs: number | null }
  /** Another tab or the worker is sending. */
  | { kind: 'busy'; until: number }
  | { kind: 'sign-in' }

export interface FlushReport {
  end: FlushEnd
  applied: OutboxRecord[]
  refused: OutboxRecord[]
  /** The numbers of the placed orders, by the name that each had on this device. */
  placed: Map<string, number>
  /** Some of the sent edits met an answer that is none: they are tried again by themselves. */
  stumbled: boolean
}

export interface Flusher {
  /** `force`: a person asked, so the run waits for no backoff, and takes along what is stored meanwhile. */
  run(force?: boolean): Promise<FlushReport>
}

/** What stops a run while something is left. */
type Stop = Exclude<FlushEnd, { kind: 'drained' | 'busy' }>

/** A run of the flusher, under way. */
interface Run {
  force: boolean
  queue: SendQueue
  lease: OwnLease
  report: FlushReport
  flying: Set<Promise<void>>
  /** Why it ends while something is left: what the server said, or a defect. */
  end: FlushEnd | null
  defect: { error: unknown } | null
}

const newReport = (end: FlushEnd): FlushReport => ({
  end,
  applied: [],
  refused: [],
  placed: new Map(),
  stumbled: false,
})

/** Yields the device's name for each placed order and the number that the server gave it. */
function* ordersPlaced(
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
): Generator<[string, number]> {
  const rows = new Map(
    results.map(({ mutation_id, outcome, body }) => [mutation_id, outcome === 'applied' && body]),
  )
  for (const record of batch) {
    const row = placesOrder(record) && rows.get(record.mutation_id)
    if (row && typeof row === 'object' && 'id' in row && typeof row.id === 'number')
      yield [record.entity_id, row.id]
  }
}

/** One per tab or worker: its knowledge of the server and the line outlives a run. */
class Sender implements Flusher {
  readonly #context: SendContext
  readonly #line: NetworkLine
  /** The most edits of a batch: fewer than the contract allows after a batch on which the server failed. */
  #batchSize = PUSH_BATCH
  #failures = 0
  #retryAt = 0
  /** Why the server is out of reach until then. */
  #awayError: Error = new NetworkError('unreachable')
  /**
   * The faults that single edits and acts met since one last went through, by the first `mutation_id`: theirs or the
   * server's.
   */
  readonly #suspects = new Suspects<{ records: readonly OutboxRecord[]; trouble: Split; waits: boolean }>()
  #running: Promise<FlushReport> | null = null

  constructor(context: SendContext) {
    this.#context = context
    this.#line = openLine(context)
  }

  run(force = false): Promise<FlushReport> {
    const { env, owner } = this.#context
    const now = env.now()
    const retryAt = this.#retryAt
    if (!force && retryAt > now && retryAt - now <= BACKOFF_MAX_MS)
      return Promise.resolve(newReport({ kind: 'away', retryAt, error: this.#awayError, askedMs: null }))
    if (force) this.#failures = 0
    this.#running ??= env.locks
      .request(senderLock(owner), {}, () => this.#drain(force))
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }

  #away(error: Error, askedMs: number | null = null): Stop {
    this.#failures++
    this.#awayError = error
    const { env } = this.#context
    this.#retryAt = env.now() + waitMs(this.#failures, env.random, askedMs)
    return { kind: 'away', retryAt: this.#retryAt, error, askedMs }
  }

  /** Returns what a failed batch means for the run. @param count how many edits were on their way */
  #troubleOf(error: unknown, count: number): Stop | Split {
    if (error instanceof SignInNeeded) return { kind: 'sign-in' }
    if (error instanceof NetworkError) {
      // A slow link: fewer at a time get through.
      if (error.reason === 'timeout') this.#line.timedOut(count)
      return this.#away(error)
    }
    if (!(error instanceof ApiError)) throw error
    const { status, body } = error
    // The session began under another device id: only a sign-in here gives one that may send.
    if (isObject(body) && body['code'] === OTHER_DEVICE) return { kind: 'sign-in' }
    if (status === 413) return { kind: 'split', error, tooLarge: true }
    const ours = error.isJson && ![401, 408, 425, 429].includes(status)
    // One edit on which the server fails must not stop the others: the batch is halved until it is alone.
    if (ours && status <= 500) return { kind: 'split', error, tooLarge: false }
    return this.#away(error, error.retryAfterMs)
  }

  /** Sends one batch and settles it. Returns what stops the run, or null. */
  async #sendBatch(run: Run, batch: OutboxRecord[]): Promise<Stop | null> {
    let answer: PushAnswer
    try {
      answer = await this.#line.post(batch, run.queue.reportWith(batch, this.#context.env.now()))
    } catch (error) {
      return this.#afterFault(run, batch, error)
    }
    await this.#afterAnswer(run, batch, answer.results)
    return null
  }

  async #afterFault({ queue, report }: Run, taken: OutboxRecord[], error: unknown): Promise<Stop | null> {
    const isFault = error instanceof ApiError && error.status >= 500
    const batch = isFault ? await noteFault(this.#context, taken, error) : taken
    const trouble = this.#troubleOf(error, batch.length)
    if (trouble.kind !== 'split') {
      queue.done(batch, [], batch)
      return trouble
    }
    if (!isOneUnit(batch)) {
      this.#batchSize = Math.max(1, batch.length >> 1)
      queue.done(batch, [], batch)
      return null
    }
    if (!trouble.tooLarge) {
      const { mutation_id } = batch[0]!
      const isServers = this.#suspects.clears(mutation_id)
      this.#suspects.add(mutation_id, { records: batch, trouble, waits: !isServers })
      if (isServers) {
        queue.done(batch, [], batch)
        return this.#away(trouble.error)
      }
    }
    const alone = await waitAlone(this.#context, batch, trouble)
    queue.done(batch, alone)
    const refused = alone.filter(({ state }) => state !== 'pending')
    if (refused.length === 0) report.stumbled = true
    report.refused.push(...refused)
    return null
  }

  async #afterAnswer(run: Run, batch: OutboxRecord[], results: PushResult[]): Promise<void> {
    const { queue, report } = run
    this.#failures = 0
    this.#retryAt = 0
    await this.#clearServer(run, batch)
    this.#batchSize = Math.min(PUSH_BATCH, this.#batchSize * 2)
    const context = { ...this.#context, random: this.#context.env.random }
    const { refused, later } = await settle(context, batch, results, {
      known: queue.restOf(batch),
      readTo: queue.last,
    })
    // A pull may have settled it first.
    const applied = new Set(
      results.filter(({ outcome }) => outcome === 'applied').map(({ mutation_id }) => mutation_id),
    )
    report.applied.push(...batch.filter(({ mutation_id }) => applied.has(mutation_id)))
    for (const [id, number] of ordersPlaced(batch, results)) report.placed.set(id, number)
    report.refused.push(...refused)
    queue.done(batch, [...refused, ...later])
  }

  /** The server takes edits: the faults that others met since the last time are their own, and they wait alone. */
  async #clearServer({ queue, report }: Run, batch: readonly OutboxRecord[]): Promise<void> {
    const met = this.#suspects
      .passed(batch.map(({ mutation_id }) => mutation_id))
      .filter(({ waits }) => !waits)
    for (const { records, trouble } of met)
      for (const record of await waitAlone(this.#context, records, trouble)) queue.postpone(record)
    if (met.length > 0) report.stumbled = true
  }

  /** Sends a batch beside those that are on their way. */
  #launch(run: Run, batch: OutboxRecord[]): void {
    const flight: Promise<void> = this.#sendBatch(run, batch)
      .then((stop) => {
        run.end ??= stop
      })
      .catch((error: unknown) => {
        run.defect ??= { error }
      })
      .finally(() => run.flying.delete(flight))
    run.flying.add(flight)
  }

  async #launchBatches(run: Run): Promise<void> {
    const { queue, report, flying, force } = run
    const { db, env, pipeline = BATCHES_AT_ONCE } = this.#context
    // One batch goes first. Others go beside it when the server has shown that it is there, and the line that it
    // is fast: on a slow one they would only make each other late.
    const most = report.applied.length + report.refused.length > 0 && this.#line.isFast ? pipeline : 1
    while (flying.size < most && !run.end && !run.defect) {
      const batch = queue.take(Math.min(this.#batchSize, this.#line.amount), env.now(), force)
      if (batch.length === 0) return
      const renewed = await renewLease(db, run.lease, env.now())
      if (!renewed) {
        queue.done(batch, [], batch)
        run.end = { kind: 'busy', until: env.now() }
        return
      }
      run.lease = renewed
      this.#launch(run, batch)
    }
  }

  /** Takes what was stored since the run began. Returns whether there was anything. */
  async #takeMore(run: Run): Promise<boolean> {
    const more = await takeWaiting(this.#context, run.queue.last)
    if (!more.lease) {
      run.end = { kind: 'busy', until: more.theirs.until }
      return false
    }
    run.lease = more.lease
    run.queue.add(more.records)
    return more.records.length > 0
  }

  async #drain(force: boolean): Promise<FlushReport> {
    const { db } = this.#context
    const report = newReport({ kind: 'drained', nextAt: null, more: false })
    const first = await takeWaiting(this.#context, 0)
    if (!first.lease) return { ...report, end: { kind: 'busy', until: first.theirs.until } }
    const queue = new SendQueue()
    queue.add(first.records)
    queue.putLast(this.#suspects.all.map(({ records }) => records[0]!.family))
    const run: Run = { force, queue, lease: first.lease, report, flying: new Set(), end: null, defect: null }
    for (;;) {
      await this.#launchBatches(run)
      if (run.flying.size > 0) {
        await Promise.race(run.flying)
        continue
      }
      // Edits that were stored meanwhile go along if a person waits for them. Else they wait for the cadence: a
      // person who scans without a pause would be sending without a pause.
      if (run.end || run.defect || !force || !(await this.#takeMore(run))) break
    }
    const more = (await db.outbox.where('seq').above(queue.last).count()) > 0
    if (!run.end && !run.defect && !more) run.end = await this.#sendReport()
    await releaseLease(db, run.lease)
    if (run.defect) throw run.defect.error
    return { ...report, end: run.end ?? { kind: 'drained', nextAt: queue.nextAt, more } }
  }

  async #sendReport(): Promise<FlushEnd | null> {
    try {
      await this.#line.postReport()
      return null
    } catch (error) {
      const trouble = this.#troubleOf(error, 0)
      return trouble.kind === 'split' ? null : trouble
    }
  }
}

export const createFlusher = (context: SendContext): Flusher => new Sender(context)
