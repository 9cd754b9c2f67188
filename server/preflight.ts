import type { Env } from './env.ts'
import { checkPort } from './platform/port.ts'
import { checkPostgres } from './platform/postgres/start.ts'
import { checkCertificate } from './platform/tls.ts'

/**
 * Everything that can keep the server from starting, looked at before anything is written: a start that cannot work
 * leaves no trace, and does not disturb the server that runs already.
 *
 * @throws StartError with the first reason found.
 */
export async function preflight(env: Env): Promise<void> {
  checkCertificate(env)
  await checkPort(env)
  await checkPostgres(env)
}
