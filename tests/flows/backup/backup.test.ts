/** A backup and its restore, on the demo's data. The commands: tests/process/backup.test.ts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openArchive } from '#server/backup/archive.ts'
import { takeBackup } from '#server/backup/backup.ts'
import { checkArchive, restoreArchive } from '#server/backup/restore.ts'
import { LEAST_NUMBER_GAP } from '#server/backup/settle.ts'
import { backupTables, digestOf } from '#server/backup/tables.ts'
import { testDatabase, type TestDatabase } from '../../setup/database.ts'

let house: TestDatabase
let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'larder-backup-'))
  file = path.join(folder, 'house.zip')
  house = await testDatabase({ demo: true })
  await house.pool.query(
    `insert into mails (kind, to_address, subject, message_id) values ('order', 'chef@example.com', 'Order 1', '<1@x>')`,
  )
  await takeBackup({ url: house.url, file, version: '0.1.0' })
})
afterAll(async () => {
  await house.drop()
  rmSync(folder, { recursive: true })
})

/** Restores the file into a database of its own, and removes that one. */
async function restored<T>(
  from: string,
  look: (database: TestDatabase) => Promise<T>,
  now = new Date(),
): Promise<T> {
  const target = await testDatabase({ bare: true })
  try {
    await restore(target, from, now)
    return await look(target)
  } finally {
    await target.drop()
  }
}
async function restore({ url }: TestDatabase, from: string, now = new Date()): Promise<void> {
  const archive = await openArchive(from)
  try {
    await checkArchive(archive)
    await restoreArchive(url, archive, { now })
  } finally {
    archive.close()
  }
}
async function withClient<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return work(client).finally(() => client.release())
}
const one = async (pool: pg.Pool, text: string) =>
  Object.values((await pool.query(text)).rows[0] as object)[0] as unknown
/** Every table's count and digest, but for those in which a restore changes something on purpose. */
const digests = ({ pool }: TestDatabase) =>
  withClient(pool, async (client) => {
    const tables = (await backupTables(client)).filter(({ name }) => !['facts', 'mails'].includes(name))
    const found: Record<string, unknown> = {}
    for (const table of tables) found[table.name] = await digestOf(client, table)
    return found
  })

describe('a restored database', () => {
  let back: TestDatabase
  beforeAll(async () => {
    back = await testDatabase({ bare: true })
    await restore(back, file)
  })
  afterAll(() => back.drop())

  it('has every row of the backup, its foreign keys and its triggers', async () => {
    const shape = async ({ pool }: TestDatabase) => ({
      constraints: await one(
        pool,
        `select array_agg(distinct conname::text order by conname::text) from pg_constraint
          where connamespace = 'public'::regnamespace`,
      ),
      indexes: await one(
        pool,
        `select array_agg(indexname::text order by indexname::text) from pg_indexes where schemaname = 'public'`,
      ),
      triggersOff: await one(pool, `select count(*)::int from pg_trigger where tgenabled <> 'O'`),
    })
    const before = { rows: await digests(house), shape: await shape(house) }
    const after = { rows: await digests(back), shape: await shape(back) }
    expect(after).toEqual(before)
    expect(Object.keys(after.rows).length).toBeGreaterThan(30)
  })

  it('begins a new epoch, and every row of the feed is of the restore’s own transaction', async () => {
    const epoch = `select value from facts where key = 'epoch'`
    const { pool } = back
    expect(await one(pool, epoch)).not.toBe(await one(house.pool, epoch))
    expect(await one(pool, 'select count(distinct changed_xid)::int from order_items')).toBe(1)
    expect(
      await one(pool, 'select bool_and(scope_xid < pg_snapshot_xmin(pg_current_snapshot())) from orders'),
    ).toBe(true)
  })

  it('gives out no order number that may have been given out after the backup', async () => {
    const next = `select nextval(pg_get_serial_sequence('orders', 'id'))::int`
    const lost = (await one(house.pool, next)) as number
    expect(await one(back.pool, next)).toBeGreaterThanOrEqual(lost + LEAST_NUMBER_GAP)
  })

  it('gives out no order number that was given out between two restores of one backup', async () => {
    const next = (database: TestDatabase) =>
      one(database.pool, `select nextval(pg_get_serial_sequence('orders', 'id'))::int`)
    const now = Date.now()
    const inMinutes = (count: number) => new Date(now + count * 60_000)
    const first = (await restored(file, next, inMinutes(60))) as number
    const second = (await restored(file, next, inMinutes(90))) as number
    expect(second - first).toBe(30)
  })

  it('leaves a mail that waited to a person, who decides whether it is sent', async () => {
    const { pool } = back
    expect(
      (await pool.query('select state, server_said from mails where message_id = $1', ['<1@x>'])).rows,
    ).toEqual([{ state: 'perhaps', server_said: expect.stringMatching(/^The database was restored\./) }])
  })
})

