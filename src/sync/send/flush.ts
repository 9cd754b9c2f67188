/**
 * Sends what waits, until nothing that may go is left. What has been read for sending is never changed again, so a
 * repeated edit has the same id and the same bytes; only an answer that echoes its id settles it.
 *
 * | answer                                | what happens                                                       |
 * |---------------------------------------|--------------------------------------------------------------------|
 * | none, cut off, HTML, not our shape    | `away`: the same again after a jittered backoff of 1–60 s, forever |
 * | 401                                   | the client refreshes and goes on; a refused refresh: `sign-in`     |
 * | 413                                   | smaller batches at once                                            |
 * | 408, 425, 429, 5xx                    | `away`, `Retry-After` honoured up to 60 s; a 500 halves the batch  |
 * | any other 4xx of ours for the batch   | the same: until the edit at fault is alone and waits alone         |
 *
 * A fault that two different single edits meet in a row is the server's: `away`. The next run begins with other edits; as
 * soon as one goes through, those that met the fault wait alone.
 */
import { isPlacing } from '#contract/orders/place.ts'
import { OTHER_DEVICE, PUSH_BATCH, PushAnswer, type PushResult } from '#contract/sync/protocol.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, errorText, isObject, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { DATABASE_VERSION, type OutboxRecord } from '#src/db/database.ts'
import { storedVersion } from '#src/db/newer.ts'
import type { ApplyContext } from '../store/rows.ts'
import { BACKOFF_MAX_MS, backoffMs, waitMs } from '../backoff.ts'
import { toWire } from '../store/edit.ts'
import { SERVER_FAULT } from '../store/fates.ts'
import { releaseLease, renewLease, senderLock, takeLease, type LeaseRecord, type OwnLease } from './lease.ts'
import { markTaken, META, readMeta } from '../store/meta.ts'
import { upgradeTaken } from '../store/migrate.ts'
import { createPace } from '../pace.ts'
import { isOneUnit, SendQueue } from './queue.ts'
import { deviceReport, type DeviceReport } from './report.ts'
import { settle } from './settle.ts'
import { orWithoutRoom, stored } from '../store/storage.ts'

/** Batches on their way at once. More than one hides the round trip; their rows never depend on each other. */
const PIPELINE = 3

/** Bytes of a batch's body on the line: the first, which knows nothing of the line; the fewest; and the most. */
const FIRST_BYTES = 24_000
const LEAST_BYTES = 1_000
const MOST_BYTES = 1_000_000
/** Bytes of an edit, until a batch has shown them. */
const EDIT_BYTES = { gzip: 80, plain: 600 }
/** A shorter body fits into one packet as it is. */
const SMALL_CHARS = 1_400

export type FlushEnd =
  /**
   * Nothing is left that may be sent; `nextAt` is when something that backs off may. `more`: something was stored
   * meanwhile and waits for its turn.
   */
  | { kind: 'drained'; nextAt: number | null; more: boolean }
  /** The server is not there, or not well; `askedMs`: so much time it asked for itself. */
  | { kind: 'away'; retryAt: number; error: Error; askedMs: number | null }
  /** Another tab or the worker is sending. */
  | { kind: 'busy'; until: number }
  | { kind: 'sign-in' }

export interface FlushReport {
  end: FlushEnd
  applied: OutboxRecord[]
  refused: OutboxRecord[]
  /** The numbers of orders that were placed, by the name that each had on this device. */
  placed: Map<string, number>
  /** Edits went, and some of them met an answer that is none: they are tried again by themselves. */
  stumbled: boolean
}

export interface FlushContext extends ApplyContext {
  env: Environment
  client: Client
  deviceId: string
  /** Names this tab or worker in the lease. */
  owner: string
  pipeline?: number
}

export interface Flusher {
  /** `force`: a person asked, so nobody's backoff is waited for, and what is stored meanwhile goes along. */
  run(force?: boolean): Promise<FlushReport>
}

/** What waits and the lease to send it under, or the lease that stands in the way. */
type Taken = { records: OutboxRecord[]; lease: OwnLease } | { records: []; lease: null; theirs: LeaseRecord }

/** What went wrong with a batch. */
type Trouble =
  | Exclude<FlushEnd, { kind: 'drained' | 'busy' }>
  | { kind: 'split'; error: ApiError; tooLarge: boolean }

/** By the device's name for each order: the number that the server gave it. */
function* ordersPlaced(
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
): Generator<[string, number]> {
  const rows = new Map(
    results.map(({ mutation_id, outcome, body }) => [mutation_id, outcome === 'applied' && body]),
  )
  for (const { entity, entity_id, call, mutation_id } of batch) {
    const row = isPlacing(entity, call.method) && rows.get(mutation_id)
    if (row && typeof row === 'object' && 'id' in row && typeof row.id === 'number') yield [entity_id, row.id]
  }
}

