/** `npm run backup` and `npm run restore`, beside a running server and into an empty folder. What is in a backup: tests/flows/backup. */
import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningUrl } from '#server/platform/postgres/start.ts'
import { makeOrder } from '../factories/business.ts'
import { testDatabase } from '../setup/database.ts'
import { endAll, run, runServer, temporaryFolder, type Program } from './server.ts'

const DATA_DIR = temporaryFolder()
let folder: string
let file: string
let server: Program

async function command(
  name: 'backup' | 'restore',
  words: string[],
  settings: Record<string, string> = { DATA_DIR },
) {
  const { ended, out } = run(['server/run.mjs', name, ...words], { settings })
  return { code: await ended, ...out }
}
async function withDatabase<T>(dataDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: (await runningUrl(dataDir)) ?? '' })
  return work(pool).finally(() => pool.end())
}
const orders = (dataDir: string) =>
  withDatabase(
    dataDir,
    async (pool) => (await pool.query<{ id: number }>('select id from orders order by id')).rows,
  )

beforeAll(async () => {
  folder = temporaryFolder()
  chmodSync(folder, 0o700)
  file = path.join(folder, 'house.zip')
  server = runServer({ settings: { DATA_DIR } })
  await server.ready
  await withDatabase(DATA_DIR, (pool) => makeOrder(pool))
})
afterAll(endAll)

it('a backup is taken beside a running server, checked there, and restored into an empty data folder', async () => {
  expect(await command('backup', [file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Wrote .*house\.zip: \d+ tables, \d+ rows, as of \d{4}-/),
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await command('backup', [file])).toMatchObject({
    code: 1,
    stderr: `${file} exists already: name another file\n`,
  })
  expect(await command('backup', ['--check', file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/house\.zip can be restored: /),
  })

  const restored = path.join(temporaryFolder(), 'restored')
  expect(await command('restore', [file], { DATA_DIR: restored })).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Restored \d+ rows into data folder /),
  })
  const second = runServer({ settings: { DATA_DIR: restored } })
  await second.ready
  expect(second.out.stdout).not.toContain('set back')
  expect(await orders(restored)).toEqual(await orders(DATA_DIR))
  expect(await command('restore', [file], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^a server is running on data folder .*: stop it first\n$/),
  })
  second.child.kill()
  await second.ended
  expect(await command('restore', [file], { DATA_DIR: restored })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the database is not empty/),
  })
})

it('a daily timer keeps so many backups', async () => {
  const kept = path.join(folder, 'daily')
  for (const _day of [1, 2, 3]) expect((await command('backup', ['--to', kept, '--keep', '2'])).code).toBe(0)
  expect(readdirSync(kept)).toHaveLength(2)
})

describe('a database that was put back by other means', () => {
  it('is settled by --adopt, and by a start that finds a dump in another place', async () => {
    const { pool, url, drop } = await testDatabase()
    const epoch = async () =>
      (await pool.query<{ value: string }>(`select value from facts where key = 'epoch'`)).rows[0]?.value
    const first = await epoch()
    expect(await command('restore', ['--adopt'], { DATABASE_URL: url })).toMatchObject({
      code: 0,
      stderr: '',
    })
    const second = await epoch()
    expect(second).not.toBe(first)
    // As a dump is that was read back in another cluster.
    await pool.query(`update facts set value = '1/1' where key = 'written_in'`)
    const started = runServer({ settings: { DATABASE_URL: url } })
    await started.ready
    expect(started.out.stdout).toContain('the database was set back')
    started.child.kill()
    await started.ended
    expect(await epoch()).not.toBe(second)
    await drop()
  })
})
