/** Several server processes on one PostgreSQL. */
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { streamsConnection } from '#server/platform/running-servers.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { startBalancer } from './balancer.ts'
import { ALL_SCANS, prepareScanning, WITHIN } from './scanning.ts'
import { endAll, runServer } from './server.ts'

let database: TestDatabase
const start = (settings: Record<string, string> = {}) =>
  runServer({ settings: { DATABASE_URL: database.url, ...settings } })

afterEach(async () => {
  await endAll()
  await database.drop()
})

it('two servers that start at once on an empty PostgreSQL of another kind share it', async () => {
  database = await testDatabase({ bare: true })
  const servers = [start(), start()]
  const addresses = await Promise.all(servers.map(({ ready }) => ready))
  for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  for (const { child, ended } of servers) {
    child.kill()
    expect(await ended).toBe(0)
  }
})

it(
  'one of two behind a proxy is killed while four devices scan: each scan is stored once, and every device sees all of them',
  { timeout: 150_000 },
  async () => {
    database = await testDatabase()
    const scanning = await prepareScanning(database.pool)
    const servers = [start(), start()]
    const balancer = await startBalancer(await Promise.all(servers.map(({ ready }) => ready)))
    await scanning.open(balancer.url)
    expect(Math.min(...balancer.answered)).toBeGreaterThan(0)
    const work = scanning.scan()
    await expect.poll(scanning.applied, WITHIN).toBeGreaterThan(ALL_SCANS / 4)
    servers[0]!.child.kill('SIGKILL')
    await servers[0]!.ended
    const [before] = balancer.answered
    await work
    // The feed of the remaining server sends each device the scans of the other devices.
    await scanning.expectAll()
    expect(balancer.answered[0]).toBe(before)
    await scanning.close()
    await balancer.close()
  },
)

it('one with another TIME_ZONE than the one that runs is refused, and may start when that one has ended', async () => {
  database = await testDatabase()
  const first = start()
  await first.ready
  const other = start({ TIME_ZONE: 'America/Chicago' })
  expect(await other.ended).toBe(1)
  expect(other.out.stderr).toBe(
    'another server process uses this database with TIME_ZONE=America/New_York, and this one has America/Chicago: all need the same. To change it, stop all of them first\n',
  )
  first.child.kill()
  await first.ended
  expect(await start({ TIME_ZONE: 'America/Chicago' }).ready).toMatch(/^http/)
})

it('a start that is refused for its TIME_ZONE has not migrated the database before', async () => {
  database = await testDatabase({ bare: true })
  const running = new pg.Client({
    connectionString: database.url,
    application_name: streamsConnection({ TIME_ZONE: 'America/New_York' }),
  })
  await running.connect()
  expect(await start({ TIME_ZONE: 'America/Chicago' }).ended).toBe(1)
  const { rows } = await running.query<{ facts: string | null }>(`select to_regclass('facts') as facts`)
  expect(rows).toEqual([{ facts: null }])
  await running.end()
})