it('a backup that begins while a migration rewrites a table holds the rows of that table', async () => {
  const { pool, url, drop } = await testDatabase({ demo: true })
  onTestFinished(drop)
  const people = await one(pool, 'select count(*)::int from users')
  const migrating = await pool.connect()
  await migrating.query('begin')
  await migrating.query('alter table users add column made text default clock_timestamp()::text')
  const backup = takeBackup({ url, file: path.join(folder, 'rewritten.zip'), version: '0.1.0' })
  const waiting = `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(() => one(pool, waiting)).toBe(1)
  await migrating.query('commit')
  migrating.release()
  const { tables } = await backup
  expect(tables.find(({ name }) => name === 'users')?.rows).toBe(people)
})

it('a backup is of one moment, while others write', async () => {
  const both = async (pool: pg.Pool) => [
    await one(pool, `select value::int from facts where key = 'first'`),
    await one(pool, `select server_said::int from mails where message_id = '<1@x>'`),
  ]
  await house.pool.query(`insert into facts (key, value) values ('first', '0')`)
  await house.pool.query(`update mails set server_said = '0', state = 'sent' where message_id = '<1@x>'`)
  const over = new AbortController()
  // `facts` is copied long before `mails`.
  const writing = (async () => {
    while (!over.signal.aborted)
      await withClient(house.pool, async (client) => {
        await client.query('begin')
        await client.query(`update facts set value = value::int + 1 where key = 'first'`)
        await client.query(`update mails set server_said = server_said::int + 1 where message_id = '<1@x>'`)
        await client.query('commit')
      })
  })()
  const busy = path.join(folder, 'busy.zip')
  const { tables } = await takeBackup({ url: house.url, file: busy, version: '0.1.0' })
  over.abort()
  await writing
  expect(tables.length).toBeGreaterThan(30)
  const [first, second] = await restored(busy, ({ pool }) => both(pool))
  expect(first).toBe(second)
  const [now] = await both(house.pool)
  expect(Number(now)).toBeGreaterThan(Number(first))
})

describe('nothing is restored', () => {
  const refused = async (from: string, target: TestDatabase) =>
    restore(target, from).then(
      () => 'restored',
      (error: Error) => `${error.name}: ${error.message}`,
    )
  const tablesOf = ({ pool }: TestDatabase) =>
    one(
      pool,
      `select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
  let target: TestDatabase
  beforeAll(async () => {
    target = await testDatabase({ bare: true })
  })
  afterAll(() => target.drop())

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_000)],
    [
      'has a byte changed in a table',
      (bytes: Buffer) => {
        const changed = Buffer.from(bytes)
        // Behind the header of the table's entry: a header's own bytes are read from the end of the file.
        const at = bytes.indexOf('tables/order_items.copy') + 500
        changed[at] = changed[at]! ^ 1
        return changed
      },
    ],
    ['is another file', () => Buffer.from('UPC,Item,Qty')],
  ])('of a file that %s', async (_what, spoil) => {
    const bad = path.join(folder, 'bad.zip')
    writeFileSync(bad, spoil(readFileSync(file)))
    expect(await refused(bad, target)).toMatch(
      /^StartError: .*bad\.zip is no backup of Larder, or is damaged: /,
    )
    expect(await tablesOf(target)).toBe(0)
  })

  it('of a file with a byte changed anywhere in a table', async () => {
    const bytes = readFileSync(file)
    const begin = bytes.indexOf('tables/order_items.copy') + 100
    const bad = path.join(folder, 'bad.zip')
    for (let at = begin; at < begin + 4_000; at += 200) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ 1
      writeFileSync(bad, changed)
      const archive = await openArchive(bad)
      const table = await archive.table('order_items')
      await expect(text(table)).rejects.toThrow(/bad\.zip is no backup of Larder, or is damaged: /)
      archive.close()
    }
  })

  it('of a database that a later release has migrated', async () => {
    await house.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    )
    const later = path.join(folder, 'later.zip')
    await takeBackup({ url: house.url, file: later, version: '9.0.0' })
    await house.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    expect(await refused(later, target)).toMatch(
      /^StartError: the backup is of a database of Larder 9\.0\.0 that this release does not know/,
    )
    expect(await tablesOf(target)).toBe(0)
  })

  it('into a database that holds something', async () => {
    const full = await testDatabase()
    const before = await digests(full)
    expect(await refused(file, full)).toMatch(/^StartError: the database is not empty/)
    expect(await digests(full)).toEqual(before)
    await full.drop()
  })
})

it('a backup leaves the unfinished file of another one alone, and is taken beside it', async () => {
  const twice = path.join(folder, 'twice.zip')
  writeFileSync(`${twice}.part`, 'another backup')
  await takeBackup({ url: house.url, file: twice, version: '0.1.0' })
  expect(readFileSync(`${twice}.part`, 'utf8')).toBe('another backup')
  const archive = await openArchive(twice)
  archive.close()
  expect(
    readdirSync(folder)
      .filter((name) => name.startsWith('twice'))
      .toSorted(),
  ).toEqual(['twice.zip', 'twice.zip.part'])
})
