/** Moves whole months of the tables that only grow to files (docs/operations.md, "What is forgotten"). */
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { transaction } from '../platform/context.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'

/** Tables whose rows are each of one moment, `at`. Other tables do not name these rows. */
const TABLES = ['mutations', 'security_events'] as const
const ROWS_A_READ = 2_000

interface Asked {
  /** The folder of the files; it is made where there is none. */
  folder: string
  /** Months that stay in the database, the present one not among them. */
  months: number
  now: Date
}

/**
 * A month is one file of one row a line as JSON, gzip, for its owner alone. The file is whole and on the disk before a row is deleted.
 * If the deletion fails, the next run writes the same file again.
 *
 * @returns the names of the files that were written
 */
export async function archiveOldMonths(pool: pg.Pool, { folder, months, now }: Asked): Promise<string[]> {
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  const written: string[] = []
  for (const table of TABLES)
    for (;;) {
      const month = await oldestMonth(pool, table, end)
      if (month === null) break
      written.push(await archiveMonth(pool, folder, table, month))
    }
  return written
}

const OldestMonth = z.object({ month: z.string().nullable() })

/** Its first day, `YYYY-MM-DD`; null where none is old enough. */
async function oldestMonth(pool: pg.Pool, table: string, end: Date): Promise<string | null> {
  const { month } = await queryOnlyRow(
    pool,
    OldestMonth,
    `select to_char(date_trunc('month', min(at)), 'YYYY-MM-DD') as month from ${table} where at < $1`,
    [end],
  )
  return month
}

async function archiveMonth(pool: pg.Pool, folder: string, table: string, month: string): Promise<string> {
  const name = `${table}-${month.slice(0, 7)}.jsonl.gz`
  const file = path.join(folder, name)
  const making = `${file}.${process.pid}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    // In one snapshot: the file has exactly the rows that are deleted.
    await transaction(
      pool,
      async (client) => {
        await client.query(`set local statement_timeout = 0; set local larder.archives = 'on'`)
        const within = `at >= '${month}'::date and at < '${month}'::date + interval '1 month'`
        await client.query(
          `declare old cursor for select to_jsonb(t)::text as line from ${table} t where ${within} order by at`,
        )
        await pipeline(linesOf(client), createGzip(), createWriteStream(making, { mode: 0o600 }))
        await onDisk(making)
        await rename(making, file)
        await client.query(`delete from ${table} where ${within}`)
      },
      'begin isolation level repeatable read',
    )
  } finally {
    await rm(making, { force: true })
  }
  return name
}

/** A row of a table, as JSON. */
const ArchivedLine = z.object({ line: z.string() })

async function* linesOf(client: pg.ClientBase): AsyncGenerator<string> {
  for (;;) {
    const lines = await queryRows(client, ArchivedLine, `fetch ${ROWS_A_READ} from old`)
    if (lines.length === 0) return
    yield lines.map(({ line }) => `${line}\n`).join('')
  }
}

async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}
