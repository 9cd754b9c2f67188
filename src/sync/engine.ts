/** What the screens get: one engine for the person who is at the device. */
import { personOf } from '#src/api/person.ts'
import type { User } from '#contract/people/schema.ts'
import type { Environment } from '#src/api/environment.ts'
import type { Session } from '#src/api/session.ts'
import {
  countActs,
  DATABASE_VERSION,
  openDatabase,
  type EditedRow,
  type LarderDatabase,
  type OutboxRecord,
} from '#src/db/database.ts'
import { onNewer, storedVersion } from '#src/db/newer.ts'
import { onChanged } from '#src/db/on-changed.ts'
import {
  discard,
  exportOutbox,
  outboxFile,
  resolveConflict,
  retry,
  takeBack,
  withdraw,
  type ExportedOutbox,
  type Resolution,
} from './attention.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { createEngineParts, type EngineParts, type PartsOptions } from './engine-parts.ts'
import { amendAll, fatesOf, type Amend, type Amends, type Fates } from './store/fates.ts'
import { untilLeft } from './store/leave.ts'
import type { Cadence, Loop, Nudge } from './loop.ts'
import { contextKey, META, readMeta } from './store/meta.ts'
import { migrateOutbox } from './store/migrate.ts'
import { commit, type CommitOptions, type CommitResult } from './store/outbox.ts'
import { sendAway } from './send/send-away.ts'
import type { OwnStatus, StatusStore } from './status.ts'
import { stored, StorageTrouble } from './store/storage.ts'
import { idMaker } from './store/uuid.ts'

export interface EngineOptions extends PartsOptions {
  env: Environment
  /** Whether to send and pull by itself, and to listen to the change stream; a simulation steps instead. */
  running?: boolean
  stream?: boolean
}

/**
 * What an explicit save came to: the server has `sent`, refused `refused`, and `waiting` are stored and wait; `sent` and
 * `waiting` as `SyncStatus` counts what a person did.
 */
export interface Saved {
  sent: number
  /** Refused ones and clashes, with the server's words in `answer`. */
  refused: OutboxRecord[]
  waiting: number
  /** The numbers of the orders that were placed by it, by the name that each had here. */
  placed: ReadonlyMap<string, number>
}

export interface Engine {
  readonly user: User
  readonly db: LarderDatabase
  /**
   * Stores edits, all or none, and resolves when the disk has them: beep then, never before. A refusal is a value and
   * nothing is stored. Rejects with `StorageTrouble` when the device cannot store: say so loudly.
   */
  commit(edits: readonly NewEdit[], options?: Pick<CommitOptions, 'amend'>): Promise<CommitResult>
  /**
   * The same for an order that this device does not keep: sent at once and not stored. Resolves with each row as the server
   * has it now, and rejects as a call of the API does.
   *
   * @param rows what the person saw of the rows that the edits change
   */
  sendAway(edits: readonly NewEdit[], rows: readonly EditedRow[]): Promise<unknown[]>
  /** A permanent id for a new item or piece. */
  newId(): string
  /** `get` and `subscribe`, as `useSyncExternalStore` wants them. */
  readonly status: StatusStore
  /** How soon stored edits are sent: 5 s on the scan screen (A191), 15 s on the pick list (A192), 1 s after the last one on the staged order (B146), else soon. */
  setCadence(cadence: Cadence): void
  /** Something happened that makes trying now worthwhile: `online`, `visible`, `hidden`, `leaving`. */
  nudge(why: Nudge): void
  /** Readings, "Offline": an explicit Save sends at once and tells the server's answer. */
  saveNow(): Promise<Saved>
  pullNow(): Promise<void>
  /** Tries a refused edit again as a new one that names it, with a reason where the server asked for one. */
  retry(mutationId: string, reason?: string): Promise<CommitResult>
  /** Gives a refused or clashing edit up; the ledger keeps it. False when it was not there any more. */
  discard(mutationId: string, amend?: Amends): Promise<boolean>
  /** The same for one that waits still: what was staged and met a fault of the server (docs/decisions/0202). */
  withdraw(mutationId: string, amend?: Amends): Promise<boolean>
  /** Asks the server to forget an edit that it may have. False when it did not wait any more. */
  takeBack(mutationId: string): Promise<boolean>
  /** What has become of edits, whoever sent them: by their ids, as the database has it now. */
  fatesOf(mutationIds: readonly string[]): Promise<Fates>
  /**
   * Does work while no other tab does it under this name: who waits for the answer to an order holds it, and whoever
   * would act in their place waits until they are done, or gone.
   */
  answering<T>(name: string, work: () => Promise<T>): Promise<T>
  resolveConflict(mutationId: string, choice: Resolution): Promise<CommitResult | boolean>
  /** What waits; where the storage was cleared, what this page still holds of it. */
  exportOutbox(): Promise<ExportedOutbox>
  /** The facts that this page holds in memory, by the name given to `remember`. */
  heldFacts(): ReadonlyMap<string, unknown>
  /** Throws StorageTrouble where the storage was cleared: what is not found then says nothing. */
  requireStorage(): Promise<void>
  /** Small facts of this person on this device, such as the last scan context (readings, "Reopening"). */
  remember(name: string, value: unknown): Promise<void>
  recall<T>(name: string): Promise<T | undefined>
  /** Makes the fact of what it is in that moment: two changes at once are both kept. */
  amend(name: string, how: Amend): Promise<void>
  /** A newer release has taken the app over: nothing is stored by this page any more, and whoever tries is told so. */
  outdate(): void
  /** Stops timers, stream and database. Unsent edits stay where they are. */
  close(): Promise<void>
}

