/** `npm run backup` and `npm run restore`. What is in a backup, and what a restore changes: tests/flows/backup. */
import { chmodSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { checkout } from '#server/env.ts'
import { openDatabase } from '#server/platform/database.ts'
import { streamsConnection } from '#server/platform/running-servers.ts'
import { migrate } from '#server/schema/migrate.ts'
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

it('a signal ends a backup, and nothing half made stays', async () => {
  const file = path.join(folder, 'house.zip')
  // A backup whose table never ends.
  const stuck = path.join(folder, 'stuck.ts')
  const source = (name: string) => JSON.stringify(path.join(checkout, 'server', name))
  writeFileSync(
    stuck,
    `import { Readable } from 'node:stream'
     import { writeArchive } from ${source('backup/archive.ts')}
     import { runCommand } from ${source('platform/command.ts')}
     const table = { name: 'facts', open: () => new Readable({ read() {} }) }
     const wait = setInterval(() => {}, 1_000)
     void runCommand({ usage: '', options: {} }, () =>
       writeArchive(${JSON.stringify(file)}, [table], () => { throw new Error() }).finally(() => clearInterval(wait)))`,
  )
  const backup = run([stuck])
  await expect
    .poll(() => readdirSync(folder), { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/\.part$/))
  backup.child.kill('SIGTERM')
  expect(await backup.ended).toBe(143)
  expect(readdirSync(folder)).toEqual(['stuck.ts'])
})

/** Makes empty databases with the names of a check's scratch databases, and drops them at the end of the test. */
async function scratches(...ends: string[]): Promise<string[]> {
  const { rows } = await house.pool.query<{ oid: number }>(
    'select oid from pg_database where datname = current_database()',
  )
  const names = ends.map((end) => `larder_check_${rows[0]!.oid}_${end}`)
  onTestFinished(() => dropAll(names))
  for (const name of names) await house.pool.query(`create database ${name}`)
  return names
}
async function dropAll(names: string[]): Promise<void> {
  const admin = await connected(process.env['TEST_DATABASE_URL']!)
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The end of the test may drop its database.
  client.on('error', () => {})
  await client.connect()
  return client
}
const there = async (names: string[]) =>
  (
    await house.pool.query<{ datname: string }>(
      'select datname from pg_database where datname = any($1) order by datname',
      [names],
    )
  ).rows.map(({ datname }) => datname)

it('a check drops the scratch database of a check that was interrupted, and leaves one that is in use', async () => {
  const file = path.join(folder, 'house.zip')
  const settings = { DATABASE_URL: house.url }
  await command('backup', [file], settings)
  const [left, used] = (await scratches('0000dead', '0000beef')) as [string, string]
  const at = new URL(house.url)
  at.pathname = `/${used}`
  const other = await connected(at.href)
  expect(await command('backup', ['--check', file], settings)).toMatchObject({ code: 0 })
  expect(await there([left, used])).toEqual([used])
  await other.end()
})

it('a check leaves the scratch database of one that runs, which may not have connected to it yet', async () => {
  const file = path.join(folder, 'house.zip')
  const settings = { DATABASE_URL: house.url }
  await command('backup', [file], settings)
  const names = await scratches('0000beef')
  const running = await connected(house.url)
  await running.query('select pg_advisory_lock_shared(7236005)')
  expect(await command('backup', ['--check', file], settings)).toMatchObject({ code: 0 })
  expect(await there(names)).toEqual(names)
  await running.end()
  expect(await command('backup', ['--check', file], settings)).toMatchObject({ code: 0 })
  expect(await there(names)).toEqual([])
})

it.each([
  ['SQL_ASCII', 'Crème brûlée 🍮'],
  ['LATIN1', 'Crème brûlée'],
])(
  'a database in %s is backed up, and restored into one in UTF-8, and --adopt refuses it',
  async (encoding, dish) => {
    const name = `other_${process.pid}`
    const admin = await connected(process.env['TEST_DATABASE_URL']!)
    onTestFinished(async () => {
      await dropAll([name])
      await admin.end()
    })
    await admin.query(
      `create database ${name} template template0 encoding '${encoding}' locale_provider 'libc' locale 'C'`,
    )
    const at = new URL(house.url)
    at.pathname = `/${name}`
    const DATABASE_URL = at.href
    const { pool, close } = openDatabase(DATABASE_URL, { max: 2 })
    await migrate(pool)
    await pool.query(`insert into companies (name) values ($1)`, [dish])
    await close()
    const file = path.join(folder, 'other.zip')
    expect(await command('backup', [file], { DATABASE_URL })).toMatchObject({ code: 0, stderr: '' })

    const target = await testDatabase({ bare: true })
    onTestFinished(() => target.drop())
    expect(await command('restore', [file], { DATABASE_URL: target.url })).toMatchObject({ code: 0 })
    const { rows } = await target.pool.query('select name from companies')
    expect(rows).toEqual([{ name: dish }])
    expect(await command('restore', ['--adopt'], { DATABASE_URL })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `is encoded in ${encoding}: UTF-8 is needed. "npm run backup" still works`,
      ),
    })
  },
)

it('a folder that cannot be made is named in one line', async () => {
  const file = path.join(folder, 'a-file')
  writeFileSync(file, '')
  const to = path.join(file, 'daily')
  expect(await command('backup', ['--to', to], { DATABASE_URL: house.url })).toMatchObject({
    code: 1,
    stderr: `${to} cannot be written (ENOTDIR)\n`,
  })
})

it('a daily timer keeps so many backups', async () => {
  const kept = path.join(folder, 'daily')
  const daily = () => command('backup', ['--to', kept, '--keep', '1'], { DATABASE_URL: house.url })
  await daily()
  // Of an earlier day: two backups of one second have the same name.
  const first = 'larder-20260101T033000Z.zip'
  renameSync(path.join(kept, readdirSync(kept)[0]!), path.join(kept, first))
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
