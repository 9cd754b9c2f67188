/**
 * `/healthz`: the process answers. `/readyz`: and its database does, and how long its oldest transaction has been open:
 * one that somebody forgot keeps old rows on the disk, and names itself in every cursor of the change feed.
 */
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

/** Of the whole cluster, prepared ones too; null where none has written. When another owner's began, not every login may know. */
const OLDEST_TRANSACTION_SQL = `
  select round(extract(epoch from clock_timestamp() - min(began)))::int as seconds
    from (select xact_start as began from pg_stat_activity where backend_xid is not null
          union all select prepared from pg_prepared_xacts) open`

export function addHealth(app: FastifyInstance, { pool, limits }: Context): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    limits.health(request.ip)
    try {
      const { rows } = await pool.query<{ seconds: number | null }>(OLDEST_TRANSACTION_SQL)
      return { status: 'ready', oldest_transaction_seconds: rows[0]!.seconds }
    } catch {
      return reply.code(503).send({ status: 'waiting for the database' })
    }
  })
}
