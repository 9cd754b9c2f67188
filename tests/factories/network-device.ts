/** A device with the real engine, on the real network and clock. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createClient } from '#src/api/client.ts'
import { localLocks, type Environment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { openEngine, type Engine } from '#src/sync/engine.ts'
import type { Chance } from '../sim/chance.ts'
import { PASSWORD } from './app.ts'

interface NetworkDeviceOptions {
  /** The server's address. */
  url: string
  username: string
  chance: Chance
  /** Receives defects. */
  report: (error: unknown) => void
  /** Awaited before each request. */
  beforeRequest?: (address: string, signal: AbortSignal | null) => Promise<void>
}

/** The engine's parts that run by themselves: sending and pulling, and the stream of changes. */
interface Running {
  running: boolean
  stream: boolean
}

/**
 * Signs a person in, and returns a function that opens the app. A further call opens the same device after a reload.
 */
export async function networkDevice({
  url,
  username,
  chance,
  report,
  beforeRequest,
}: NetworkDeviceOptions): Promise<(runs: Running) => Promise<Engine>> {
  const env: Environment = {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    async fetch(input, init) {
      await beforeRequest?.(input, init?.signal ?? null)
      return fetch(url + input, init)
    },
    random: chance.next,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    locks: localLocks({ everyTab: true }),
    online: () => true,
    subtle: crypto.subtle,
    report,
  }
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  const session = createSession({ env, device: openDeviceDatabase(database), iterations: 10 })
  await session.ready
  await session.signIn(username, PASSWORD)
  const { user } = session.get()
  if (!user) throw new Error(`${username} could not sign in.`)
  const client = createClient({ env, session })
  return (runs) => openEngine({ user, env, session, client, database, ...runs })
}
