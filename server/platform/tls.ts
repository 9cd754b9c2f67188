/** HTTPS: the certificate, and who else sees to it. */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Env } from '../env.ts'
import { isLoopback } from './addresses.ts'
import { StartError } from './start-error.ts'

/** PEM texts for Node's HTTPS server, or null when the settings ask for plain HTTP. Pass it to Fastify as `https`. */
export function tlsOptions(env: Pick<Env, 'TLS_CERT' | 'TLS_KEY'>): { cert: string; key: string } | null {
  if (!env.TLS_CERT || !env.TLS_KEY) return null
  return { cert: readFileSync(env.TLS_CERT, 'utf8'), key: readFileSync(env.TLS_KEY, 'utf8') }
}

/** @throws StartError where the files are no PEM, or hold a certificate and a key that do not fit. */
export function checkCertificate(env: Pick<Env, 'TLS_CERT' | 'TLS_KEY'>): void {
  const options = tlsOptions(env)
  if (!options) return
  try {
    createSecureContext(options)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `TLS_CERT=${env.TLS_CERT} and TLS_KEY=${env.TLS_KEY} are no certificate in PEM form with its key: ${why}`,
    )
  }
}

/** Whether people reach this server by HTTPS: its own, or that of a proxy in front. */
export const isReachedByHttps = (env: Pick<Env, 'TLS_CERT' | 'PUBLIC_URL'>): boolean =>
  env.TLS_CERT !== undefined || env.PUBLIC_URL?.startsWith('https:') === true

/** The warning for a server that other machines reach without HTTPS; null where there is nothing to warn of. */
export function plainHttpWarning(env: Pick<Env, 'HOST' | 'TLS_CERT' | 'PUBLIC_URL'>): string | null {
  if (isLoopback(env.HOST) || isReachedByHttps(env)) return null
  return (
    `HOST=${env.HOST} without TLS: passwords and data cross the network unencrypted, and phones get no camera and no ` +
    'offline work. Set TLS_CERT and TLS_KEY ("npm run cert" makes them), or PUBLIC_URL=https://… behind a proxy.'
  )
}

/**
 * Makes the server use the certificate that is in the files now; connections that are open keep theirs.
 *
 * @throws where a file cannot be read or the two do not fit: the certificate before stays in use.
 */
export function readCertificateAgain(server: Server, env: Pick<Env, 'TLS_CERT' | 'TLS_KEY'>): void {
  server.setSecureContext(tlsOptions(env) ?? {})
}
