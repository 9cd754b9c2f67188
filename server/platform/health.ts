/** `/healthz`: the process answers. `/readyz`: and its database does. */
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

export function addHealth(app: FastifyInstance, { pool, limits }: Context): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    limits.health(request.ip)
    try {
      await pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'waiting for the database' })
    }
  })
}
