import { readFileSync } from 'node:fs'
import type { Env } from '../env.ts'

/** PEM texts for Node's HTTPS server, or null when the settings ask for plain HTTP. Pass it to Fastify as `https`. */
export function tlsOptions(env: Pick<Env, 'TLS_CERT' | 'TLS_KEY'>): { cert: string; key: string } | null {
  if (!env.TLS_CERT || !env.TLS_KEY) return null
  return { cert: readFileSync(env.TLS_CERT, 'utf8'), key: readFileSync(env.TLS_KEY, 'utf8') }
}
