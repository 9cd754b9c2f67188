import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/**
 * Warns once when a proxy names the client but TRUST_PROXY is not set. The server then takes the proxy's address for
 * every client's, and all people share one limit.
 */
export function addProxyWarning(app: FastifyInstance, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): void {
  if (TRUST_PROXY) return
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    isWarned = true
    request.log.warn(
      { address: request.ip },
      'a call came with X-Forwarded-For, and TRUST_PROXY is not set: behind a proxy, all people share one address in the limits',
    )
  })
}
