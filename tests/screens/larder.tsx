/**
 * The fixtures of a screen test: the real server on a database of the test file's own, and windows of its own devices,
 * in which the app runs as `main.tsx` draws it.
 */
import { randomInt } from 'node:crypto'
import { cleanup, render, waitFor } from '@testing-library/react'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { ROLE } from '#contract/permissions.ts'
import { browserEnvironment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDatabase } from '#src/db/database.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { PASSWORD, testServer, type TestServer } from '../factories/app.ts'
import { makeUser, type UserRecord } from '../factories/business.ts'
import { newDevice, newWindow, tellOnline } from './browser.ts'
import { networkTo, type Network } from './network.ts'
import { queryTimers } from './query-timers.ts'
import { readWords } from './plain-words.ts'

export { expect }

/** The level of pino from which something is wrong. */
const DEFECT = 50

/** A person at a device of their own, with one window. */
export interface Seat {
  person: UserRecord
  network: Network
  /** Opens an address in a new window of the same device; the one before is closed. */
  open(path: string): Promise<void>
  /** Resolves when the device has stored its first pull. */
  kept(): Promise<void>
  goOffline(): void
  goOnline(): void
}

export type Sit = (role: keyof typeof ROLE, over?: Record<string, unknown>) => Promise<Seat>

/** Opens a window. The returned function closes it: its screens, its session, its calls. */
async function openWindow(path: string, network: Network): Promise<() => Promise<void>> {
  const endPage = newWindow(path)
  // A new window reads its code again: the app's modules hold the signed-in person and the router's place.
  vi.resetModules()
  const [{ session }, { App }, { router }] = await Promise.all([
    import('#src/app/device.ts'),
    import('#src/routes/App.tsx'),
    import('#src/routes/router.tsx'),
  ])
  await session.ready
  render(<App />)
  return async () => {
    const mustSpeakPlainly = readWords()
    cleanup()
    router.history.destroy()
    session.close()
    await network.ended()
    queryTimers.end()
    endPage()
    mustSpeakPlainly()
  }
}

/** Signs a person in at this device, by the app's own session. */
async function signIn({ username }: UserRecord, network: Network): Promise<void> {
  const device = openDeviceDatabase()
  const env = { ...browserEnvironment(), fetch: network.fetch }
  // These tests are not about signing in offline, so its proof of the password may be a cheap one.
  const session = createSession({ env, device, iterations: 1 })
  const { kind } = await session.signIn(username, PASSWORD)
  session.close()
  device.close()
  if (kind !== 'in') throw new Error(`${username} cannot sign in: ${kind}`)
}

/** What every screen test has. */
export interface Larder {
  server: TestServer
  /** The server's database. */
  pool: pg.Pool
  sit: Sit
}

const fixtures = test.extend<Larder>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await testServer()
      // Dexie remembers by name what it has read of a database, and its person names a device's database.
      // People of two files must not have the same number. All have nine digits, so that no list sorts them
      // by chance.
      await server.database.pool.query(`select setval(pg_get_serial_sequence('users', 'id'), $1)`, [
        randomInt(100_000_000, 1_000_000_000),
      ])
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  pool: async ({ server }, use) => use(server.database.pool),
  /**
   * Signs a new person of this role in on a new device. A test has one window at a time, so the person before leaves.
   * `over` are columns of the new person's record.
   */
  sit: async ({ server }, use) => {
    let closeWindow = async () => {}
    await use(async (role, over) => {
      await closeWindow()
      newDevice()
      const person = await makeUser(server.database.pool, role, over)
      const network = networkTo(server.app)
      await signIn(person, network)
      return {
        person,
        network,
        async open(path) {
          await closeWindow()
          network.connect()
          globalThis.fetch = network.fetch as typeof fetch
          closeWindow = await openWindow(path, network)
        },
        async kept() {
          const db = openDatabase(person.id)
          await waitFor(async () => {
            if ((await readMeta(db, META.lastPull)) === undefined) throw new Error('the first pull goes on')
          })
          db.close()
        },
        goOffline() {
          network.disconnect()
          tellOnline(false)
        },
        goOnline() {
          network.connect()
          tellOnline(true)
        },
      }
    })
    await closeWindow()
    const defects = server.logged.splice(0).filter(({ level }) => level >= DEFECT)
    if (defects.length > 0) throw new Error(`The server logged: ${JSON.stringify(defects)}`)
  },
})

/** A screen test. A test with a table has the fixtures in the second parameter of `it.for`. */
export const it = Object.assign(
  (title: string, run: (larder: Larder) => Promise<void> | void, timeoutMs?: number) =>
    fixtures(title, ({ server, pool, sit }) => run({ server, pool, sit }), timeoutMs),
  // Bound: vitest reads of which test function they are from `this`.
  { each: fixtures.each.bind(fixtures), for: fixtures.for.bind(fixtures) },
)