type Split = Trouble & { kind: 'split' }

export function createFlusher(context: FlushContext): Flusher {
  const { db, env, client, owner, deviceId, pipeline = PIPELINE } = context
  const settling = { ...context, random: env.random }
  /** No more edits than this a batch: less than the contract allows after one that the server stumbled over. */
  let batchSize = PUSH_BATCH
  const pace = createPace({ first: FIRST_BYTES, least: LEAST_BYTES, most: MOST_BYTES })
  /** Bytes of an edit on the line, as the last batch had them. */
  let editBytes = env.gzip ? EDIT_BYTES.gzip : EDIT_BYTES.plain
  let failures = 0
  let retryAt = 0
  /** What single edits and acts met since one last went through, by the first `mutation_id`: the fault is theirs or the server's. */
  const suspects = new Map<string, { records: readonly OutboxRecord[]; trouble: Split; waits: boolean }>()
  let running: Promise<FlushReport> | null = null

  /**
   * Reads what waits behind `after` and says that it may be sent: from here on it is never merged with a newer edit. A
   * full device sends too: that is what frees room.
   */
  function take(after: number, gone: string | null = null): Promise<Taken> {
    const read = (hasRoom: boolean) => (): Promise<Taken> =>
      stored(db, () =>
        db.transaction('rw', db.outbox, db.meta, async () => {
          const lease = await takeLease(db, owner, env.now(), { gone, hasRoom })
          if ('theirs' in lease) return { records: [], lease: null, theirs: lease.theirs }
          // A newer release has opened the database: what it stores there is its own to send.
          if (storedVersion(db) > DATABASE_VERSION) return { records: [], lease: lease.mine }
          const waiting = await db.outbox.where('seq').above(after).toArray()
          const records = await upgradeTaken(db, waiting, hasRoom)
          const last = records.at(-1)
          if (last) await markTaken(db, last.seq, hasRoom)
          return { records, lease: lease.mine }
        }),
      )
    return orWithoutRoom(read(true), read(false))
  }
  /** The Web Lock keeps two tabs from taking at once; it is not held while anything is on its way. */
  const takeAlone = (after: number) =>
    env.locks.request(`larder-flush-${db.name}`, {}, async () => {
      const taken = await take(after)
      if (taken.lease || !(await env.locks.isFree(senderLock(taken.theirs.owner)))) return taken
      // Whoever has the lease went away without giving it back.
      return take(after, taken.theirs.owner)
    })

  function away(error: Error, askedMs: number | null = null): Trouble {
    failures++
    retryAt = env.now() + waitMs(failures, env.random, askedMs)
    return { kind: 'away', retryAt, error, askedMs }
  }

  function troubleOf(error: unknown, size: number): Trouble {
    if (error instanceof SignInNeeded) return { kind: 'sign-in' }
    if (error instanceof NetworkError) {
      // A slow link: less at a time gets through.
      if (error.reason === 'timeout') pace.timedOut(size * editBytes)
      return away(error)
    }
    if (!(error instanceof ApiError)) throw error
    const { status, body } = error
    // The session began under another device id: only a sign-in here brings one that may send.
    if (isObject(body) && body['code'] === OTHER_DEVICE) return { kind: 'sign-in' }
    if (status === 413) return { kind: 'split', error, tooLarge: true }
    const ours = error.isJson && ![401, 408, 425, 429].includes(status)
    // One edit that makes the server stumble must not stop the others: halve until it is alone.
    if (ours && status <= 500) return { kind: 'split', error, tooLarge: false }
    return away(error, error.retryAfterMs)
  }

  async function post(batch: OutboxRecord[], told: DeviceReport): Promise<PushAnswer> {
    const text = JSON.stringify({ device_id: deviceId, ...told, mutations: batch.map(toWire) })
    const small = text.length > SMALL_CHARS ? await env.gzip?.(text) : undefined
    const body = small ?? text
    editBytes = body.length / batch.length
    const began = env.now()
    const answer = await client.api('POST', 'sync/push', {
      body,
      isGzip: small !== undefined,
      schema: PushAnswer,
      as: context.person.id,
    })
    pace.took(body.length, env.now() - began)
    return answer
  }
  /** A push without edits, where something was given up since the last one. Returns what went wrong. */
  async function sendReport(): Promise<Trouble | null> {
    const due = await readMeta<string>(db, META.reportDue)
    if (due === undefined) return null
    try {
      await client.api('POST', 'sync/push', {
        body: { device_id: deviceId, ...deviceReport(await db.outbox.toArray(), env.now()), mutations: [] },
        schema: PushAnswer,
        as: context.person.id,
      })
    } catch (error) {
      return troubleOf(error, 0)
    }
    await stored(db, () =>
      db.transaction('rw', db.meta, async () => {
        // What was given up meanwhile is to be reported still.
        if ((await readMeta<string>(db, META.reportDue)) === due) await db.meta.delete(META.reportDue)
      }),
    )
    return null
  }
  /** As many edits as the line takes in some seconds. */
  const nextSize = () => Math.max(1, Math.min(batchSize, Math.floor(pace.amount / editBytes)))

  /** Sends one batch and settles it. Returns what stops the run, if anything does. */
  async function sendBatch(
    queue: SendQueue,
    taken: OutboxRecord[],
    report: FlushReport,
  ): Promise<Trouble | null> {
    let batch = taken
    let answer: PushAnswer
    try {
      answer = await post(batch, queue.reportWith(batch, env.now()))
    } catch (error) {
      batch = await noteFault(batch, error)
      const trouble = troubleOf(error, batch.length)
      if (trouble.kind !== 'split') {
        queue.done(batch, [], batch)
        return trouble
      }
      if (!isOneUnit(batch)) {
        batchSize = Math.max(1, batch.length >> 1)
        queue.done(batch, [], batch)
        return null
      }
      const { mutation_id } = batch[0]!
      const isServers = !trouble.tooLarge && suspects.size > (suspects.has(mutation_id) ? 1 : 0)
      if (!trouble.tooLarge) suspects.set(mutation_id, { records: batch, trouble, waits: !isServers })
      if (isServers) {
        queue.done(batch, [], batch)
        return away(trouble.error)
      }
      const alone = await waitAlone(batch, trouble)
      queue.done(batch, alone)
      const refused = alone.filter(({ state }) => state !== 'pending')
      if (refused.length === 0) report.stumbled = true
      report.refused.push(...refused)
      return null
    }
    failures = 0
    retryAt = 0
    await clearServer(queue, batch, report)
    batchSize = Math.min(PUSH_BATCH, batchSize * 2)
    const { refused, later } = await settle(settling, batch, answer.results, {
      known: queue.restOf(batch),
      readTo: queue.last,
    })
    // A pull may have heard of it first.
    const applied = new Set(
      answer.results.filter(({ outcome }) => outcome === 'applied').map(({ mutation_id }) => mutation_id),
    )
    report.applied.push(...batch.filter(({ mutation_id }) => applied.has(mutation_id)))
    for (const [id, number] of ordersPlaced(batch, answer.results)) report.placed.set(id, number)
    report.refused.push(...refused)
    queue.done(batch, [...refused, ...later])
    return null
  }

  /** The server takes edits: what others met since the last time is their own, and they wait alone. */
  async function clearServer(
    queue: SendQueue,
    batch: readonly OutboxRecord[],
    report: FlushReport,
  ): Promise<void> {
    for (const { mutation_id } of batch) suspects.delete(mutation_id)
    const met = [...suspects.values()].filter(({ waits }) => !waits)
    suspects.clear()
    for (const { records, trouble } of met)
      for (const record of await waitAlone(records, trouble)) queue.postpone(record)
    if (met.length > 0) report.stumbled = true
  }

  /**
   * Orders and staged products keep what a fault of the server said (5xx): somebody waits for their answer, and need not be in
   * the tab that sends (readings, "Placing that is answered with a fault").
   */
  async function noteFault(batch: OutboxRecord[], error: unknown): Promise<OutboxRecord[]> {
    if (!(error instanceof ApiError) || error.status < 500) return batch
    const { status } = error
    const answer = { status, code: SERVER_FAULT, message: errorText(error), server_time: '' }
    const told = batch.map((record) =>
      isPlacing(record.entity, record.call.method) || record.entity === 'sharedcartitems'
        ? { ...record, answer }
        : record,
    )
    const noted = told.filter((record, n) => record !== batch[n])
    const keep = () =>
      stored(db, () =>
        db.transaction('rw', db.outbox, async () => {
          const kept = await db.outbox.bulkGet(noted.map(({ seq }) => seq))
          await db.outbox.bulkPut(
            noted.flatMap(({ mutation_id, answer }, n) => {
              const record = kept[n]
              // Its person may have taken it back meanwhile.
              return record?.mutation_id === mutation_id && record.state === 'pending'
                ? { ...record, answer }
                : []
            }),
          )
        }),
      )
    if (noted.length > 0) await orWithoutRoom(keep, () => Promise.resolve())
    return told
  }

  /**
   * The edit, or the act, that the server stumbles over waits by itself; one that is too large by itself needs a person,
   * who is told with its first part.
   */
  async function waitAlone(
    unit: readonly OutboxRecord[],
    { error, tooLarge }: Split,
  ): Promise<readonly OutboxRecord[]> {
    const now = env.now()
    if (tooLarge) {
      const [result, ...others] = unit.map(({ mutation_id }, n) => ({
        mutation_id,
        outcome: n === 0 ? ('refused' as const) : ('held' as const),
        status: 413,
        body: { code: 'invalid', message: 'This change is too large for the server.' },
        server_time: new Date(now).toISOString(),
      }))
      const { refused, later } = await settle(settling, unit, [result!, ...others])
      return refused.length > 0 ? [...refused, ...later] : unit
    }
    const attempts = unit[0]!.attempts + 1
    const next_attempt_at = now + backoffMs(attempts, env.random)
    const changed = unit.map((record) => ({
      ...record,
      attempts,
      next_attempt_at,
      last_error: errorText(error),
    }))
    const keep = () =>
      stored(db, () =>
        db.transaction('rw', db.outbox, async () => {
          const kept = await db.outbox.bulkGet(changed.map(({ seq }) => seq))
          await db.outbox.bulkPut(
            changed.flatMap(({ mutation_id, attempts, next_attempt_at, last_error }, n) => {
              const record = kept[n]
              return record?.mutation_id === mutation_id && record.state === 'pending'
                ? { ...record, attempts, next_attempt_at, last_error }
                : []
            }),
          )
        }),
      )
    // Without room it waits for the rest of this run.
    await orWithoutRoom(keep, () => Promise.resolve())
    return changed
  }

  async function drain(force: boolean): Promise<FlushReport> {
    const report: FlushReport = {
      end: { kind: 'drained', nextAt: null, more: false },
      applied: [],
      refused: [],
      placed: new Map(),
      stumbled: false,
    }
    const first = await takeAlone(0)
    if (!first.lease) return { ...report, end: { kind: 'busy', until: first.theirs.until } }
    let lease: OwnLease = first.lease
    const queue = new SendQueue()
    const add = (records: OutboxRecord[]) => {
      queue.add(records)
      return records.length > 0
    }
    add(first.records)
    queue.putLast([...suspects.values()].map(({ records }) => records[0]!.family))
    const flying = new Set<Promise<void>>()
    /** Why the run ends before nothing is left: what the server said, or a defect. */
    const halt: { end: FlushEnd | null; defect: { error: unknown } | null } = { end: null, defect: null }

    const fly = (batch: OutboxRecord[]) => {
      const flight: Promise<void> = sendBatch(queue, batch, report)
        .then((trouble) => {
          if (trouble && trouble.kind !== 'split') halt.end ??= trouble
        })
        .catch((error: unknown) => {
          halt.defect ??= { error }
        })
        .finally(() => flying.delete(flight))
      flying.add(flight)
    }

    for (;;) {
      // One batch feels the way; others go beside it when the server has shown that it is there, and the line that it is
      // fast: on a slow one they would only make each other late.
      const most = report.applied.length + report.refused.length > 0 && pace.isFast ? pipeline : 1
      while (flying.size < most && !halt.end && !halt.defect) {
        const batch = queue.take(nextSize(), env.now(), force)
        if (batch.length === 0) break
        const renewed = await renewLease(db, lease, env.now())
        if (!renewed) {
          queue.done(batch, [], batch)
          halt.end = { kind: 'busy', until: env.now() }
          break
        }
        lease = renewed
        fly(batch)
      }
      if (flying.size > 0) {
        await Promise.race(flying)
        continue
      }
      if (halt.end || halt.defect) break
      // What was stored meanwhile goes along where a person waits for it. Else it waits for the cadence: who scans
      // without a pause would be sending without a pause.
      if (!force) break
      const more = await takeAlone(queue.last)
      if (!more.lease) {
        halt.end = { kind: 'busy', until: more.theirs.until }
        break
      }
      lease = more.lease
      if (!add(more.records)) break
    }
    const more = (await db.outbox.where('seq').above(queue.last).count()) > 0
    if (!halt.end && !halt.defect && !more) {
      const trouble = await sendReport()
      if (trouble && trouble.kind !== 'split') halt.end = trouble
    }
    await releaseLease(db, lease)
    if (halt.defect) throw halt.defect.error
    return { ...report, end: halt.end ?? { kind: 'drained', nextAt: queue.nextAt, more } }
  }

  return {
    run(force = false) {
      if (!force && retryAt > env.now() && retryAt - env.now() <= BACKOFF_MAX_MS)
        return Promise.resolve({
          end: { kind: 'away', retryAt, error: new NetworkError('unreachable'), askedMs: null },
          applied: [],
          refused: [],
          placed: new Map(),
          stumbled: false,
        })
      if (force) failures = 0
      running ??= env.locks
        .request(senderLock(owner), {}, () => drain(force))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}
