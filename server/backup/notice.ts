/**
 * Notices at the start that the database was put back by other means than `npm run restore`, and settles it then.
 *
 * Two things tell. The database names the cluster and the table that it was written in: a dump that was read back is in
 * another one. And a file beside the embedded PostgreSQL names how far its log was written: a data folder that was put back
 * from a copy is behind that.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { withLock } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { setTriggers } from './restore.ts'
import { adoptRestored } from './settle.ts'
import { isWrittenHere, writeIdentity } from './identity.ts'

/** Any number that nothing else of ours uses: the advisory lock under which a start looks. */
const NOTICE_LOCK = 7_236_004

const Written = z.object({ system: z.string(), lsn: z.string() })
type Written = z.infer<typeof Written>

const writtenFile = (dataDir: string) => path.join(dataDir, 'written.json')

/** How far the cluster's log is written; null on a standby, which writes none. */
async function writtenNow(pool: pg.Pool): Promise<Written | null> {
  const { rows } = await pool.query<Written>(
    `select (select system_identifier::text from pg_control_system()) as system, pg_current_wal_lsn()::text as lsn
      where not pg_is_in_recovery()`,
  )
  return rows[0] ?? null
}

/** Whether the cluster's log is behind what an earlier server has seen of it. */
async function isBehind(client: pg.ClientBase, dataDir: string): Promise<boolean> {
  const file = writtenFile(dataDir)
  const seen = existsSync(file) && Written.safeParse(readJson(file)).data
  if (!seen) return false
  const { rows } = await client.query<{ behind: boolean }>(
    `select system_identifier::text = $1 and not pg_is_in_recovery() and pg_current_wal_lsn() < $2::pg_lsn as behind
       from pg_control_system()`,
    [seen.system, seen.lsn],
  )
  return rows[0]!.behind
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
export function noticeRestore(db: { $client: pg.Pool }, dataDir: string | null, now: Date): Promise<boolean> {
  return withLock(db, NOTICE_LOCK, async (client) => {
    const isPutBack =
      !(await isWrittenHere(client)) || (dataDir !== null && (await isBehind(client, dataDir)))
    await client.query('begin')
    if (isPutBack) {
      await setTriggers(client, 'disable')
      await adoptRestored(client, now)
      await setTriggers(client, 'enable')
    } else await writeIdentity(client)
    await client.query('commit')
    return isPutBack
  })
}

async function noteWritten(pool: pg.Pool, dataDir: string): Promise<void> {
  const written = await writtenNow(pool)
  if (!written) return
  const part = `${writtenFile(dataDir)}.part`
  writeFileSync(part, `${JSON.stringify(written)}\n`, { mode: 0o600 })
  renameSync(part, writtenFile(dataDir))
}

const NOTE_EVERY_MS = 60_000

/**
 * Notes how far the log of the embedded PostgreSQL is written: now, every minute, and at the end.
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
  await note()
  const timer = setInterval(() => void note(), NOTE_EVERY_MS)
  return () => {
    clearInterval(timer)
    return note()
  }
}
