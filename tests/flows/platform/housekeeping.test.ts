/** What the server forgets, and what goes to files first (docs/operations.md, "What is forgotten"). */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepHouse } from '#server/housekeeping/keep.ts'
import { makeMail } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()
const pool = () => flow.server.database.pool
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'larder-archive-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const NOW = new Date('2026-11-28T12:00:00Z')
const keep = (ARCHIVE_DIR: string | undefined = folder) => {
  const { larder } = flow.server.app
  return keepHouse({ ...larder, clock: () => NOW, env: { ...larder.env, ARCHIVE_DIR } })
}
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const count = async (sql: string, values: unknown[] = []) =>
  Number((await pool().query<{ count: string }>(`select count(*) from ${sql}`, values)).rows[0]!.count)

describe('what is over', () => {
  it('is forgotten: tombstones after 90 days, calls by key after 90, superseded tokens after 30', async () => {
    for (const [days, id] of [
      [91, 'old'],
      [89, 'new'],
    ] as const) {
      await pool().query(`insert into gone_rows (entity, entity_id, at) values ('products', $1, $2)`, [
        id,
        daysAgo(days),
      ])
      await pool().query(`insert into keyed_calls (key, fingerprint, at) values ($1, '', $2)`, [
        id,
        daysAgo(days),
      ])
    }
    await flow.server.call(flow.house.as.office, 'GET', 'sessions')
    const { rows } = await pool().query<{ id: string }>('select id from sessions limit 1')
    for (const [hash, at] of [
      ['over', daysAgo(31)],
      ['young', daysAgo(29)],
      ['good', null],
    ] as const)
      await pool().query(
        'insert into refresh_tokens (hash, session_id, superseded_at, created_at) values ($1, $2, $3, $4)',
        [hash, rows[0]!.id, at, daysAgo(60)],
      )
    await keep()
    expect(
      (await pool().query(`select entity_id from gone_rows where entity_id in ('old', 'new')`)).rows,
    ).toEqual([{ entity_id: 'new' }])
    expect((await pool().query(`select key from keyed_calls where key in ('old', 'new')`)).rows).toEqual([
      { key: 'new' },
    ])
    expect(
      (
        await pool().query(
          `select hash from refresh_tokens where hash in ('over', 'young', 'good') order by 1`,
        )
      ).rows,
    ).toEqual([{ hash: 'good' }, { hash: 'young' }])
  })

  it('takes the text of a mail after a year, not the mail, and nothing of one that waits or was refused', async () => {
    const body = { text_body: 'Hello', attachment: Buffer.from('%PDF') }
    const sent = await makeMail(pool(), { ...body, state: 'sent', settled_at: daysAgo(366).toISOString() })
    const young = await makeMail(pool(), { ...body, state: 'sent', settled_at: daysAgo(364).toISOString() })
    const refused = await makeMail(pool(), {
      ...body,
      state: 'refused',
      settled_at: daysAgo(366).toISOString(),
    })
    const waits = await makeMail(pool(), { ...body, created_at: daysAgo(500).toISOString() })
    await keep()
    const { rows } = await pool().query<{ id: string; text_body: string; has: boolean }>(
      'select id, text_body, attachment is not null as has from mails where id = any($1::uuid[])',
      [[sent.id, young.id, refused.id, waits.id]],
    )
    expect(new Map(rows.map(({ id, text_body, has }) => [id, [text_body, has]]))).toEqual(
      new Map([
        [sent.id, ['', false]],
        [young.id, ['Hello', true]],
        [refused.id, ['Hello', true]],
        [waits.id, ['Hello', true]],
      ]),
    )
  })

  it('leaves a device that has unsent edits', async () => {
    const { rows } = await pool().query<{ id: number }>('select id from users limit 1')
    for (const [device, unsent] of [
      ['gone', '{}'],
      ['full', '{"12":3}'],
    ])
      await pool().query(
        'insert into devices (device_id, user_id, last_seen_at, unsent) values ($1, $2, $3, $4)',
        [device, rows[0]!.id, daysAgo(400), unsent],
      )
    await keep()
    expect(
      (await pool().query(`select device_id from devices where device_id in ('gone', 'full')`)).rows,
    ).toEqual([{ device_id: 'full' }])
  })

  it('is forgotten in parts, also where it is more rows than a statement takes', async () => {
    await pool().query(
      `insert into keyed_calls (key, fingerprint, at) select 'many ' || n, '', $1 from generate_series(1, 12000) n`,
      [daysAgo(100)],
    )
    await keep()
    expect(await count(`keyed_calls where key like 'many %'`)).toBe(0)
  })
})

describe('months that are over', () => {
  const event = (about: string, at: string) =>
    pool().query(`insert into security_events (kind, about, at) values ('setting', $1, $2)`, [about, at])
  const read = async (name: string) =>
    gunzipSync(await readFile(path.join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { about: string })

  it('go to a file each, whole, and leave the database after it', async () => {
    await event('first', '2024-10-01T00:00:00Z')
    await event('last', '2024-10-31T23:59:59Z')
    await event('stays', '2024-11-01T00:00:00Z')
    await event('old', '2024-08-15T12:00:00Z')
    await keep()
    expect((await readdir(folder)).sort()).toEqual([
      'security_events-2024-08.jsonl.gz',
      'security_events-2024-10.jsonl.gz',
    ])
    expect((await read('security_events-2024-10.jsonl.gz')).map(({ about }) => about)).toEqual([
      'first',
      'last',
    ])
    expect((await pool().query(`select about from security_events where at < '2025-01-01'`)).rows).toEqual([
      { about: 'stays' },
    ])
    await keep()
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('stay where their file cannot be written, and where no folder is named for a database of one’s own', async () => {
    await event('kept', '2024-09-01T00:00:00Z')
    const file = path.join(folder, 'no folder')
    await writeFile(file, '')
    await expect(keep(file)).rejects.toThrow(/EEXIST|ENOTDIR/)
    const { larder } = flow.server.app
    await keepHouse({
      ...larder,
      clock: () => NOW,
      env: { ...larder.env, ARCHIVE_DIR: undefined, DATABASE_URL: 'postgres://elsewhere/larder' },
    })
    expect(await count(`security_events where about = 'kept'`)).toBe(1)
  })

  it('are those that are older than the setting', async () => {
    await pool().query(`update settings set value = '13' where name = 'keep_history_months'`)
    await event('over', '2025-09-30T00:00:00Z')
    await event('kept month', '2025-10-01T00:00:00Z')
    await keep()
    expect(
      (await pool().query(`select about from security_events where about in ('over', 'kept month')`)).rows,
    ).toEqual([{ about: 'kept month' }])
  })

  it('cannot be deleted otherwise', async () => {
    await event('for ever', '2020-01-01T00:00:00Z')
    await expect(pool().query('delete from security_events')).rejects.toThrow(/only grows/)
  })
})
