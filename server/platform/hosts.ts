/**
 * The names by which this server is called. A page of another site can point its own name at this server's address (DNS
 * rebinding); the browser then lets that page read the answers. So the server answers only to names that it knows.
 */
import { hostname, networkInterfaces } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { isLoopback } from './addresses.ts'
import { Problem } from './problem.ts'

/** Unknown names that are logged, one line each, before the log says no more of them. */
const LOGGED_NAMES_LIMIT = 50

type Settings = Pick<Env, 'HOST' | 'PUBLIC_URL'>

/** A host name as it is compared: lower case, without the dot of a complete name and without an address's brackets. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')

/** Reading the networks takes longer than judging a call, so the names are kept for this long. */
const OWN_NAMES_MS = 60_000
/** The networks are read again for a name that is not among them, at most this often: the machine may have a new one. */
const MISSED_NAME_MS = 1_000
let ownNames: { readAt: number; names: ReadonlySet<string> } | null = null

/** Whether this is one of the machine's names, or an address of it in any network. */
function isOfThisMachine(name: string): boolean {
  const age = ownNames ? performance.now() - ownNames.readAt : Infinity
  if (ownNames && age >= 0 && age < (ownNames.names.has(name) ? OWN_NAMES_MS : MISSED_NAME_MS))
    return ownNames.names.has(name)
  ownNames = { readAt: performance.now(), names: namesOfThisMachine() }
  return ownNames.names.has(name)
}

/** This machine's names, and its addresses in every network: they may change while the server runs. */
function namesOfThisMachine(): ReadonlySet<string> {
  const full = hostname().toLowerCase()
  const short = full.split('.')[0]!
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set([full, short, `${short}.local`, ...addresses.map(({ address }) => address)])
}

/** Whether the server, with these settings, is called by this name: a host name or an address, without a port. */
export function isKnownHost(name: string, { HOST, PUBLIC_URL }: Settings): boolean {
  const plain = plainName(name)
  return (
    isLoopback(plain) ||
    plain === plainName(HOST) ||
    (PUBLIC_URL !== undefined && plain === plainName(new URL(PUBLIC_URL).hostname)) ||
    isOfThisMachine(plain)
  )
}

/** Returns what the person who runs the server has to set so that the server knows a name. */
const whatToSet = ({ PUBLIC_URL }: Settings) =>
  PUBLIC_URL === undefined
    ? 'Set PUBLIC_URL to the address at which people open Larder.'
    : `People open Larder at PUBLIC_URL=${PUBLIC_URL}. A proxy in front must pass the Host header on (docs/operations.md).`

/**
 * Returns the name by which a call reached the server, without a port. `X-Forwarded-Host` is not read: a page of another
 * site can write it, and a proxy passes it on.
 */
function calledName({ raw }: FastifyRequest): string {
  const host = raw.headers.host ?? ''
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.split(':', 1)[0]!
}

/**
 * Answers a call by an unknown name with 421 where the server can know all its names: `PUBLIC_URL` is set, or it listens
 * on loopback only. Elsewhere the log names each unknown host once. Health checks are answered by every name.
 */
export function addHostRule(app: FastifyInstance, env: Settings): void {
  const knowsAll = env.PUBLIC_URL !== undefined || isLoopback(env.HOST)
  const logged = new Set<string>()
  app.addHook('onRequest', async (request) => {
    const name = calledName(request)
    // A known name is not stored: a caller may send another one below `.localhost`, or in other letters, each time.
    if (request.url === '/healthz' || request.url === '/readyz' || isKnownHost(name, env)) return
    if (knowsAll)
      throw new Problem(421, `This server is not known as ${JSON.stringify(name)}. ${whatToSet(env)}`, {
        code: 'unknown_host',
      })
    if (logged.has(name) || logged.size >= LOGGED_NAMES_LIMIT) return
    logged.add(name)
    request.log.warn({ host: name }, 'called by an unknown host name; with PUBLIC_URL set it is refused')
  })
}
