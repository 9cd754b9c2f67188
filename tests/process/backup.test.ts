/** `npm run backup` and `npm run restore`. What is in a backup, and what a restore changes: tests/flows/backup. */
import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { streamsConnection } from '#server/platform/running-servers.ts'
import { makeOrder, makeUser } from '../factories/business.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, run, runServer, temporaryFolder } from './server.ts'

let folder: string
let house: TestDatabase
beforeEach(async () => {
  folder = temporaryFolder()
  chmodSync(folder, 0o700)
  house = await testDatabase()
  await makeOrder(house.pool)
})
afterEach(() => house.drop())
afterAll(endAll)

async function command(name: 'backup' | 'restore', words: string[], settings: Record<string, string>) {
  const { ended, out } = run(['server/run.mjs', name, ...words], { settings })
  return { code: await ended, ...out }
}
const orders = async (pool: pg.Pool) =>
  (await pool.query<{ id: number }>('select id from orders order by id')).rows

it('a backup is a file of its own, can be checked, and is restored into an empty database', async () => {
  const { url } = house
  const file = path.join(folder, 'house.zip')
  const wrote = await command('backup', [file], { DATABASE_URL: url })
  expect(wrote).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Wrote .*house\.zip: \d+ tables, \d+ rows, as of \d{4}-/),
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await command('backup', [file], { DATABASE_URL: url })
  expect(again).toMatchObject({ code: 1, stderr: `${file} exists already: name another file\n` })
  const checked = await command('backup', ['--check', file], { DATABASE_URL: url })
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/house\.zip can be restored: /) })

  const target = await testDatabase({ bare: true })
  const restored = await command('restore', [file], { DATABASE_URL: target.url })
  expect(restored).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Restored \d+ rows/) })
  expect(await orders(target.pool)).toEqual(await orders(house.pool))
  await target.drop()
})

it('a backup is restored into an empty data folder, and the server starts on it', async () => {
  const file = path.join(folder, 'house.zip')
  await command('backup', [file], { DATABASE_URL: house.url })
  const DATA_DIR = path.join(temporaryFolder(), 'restored')
  expect(await command('restore', [file], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
  const server = runServer({ settings: { DATA_DIR } })
  await server.ready
  expect(server.out.stdout).not.toContain('set back')
  expect(await command('restore', [file], { DATA_DIR })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^a server is running on data folder .*: stop it first\n$/),
  })
})

it('nothing is restored beside a running server, or into a database that holds something', async () => {
  const file = path.join(folder, 'house.zip')
  await command('backup', [file], { DATABASE_URL: house.url })
  const server = new pg.Client({
    connectionString: house.url,
    application_name: streamsConnection({ TIME_ZONE: 'America/New_York' }),
  })
  await server.connect()
  for (const words of [[file], ['--adopt']])
    expect(await command('restore', words, { DATABASE_URL: house.url })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^a server is running on .*: stop it first\n$/),
    })
  await server.end()
  expect(await command('restore', [file], { DATABASE_URL: house.url })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the database is not empty/),
  })
})

it('a daily timer keeps so many backups', async () => {
  const kept = path.join(folder, 'daily')
  const daily = () => command('backup', ['--to', kept, '--keep', '1'], { DATABASE_URL: house.url })
  await daily()
  const [first] = readdirSync(kept)
  expect((await daily()).stdout).toContain(`Deleted ${first}`)
  expect(readdirSync(kept)).toHaveLength(1)
})

it('a database that was put back by other means is settled by --adopt, and by a start that finds a dump in another place', async () => {
  const { pool, url } = house
  const epoch = async () =>
    (await pool.query<{ value: string }>(`select value from facts where key = 'epoch'`)).rows[0]?.value
  const { id } = await makeUser(pool, 'picker')
  await pool.query(
    `insert into mutations (id, fingerprint, user_id, device_id, entity, entity_id, method, body, outcome, status, made_at, at)
       values ('e-1', 'f', $1, 'd-1', 'orders', '1', 'PATCH', '{}', 'applied', 200, now(), now())`,
    [id],
  )
  const first = await epoch()
  expect(await command('restore', ['--adopt'], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: '' })
  const second = await epoch()
  expect(second).not.toBe(first)
  // As a dump is that was read back in another cluster.
  await pool.query(`update facts set value = '1/1' where key = 'written_in'`)
  const started = runServer({ settings: { DATABASE_URL: url } })
  await started.ready
  expect(started.out.stdout).toContain('the database was set back')
  expect(await epoch()).not.toBe(second)
  started.child.kill()
  await started.ended
})
