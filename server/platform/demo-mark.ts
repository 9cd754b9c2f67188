/** Whether the demo distributor is in this database (`server/demo`). */
import type pg from 'pg'
import type { Env } from '../env.ts'

/** Whether the demo is in use: the database holds its data, and this server may show a demo. */
export const isDemoInUse = async ({ pool, env }: { pool: pg.Pool; env: Pick<Env, 'DEMO'> }) =>
  env.DEMO && (await isDemo(pool))

/** Whether this database holds demo data. */
export async function isDemo(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from facts where key = 'demo'`)
  return rowCount === 1
}
