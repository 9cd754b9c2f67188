/** Whether the demo distributor is in this database (`server/demo`). */
import { sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import type { Database } from './database.ts'

/** Whether the demo is in use: the database holds its data, and this server may show a demo. */
export const isDemoInUse = async ({ db, env }: { db: Pick<Database, 'execute'>; env: Pick<Env, 'DEMO'> }) =>
  env.DEMO && (await isDemo(db))

/** Whether this database holds demo data. */
export async function isDemo(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from facts where key = 'demo'`)
  return rowCount === 1
}
