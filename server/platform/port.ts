import { createServer } from 'node:net'
import type { Env } from '../env.ts'
import { StartError } from './start-error.ts'

/** Asks the system for a TCP port of this machine on which no process listens at the moment. */
export async function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

/**
 * Checks that the server will be able to listen, by listening for a moment. Must run before anything is written, so
 * that a second start beside a running server changes nothing.
 *
 * @throws StartError when the port is taken, reserved, or the address is not of this machine.
 */
export async function checkPort(env: Pick<Env, 'PORT' | 'HOST'>): Promise<void> {
  await listenOnce(env.PORT, env.HOST).catch((error: unknown) => {
    throw listenError(env, error)
  })
}

/** Turns the reasons for which a server cannot listen into one line for people; anything else stays as it is. */
export function listenError({ PORT, HOST }: Pick<Env, 'PORT' | 'HOST'>, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${PORT} on ${HOST} is taken by another program: stop it, or set PORT to another`,
      )
    case 'EACCES':
      return new StartError(
        `port ${PORT} on ${HOST} is not allowed for this user: set PORT to one above 1023`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST=${HOST} is not an address of this machine: 0.0.0.0 means all of them`)
    default:
      return error
  }
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
