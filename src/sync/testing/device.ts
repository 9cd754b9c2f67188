/** One device in a test: its own IndexedDB, clock, randomness and locks, with the real engine on them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { User } from '#contract/people/schema.ts'
import { createClient, type Client } from '#src/api/client.ts'
import { localLocks, type Environment } from '#src/api/environment.ts'
import { createSession, type Session } from '#src/api/session.ts'
import { openDeviceDatabase, type DeviceDatabase } from '#src/db/device.ts'
import { openEngine, type Engine, type EngineOptions } from '../engine.ts'
import type { FakeServer } from './fake-server.ts'
import { user as someUser } from '#contract/testing/rows.ts'

/** A clock that moves only on request, and a timer queue beside it. */
export class TestClock {
  ms = Date.UTC(2026, 10, 21, 12)
  #timers: { at: number; run: () => void }[] = []

  /** The number of timers that wait. */
  get timers(): number {
    return this.#timers.length
  }

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.ms + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }
  /** Moves on and runs due timers, in order. The test awaits something real to give the work in between time to end. */
  pass(ms: number): void {
    const until = this.ms + ms
    for (;;) {
      const next = this.#timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.ms = Math.max(this.ms, next.at)
      next.run()
    }
    this.ms = until
  }
}

export function testEnvironment(
  server: Pick<FakeServer, 'fetch'>,
  clock = new TestClock(),
  seed = 1,
): Environment {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  return {
    now: () => clock.ms,
    after: clock.after,
    fetch: server.fetch,
    random,
    randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(random() * 256)),
    locks: localLocks({ everyTab: true }),
    online: () => true,
    subtle: crypto.subtle,
    report(error) {
      throw error
    },
  }
}

export interface Device {
  clock: TestClock
  env: Environment
  database: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
  deviceDb: DeviceDatabase
  session: Session
  client: Client
  /** Opens the engine; a second call is as after a reload. */
  open(options?: Partial<EngineOptions>): Promise<Engine>
}

let made = 0

/**
 * Makes a device, signed in as the user, whom the server knows. Nothing runs by itself unless `running` is asked for.
 */
export async function makeDevice(
  server: FakeServer,
  user: User = someUser(),
  database: Device['database'] = { indexedDB: new IDBFactory(), IDBKeyRange },
): Promise<Device> {
  const clock = new TestClock()
  const env = testEnvironment(server, clock, ++made)
  const deviceDb = openDeviceDatabase(database)
  const session = createSession({ env, device: deviceDb, iterations: 10 })
  await session.ready
  if (!server.users.has(user.username)) server.add(user)
  await session.signIn(user.username, 'harborvine')
  const client = createClient({ env, session })
  return {
    clock,
    env,
    database,
    deviceDb,
    session,
    client,
    open: (options) =>
      openEngine({ user, env, session, client, database, running: false, stream: false, ...options }),
  }
}

/** Makes a device whose engine has pulled what the server has for the user. */
export async function pulledDevice(server: FakeServer, user?: User) {
  const device = await makeDevice(server, user)
  const engine = await device.open()
  await engine.pullNow()
  return { device, engine }
}