/** A device that has its rows paints them first: pulling wants the same tables. */
const FIRST_PAINT_MS = 1_200
/** An explicit save looks again this often while another tab sends, and gives up after so long. */
const LOOK_AGAIN_MS = 250
const SAVE_WITHIN_MS = 20_000

/** Opens the person's database and begins to send and pull. Rejects with StorageTrouble when it cannot be opened. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { user, env, session, client, running = true } = options
  const db = openDatabase(user.id, options.database)
  const makeId = idMaker(env)
  await untilLeft(user.id, env)
  const [deviceId, [instance, standingBefore]] = await Promise.all([
    session.deviceId(),
    stored(db, () =>
      Promise.all([ownInstance(db, makeId), readMeta<string>(db, META.standing), migrateOutbox(db)]),
    ),
  ])
  const context = { db, env, client, deviceId, makeId, person: personOf(user), now: () => env.now() }
  const parts = createEngineParts(options, context, instance)
  const { status, held, watch, recount, loop, stream } = parts
  const stopFollowing = followOthers(options, db, parts, standingBefore)
  await recount.now()
  if (storedVersion(db) > DATABASE_VERSION) watch.leaveToNewer()
  else if (running) {
    const pullAfterMs = status.get().lastPull === null ? 0 : FIRST_PAINT_MS
    loop.start(pullAfterMs)
    if (options.stream !== false) env.after(pullAfterMs, () => parts.isClosed() || stream.start())
  }

  return {
    user,
    db,
    status,
    newId: makeId,
    commit: (edits, options = {}) => watched(parts, () => commit(context, edits, options)),
    sendAway: (edits, rows) => sendAway(context, edits, rows),
    setCadence: (cadence) => loop.setCadence(cadence),
    nudge(why) {
      loop.nudge(why)
      if (why === 'online') stream.retry()
      if (why === 'visible' && running && options.stream !== false) stream.lead()
    },
    saveNow: () => saveAll(env, loop, status),
    pullNow: () => loop.pullNow(),
    retry: (mutationId, reason) => watched(parts, () => retry(context, mutationId, reason)),
    discard: (mutationId, amend) => watched(parts, () => discard(context, mutationId, amend)),
    withdraw: (mutationId, amend) => watched(parts, () => withdraw(context, mutationId, amend)),
    takeBack: (mutationId) => watched(parts, () => takeBack(context, mutationId)),
    fatesOf: (ids) => fatesOf(db, ids),
    answering: (name, work) => env.locks.request(`larder-answering-${name}`, {}, work),
    resolveConflict: (mutationId, choice) =>
      watched(parts, () => resolveConflict(context, mutationId, choice)),
    exportOutbox: async () =>
      watch.isWiped() ? outboxFile(deviceId, user, env.now(), held.all()) : exportOutbox(context, user),
    heldFacts: held.facts,
    requireStorage: watch.requireStorage,
    async remember(name, value) {
      await stored(db, () => db.meta.put({ key: contextKey(name), value }))
    },
    recall: (name) => readMeta(db, contextKey(name)),
    async amend(name, how) {
      watch.requireCurrent()
      await stored(db, () =>
        db.transaction('rw', db.meta, db.outbox, db.ended, () => amendAll(db, { [name]: how })),
      )
    },
    outdate: watch.outdate,
    async close() {
      stopFollowing()
      parts.close()
      db.close()
    },
  }
}

/** Does what a person has asked for, says how the storage took it, and has it sent. */
async function watched<T extends CommitResult | boolean>(
  { status, held, watch, recount, loop }: EngineParts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    watch.requireCurrent()
    const result = await work()
    if (typeof result === 'object')
      if (result.kind === 'committed') held.add(result.records)
      // What is not there any more may have been cleared away.
      else await watch.requireStorage()
    const { storageTrouble } = status.get()
    if (storageTrouble && storageTrouble.kind !== 'wiped') status.set({ storageTrouble: null })
    loop.stored()
    recount.soon()
    return result
  } catch (error) {
    if (error instanceof StorageTrouble) status.trouble(error)
    throw error
  }
}

