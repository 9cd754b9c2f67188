/**
 * `/healthz`: the process answers. `/readyz`: its database answers too, the disk has room, and the process is not about
 * to stop. It also reports how long the oldest transaction has been open: a forgotten one keeps old rows on the disk,
 * and is named in every cursor of the change feed.
 */
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

/**
 * The age of the oldest transaction of the whole cluster, prepared ones included; null where none has written. Not
 * every login may see when another owner's transaction began.
 */
export const OLDEST_TRANSACTION_SQL = `
  select round(extract(epoch from clock_timestamp() - min(began)))::int as seconds
    from (select xact_start as began from pg_stat_activity where backend_xid is not null
          union all select prepared from pg_prepared_xacts) open`

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Makes `/readyz` answer 503 from now on, so that a proxy sends new calls elsewhere. Others are answered as before.
     */
    beginDrain(): void
  }
}

const MB = 1024 * 1024

export function addHealth(app: FastifyInstance, { pool, limits, disk }: Context): void {
  let isDraining = false
  app.decorate('beginDrain', () => {
    isDraining = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    limits.health(request.ip)
    if (isDraining) return reply.code(503).send({ status: 'stopping' })
    const room = disk.room()
    const free = room && { disk_free_mb: Math.floor(room.free / MB) }
    if (disk.isFull()) return reply.code(503).send({ status: 'the disk is almost full', ...free })
    try {
      const { rows } = await pool.query<{ seconds: number | null }>(OLDEST_TRANSACTION_SQL)
      return { status: 'ready', oldest_transaction_seconds: rows[0]!.seconds, ...free }
    } catch {
      return reply.code(503).send({ status: 'waiting for the database' })
    }
  })
}
