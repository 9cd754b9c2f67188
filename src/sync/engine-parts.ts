/** The parts of an engine and how they are connected. */
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Session } from '#src/api/session.ts'
import { readLeft } from '#src/db/left.ts'
import type { DatabaseOptions } from '#src/db/newer.ts'
import { holdInMemory } from './store/held-in-memory.ts'
import { createFlusher } from './send/flush.ts'
import type { SendContext } from './send/context.ts'
import { takeLedger } from './store/leave.ts'
import { createLoop } from './loop.ts'
import type { CommitContext } from './store/outbox.ts'
import { createPuller } from './pull/pull.ts'
import { createRescue } from './send/rescue.ts'
import { createStatus } from './status.ts'
import { stored } from './store/storage.ts'
import { watchStorage } from './storage-watch.ts'
import { createRecount } from './recount.ts'
import { createStream } from './pull/stream.ts'
import { verifyHourly } from './pull/verify.ts'

export interface PartsOptions {
  user: User
  session: Session
  client: Client
  database?: DatabaseOptions
  /** Batches on their way at once; 1 in a simulation that takes one step at a time. */
  pipeline?: number
  /**
   * Deletes what is kept of the server's outside the database, when the person's rights differ from those of the last
   * pull.
   */
  forgetAside?: () => Promise<void>
  /** The server has ended the change stream: the person's rights may have changed. */
  onStreamEnd?: () => void
  /** The most rows of a page; few in a simulation, where there are few. */
  pageRows?: number
}

/** The context of the parts. */
type EngineContext = CommitContext & Omit<SendContext, 'owner' | 'pipeline'>

export type EngineParts = ReturnType<typeof createEngineParts>

/** @param instance the name of the database as it was opened (`META.instance`) */
export function createEngineParts(options: PartsOptions, context: EngineContext, instance: string) {
  const { user, session, client } = options
  const { db, env, deviceId } = context
  const status = createStatus()
  let closed = false
  const held = holdInMemory()
  const watch = watchStorage({
    db,
    env,
    status,
    instance,
    isClosed: () => closed,
    hasSignedOut: async () => (await readLeft(user.id, options.database)).length > 0,
    stop() {
      loop.stop()
      stream.stop()
    },
    onWiped: () => rescue.start(),
  })
  const { report } = watch
  const rescue = createRescue({
    env,
    client,
    held,
    status,
    deviceId,
    personId: user.id,
    report,
    async storeAgain() {
      await stored(db, () => session.storeAgain())
      await stored(db, () => held.storeAgain(db, instance))
    },
  })
  const recount = createRecount({
    db,
    env,
    status,
    watch,
    instance,
    onCounted: (edits) => held.follow(db, instance, edits),
  })
  const loop = createLoop({
    env,
    ...createWays(options, context),
    verify: () => stored(db, () => verifyHourly(context)),
    status,
    recount: recount.now,
    recountSoon: recount.soon,
    report,
  })
  const stream = createStream({
    env,
    client,
    userId: user.id,
    onMoved: () => loop.lookNow(),
    onConnected: () => status.set({ serverReachable: true }),
    // The loop looks now, not with the next pull in half a minute: a person must not type a search into a dead
    // line.
    onBroken: () => loop.lookNow(),
    onEnd: () => options.onStreamEnd?.(),
  })

  return {
    status,
    held,
    watch,
    recount,
    loop,
    stream,
    isClosed: () => closed,
    close() {
      closed = true
      recount.stop()
      loop.stop()
      stream.stop()
      rescue.stop()
    },
  }
}

/** Creates the sender and the puller, which the loop runs. */
function createWays(options: PartsOptions, context: EngineContext) {
  const { user, session, database, pipeline, forgetAside, pageRows } = options
  const { db, env } = context
  return {
    flusher: createFlusher({
      ...context,
      owner: context.makeId(),
      ...(pipeline !== undefined && { pipeline }),
    }),
    puller: createPuller({
      ...context,
      takeLedger: () => stored(db, () => takeLedger(db, user.id, session.ledgerKey(user.id), env, database)),
      ...(forgetAside && { forgetAside }),
      ...(pageRows !== undefined && { pageRows }),
    }),
  }
}