/** Follows what other tabs, the worker, a sign-in and a newer release change. Returns what ends it. */
function followOthers(
  { user, env, session, forgetAside }: EngineOptions,
  db: LarderDatabase,
  { status, watch, recount, loop, stream, isClosed }: EngineParts,
  standingBefore: string | undefined,
): () => void {
  // Other tabs and the worker store and settle edits too.
  const stopListening = onChanged(db, ['outbox', 'meta'], recount.soon)
  // Another tab may be the one that hears of other rights: what this page holds outside the database goes as well.
  const stopWatching = followStanding(
    db,
    standingBefore,
    async () => {
      if (!isClosed()) await forgetAside?.()
    },
    watch.report,
  )
  // The browser closes a database that it clears. Not at once: what is read while it closes closes it again.
  db.on('close', () => isClosed() || recount.soon())
  const unsubscribe = followSession(session, user, status, () => {
    loop.nudge('signed-in')
    stream.retry()
  })
  status.set({
    signInNeeded: session.get().signInNeeded,
    online: env.online(),
    serverReachable: env.online(),
  })
  onNewer(db, DATABASE_VERSION, () => isClosed() || watch.leaveToNewer())
  return () => {
    unsubscribe()
    stopListening()
    stopWatching()
  }
}

/** Sends what waits, also past another tab that is sending, and says what came of it. */
async function saveAll(env: Environment, loop: Loop, status: StatusStore): Promise<Saved> {
  const placed = new Map<string, number>()
  const saved: Saved = { sent: 0, refused: [], waiting: 0, placed }
  const until = env.now() + SAVE_WITHIN_MS
  for (;;) {
    const { end, applied, refused, placed: numbers } = await loop.sendNow()
    for (const [id, number] of numbers) placed.set(id, number)
    saved.sent += countActs(applied)
    saved.refused.push(...refused)
    // Counted anew when everything had been sent.
    saved.waiting = status.get().waiting
    if (end.kind !== 'busy' || saved.waiting === 0 || env.now() > until) return saved
    await new Promise<void>((resolve) => env.after(LOOK_AGAIN_MS, resolve))
  }
}

/** Shows whether the person has to sign in. `onBack`: they were away, and are signed in again. Returns what ends it. */
function followSession(session: Session, user: User, status: OwnStatus, onBack: () => void): () => void {
  const isMine = () => session.get().user?.id === user.id
  const isIn = () => session.get().phase === 'in' && isMine()
  let wasIn = isIn()
  return session.subscribe(() => {
    status.set({ signInNeeded: !isMine() || session.get().signInNeeded })
    const isBack = isIn() && !wasIn
    wasIn = isIn()
    if (isBack) onBack()
  })
}

/** Calls `onOther` when the person's rights are not those of before. Returns what ends it. */
function followStanding(
  db: LarderDatabase,
  before: string | undefined,
  onOther: () => Promise<void>,
  report: (error: unknown) => void,
): () => void {
  let standing = before
  async function follow(): Promise<void> {
    const now = await stored(db, () => readMeta<string>(db, META.standing))
    const isOther = standing !== undefined && now !== standing
    standing = now
    if (isOther) await onOther()
  }
  return onChanged(db, ['lists'], () => void follow().catch(report))
}

/** Names this database for as long as it lives, so that an emptied one is noticed. */
async function ownInstance(db: LarderDatabase, makeId: () => string): Promise<string> {
  const known = await readMeta<string>(db, META.instance)
  if (known) return known
  return db.transaction('rw', db.meta, async () => {
    const first = await readMeta<string>(db, META.instance)
    if (first) return first
    const made = makeId()
    await db.meta.bulkPut([
      { key: META.instance, value: made },
      // Nothing of a new database has been read for sending.
      { key: META.taken, value: 0 },
    ])
    return made
  })
}
