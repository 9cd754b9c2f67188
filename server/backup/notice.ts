/**
 * Notices at the start that the database was put back by other means than `npm run restore`, and settles it then.
 *
 * Two things tell. The database names the cluster and the table that it was written in: a dump that was read back is in
 * another one. And a count in it is noted in a file beside the embedded PostgreSQL: a data folder that was put back from a
 * copy is behind that.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { withLock } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { writeWhole } from '../platform/whole-file.ts'
import { adoptRestored } from './settle.ts'
import { isWrittenHere, writeIdentity } from './identity.ts'

/** Any number that nothing else of ours uses: the advisory lock under which a start looks. */
const NOTICE_LOCK = 7_236_004

/** How often the database of this place was noted as written. */
const Written = z.object({ place: z.string(), count: z.number().int() })
type Written = z.infer<typeof Written>

const writtenFile = (dataDir: string) => path.join(dataDir, 'written.json')

/**
 * Counts once more in the database. The database has each count before the file has it: a crash never makes them
 * differ.
 */
async function countWritten(pool: pg.Pool): Promise<Written> {
  return queryOnlyRow(
    pool,
    Written,
    `insert into facts (key, value) values ('written_count', '1')
       on conflict (key) do update set value = (facts.value::int + 1)::text
     returning value::int as count, (select value from facts where key = 'written_in') as place`,
  )
}

const Fact = z.object({ key: z.string(), value: z.string() })

/** Whether the database was noted as written less often than a file beside it says. */
async function isBehind(client: pg.ClientBase, dataDir: string): Promise<boolean> {
  const file = writtenFile(dataDir)
  const noted = existsSync(file) && Written.safeParse(readJson(file)).data
  if (!noted) return false
  const rows = await queryRows(
    client,
    Fact,
    `select key, value from facts where key in ('written_in', 'written_count')`,
  )
  const facts = new Map(rows.map(({ key, value }) => [key, value]))
  return facts.get('written_in') === noted.place && Number(facts.get('written_count') ?? 0) < noted.count
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * To be called by a start, before the server answers.
 *
 * @param dataDir of the embedded PostgreSQL; null where DATABASE_URL names another one
 * @returns whether the database had been put back, and is settled now
 */
export function noticeRestore(pool: pg.Pool, dataDir: string | null, now: Date): Promise<boolean> {
  return withLock(pool, NOTICE_LOCK, async (client) => {
    const isPutBack =
      !(await isWrittenHere(client)) || (dataDir !== null && (await isBehind(client, dataDir)))
    await client.query('begin')
    if (isPutBack) await adoptRestored(client, now)
    else await writeIdentity(client)
    await client.query('commit')
    return isPutBack
  })
}

async function noteWritten(pool: pg.Pool, dataDir: string): Promise<void> {
  const written = await countWritten(pool)
  writeWhole(writtenFile(dataDir), `${JSON.stringify(written)}\n`)
}

const NOTE_EVERY_MS = 60_000

/**
 * Notes that the embedded PostgreSQL is written, in it and in a file beside it: now, every minute, and at the end.
 *
 * @returns what the end calls, before the pool is closed
 */
export async function keepWritten(
  pool: pg.Pool,
  dataDir: string,
  log: Pick<Log, 'warn'>,
): Promise<() => Promise<void>> {
  const note = () =>
    noteWritten(pool, dataDir).catch((error: unknown) =>
      log.warn(`${writtenFile(dataDir)} could not be written: ${(error as Error).message}`),
    )
  // Making the demo empties every table, and with it the place that the start has written.
  await writeIdentity(pool)
  await note()
  const timer = setInterval(() => void note(), NOTE_EVERY_MS)
  return () => {
    clearInterval(timer)
    return note()
  }
}
