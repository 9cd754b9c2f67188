/** The interface for the screens: one engine for the person at the device. */
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
 * The result of an explicit save: the server has `sent`, refused `refused`, and `waiting` are stored and wait. `sent`
 * and `waiting` count a person's acts, as `SyncStatus` does.
 */
export interface Saved {
  sent: number
  /** Refused edits and clashes, with the server's words in `answer`. */
  refused: OutboxRecord[]
  waiting: number
  /** The numbers of the orders that it placed, by the name that each had here. */
  placed: ReadonlyMap<string, number>
}

export interface Engine {
  readonly user: User
  readonly db: LarderDatabase
  /**
   * Stores edits, all or none, and resolves when the disk has them: the screen beeps then, never before. A refusal is a
   * value, and nothing is stored. Rejects with `StorageTrouble` when the device cannot store: the screen says so
   * loudly.
   */
  commit(edits: readonly NewEdit[], options?: Pick<CommitOptions, 'amend'>): Promise<CommitResult>
  /**
   * The same for an order that this device does not keep: sends the edits at once and does not store them. Resolves
   * with each row as the server has it now, and rejects as a call of the API does.
   *
   * @param rows what the person saw of the rows that the edits change
   */
  sendAway(edits: readonly NewEdit[], rows: readonly EditedRow[]): Promise<unknown[]>
  /** A permanent id for a new item or piece. */
  newId(): string
  /** `get` and `subscribe`, as `useSyncExternalStore` wants them. */
  readonly status: StatusStore
  /**
   * Sets how soon stored edits are sent: 5 s on the scan screen (A191), 15 s on the pick list (A192), 1 s after the
   * last one on the staged order (B146), else soon.
   */
  setCadence(cadence: Cadence): void
  /** Reports an event that makes trying now worthwhile: `online`, `visible`, `hidden`, `leaving`. */
  nudge(why: Nudge): void
  /** Readings, "Offline": an explicit Save sends at once and returns the server's answer. */
  saveNow(): Promise<Saved>
  pullNow(): Promise<void>
  /** Sends a refused edit again as a new one that names it, with a reason where the server asked for one. */
  retry(mutationId: string, reason?: string): Promise<CommitResult>
  /** Gives up a refused or clashing edit; the ledger keeps it. Returns false if it was not there any more. */
  discard(mutationId: string, amend?: Amends): Promise<boolean>
  /** The same for one that still waits: a staged edit that met a fault of the server (docs/decisions/0202). */
  withdraw(mutationId: string, amend?: Amends): Promise<boolean>
  /** Asks the server to forget an edit that it may have. Returns false if it did not wait any more. */
  takeBack(mutationId: string): Promise<boolean>
  /** Returns the fates of edits by their ids, as the database has them now, whichever tab or worker sent them. */
  fatesOf(mutationIds: readonly string[]): Promise<Fates>
  /**
   * Does work while no other tab does it under this name. The tab that waits for the answer to an order holds the name.
   * A tab that would act in its place waits until that one is done, or gone.
   */
  answering<T>(name: string, work: () => Promise<T>): Promise<T>
  resolveConflict(mutationId: string, choice: Resolution): Promise<CommitResult | boolean>
  /** Returns what waits; where the storage was cleared, what this page still holds of it. */
  exportOutbox(): Promise<ExportedOutbox>
  /** Returns the facts that this page holds in memory, by the name given to `remember`. */
  heldFacts(): ReadonlyMap<string, unknown>
  /** Throws StorageTrouble where the storage was cleared: a missing record then proves nothing. */
  requireStorage(): Promise<void>
  /** Stores a small fact of this person on this device, such as the last scan context (readings, "Reopening"). */
  remember(name: string, value: unknown): Promise<void>
  recall<T>(name: string): Promise<T | undefined>
  /** Derives the fact from its current value: two changes at once are both kept. */
  amend(name: string, how: Amend): Promise<void>
  /** A newer release has taken the app over: this page stores nothing any more, and an attempt throws. */
  outdate(): void
  /** Stops timers, stream and database. Unsent edits stay where they are. */
  close(): Promise<void>
}

/** A device that has its rows paints them first, because pulling uses the same tables. */
const FIRST_PAINT_MS = 1_200
/** An explicit save tries again this often while another tab sends, and gives up after so long. */
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

/** Does what a person has asked for, records how the storage took it, and has it sent. */
async function watched<T extends CommitResult | boolean>(
  { status, held, watch, recount, loop }: EngineParts,
  work: () => Promise<T>,
): Promise<T> {
  try {
    watch.requireCurrent()
    const result = await work()
    if (typeof result === 'object')
      if (result.kind === 'committed') held.add(result.records)
      // An edit that is not there any more may have been cleared away.
      else await watch.requireStorage()
    status.storageWorks()
    loop.stored()
    recount.soon()
    return result
  } catch (error) {
    if (error instanceof StorageTrouble) status.trouble(error)
    throw error
  }
}

/** Follows the changes of other tabs, the worker, a sign-in and a newer release. Returns the function that ends it. */
function followOthers(
  { user, env, session, forgetAside }: EngineOptions,
  db: LarderDatabase,
  { status, watch, recount, loop, stream, isClosed }: EngineParts,
  standingBefore: string | undefined,
): () => void {
  // Other tabs and the worker store and settle edits too.
  const stopListening = onChanged(db, ['outbox', 'meta'], recount.soon)
  // Another tab may be the one that learns of changed rights: this page drops what it holds outside the database
  // as well.
  const stopWatching = followStanding(
    db,
    standingBefore,
    async () => {
      if (!isClosed()) await forgetAside?.()
    },
    watch.report,
  )
  // The browser closes a database that it clears. The count waits, because a read while it closes closes it again.
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

/** Sends what waits, even past another tab that is sending, and returns the result. */
async function saveAll(env: Environment, loop: Loop, status: StatusStore): Promise<Saved> {
  const placed = new Map<string, number>()
  const saved: Saved = { sent: 0, refused: [], waiting: 0, placed }
  const until = env.now() + SAVE_WITHIN_MS
  for (;;) {
    const { end, applied, refused, placed: numbers } = await loop.sendNow()
    for (const [id, number] of numbers) placed.set(id, number)
    saved.sent += countActs(applied)
    saved.refused.push(...refused)
    // `sendNow` has counted again after everything was sent.
    saved.waiting = status.get().waiting
    if (end.kind !== 'busy' || saved.waiting === 0 || env.now() > until) return saved
    await new Promise<void>((resolve) => env.after(LOOK_AGAIN_MS, resolve))
  }
}

/**
 * Shows whether the person has to sign in. `onBack`: they were away, and are signed in again. Returns the function that
 * ends it.
 */
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

/** Calls `onOther` when the person's rights have changed. Returns the function that ends it. */
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

/** Returns the name of this database, which it keeps as long as it exists, so that an emptied one is noticed. */
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
