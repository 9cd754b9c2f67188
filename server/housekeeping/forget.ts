/** Forgets what is over, in pieces that hold no lock for long. */
import type pg from 'pg'
import { RULES, type Rule } from './rules.ts'

const DAY_MS = 86_400_000
const ROWS_A_STATEMENT = 5_000

/** How many rows each rule has met; rules that met none are left out. */
export async function forgetOld(pool: pg.Pool, now: Date): Promise<Record<string, number>> {
  const met: Record<string, number> = {}
  for (const rule of RULES) {
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
