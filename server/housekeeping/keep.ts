/** The daily job: deletes old rows, and moves old months to files. */
import path from 'node:path'
import type pg from 'pg'
import { embeddedDir } from '../env.ts'
import type { Context } from '../platform/context.ts'
import { readSettings } from '../settings/store.ts'
import { archiveOldMonths } from './archive.ts'
import { FORGET_RULES, type Rule } from './rules.ts'

const DAY_MS = 86_400_000
const ROWS_A_STATEMENT = 5_000

/**
 * Returns the folder for the files of old months; null where the database is external and no folder is set: then those
 * months stay.
 */
function archiveFolder(env: Context['env']): string | null {
  const folder = embeddedDir(env)
  return env.ARCHIVE_DIR ?? (folder && path.join(folder, 'archive'))
}

export async function keepHouse({
  pool,
  env,
  clock,
  log,
}: Pick<Context, 'pool' | 'env' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const forgotten = await forgetOld(pool, now)
  const folder = archiveFolder(env)
  const { keep_history_months: months } = await readSettings(pool)
  const files = folder === null ? [] : await archiveOldMonths(pool, { folder, months, now })
  if (Object.keys(forgotten).length + files.length > 0)
    log.info({ forgotten, files }, 'old rows are forgotten')
}

/**
 * Forgets what is over, in statements that hold no lock for long. Returns how many rows each rule has met; rules that
 * met none are left out.
 */
async function forgetOld(pool: pg.Pool, now: Date): Promise<Record<string, number>> {
  const met: Record<string, number> = {}
  for (const rule of FORGET_RULES) {
    const rows = await applyRule(pool, rule, new Date(now.getTime() - rule.days * DAY_MS))
    if (rows > 0) met[rule.what] = rows
  }
  return met
}

async function applyRule(pool: pg.Pool, { table, isOver, set }: Rule, before: Date): Promise<number> {
  const old = `with old as (select t.ctid from ${table} t where ${isOver} limit ${ROWS_A_STATEMENT})`
  const change = set
    ? `update ${table} set ${set} from old where ${table}.ctid = old.ctid`
    : `delete from ${table} using old where ${table}.ctid = old.ctid`
  let all = 0
  for (;;) {
    const { rowCount } = await pool.query(`${old} ${change}`, [before])
    all += rowCount ?? 0
    if ((rowCount ?? 0) < ROWS_A_STATEMENT) return all
  }
}
