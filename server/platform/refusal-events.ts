/**
 * Writes down as security events what is refused for a role (403) or for a limit (429): docs/decisions/0208. A client can make
 * thousands of such calls a minute. So of each person, and of each address that nobody has signed in from, so many an hour are
 * written down; the log has them all.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { countedAddress } from './addresses.ts'
import { actorOf, recordEvent, type Actor } from './security-events.ts'

const EVENTS_AN_HOUR = 20
/** … of all together: it bounds the table and the memory of each process. */
const ALL_EVENTS_AN_HOUR = 2_000
const HOUR_MS = 3_600_000

const REASONS = new Map([
  [403, 'Not allowed for this role.'],
  [429, 'More calls than a limit allows.'],
])

export interface Refusals {
  /** Writes a refusal down, where there is room in this hour for one of this caller. Never rejects. */
  note(actor: Actor, status: number, about: string): Promise<void>
}

interface Parts {
  pool: pg.Pool
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function makeRefusals({ pool, clock, log }: Parts): Refusals {
  let hour = 0
  let all = 0
  const counts = new Map<string, number>()

  /** How many more may be written down of this caller in this hour. */
  function take(caller: string): number {
    const now = Math.floor(clock().getTime() / HOUR_MS)
    if (now !== hour) {
      hour = now
      all = 0
      counts.clear()
    }
    const count = counts.get(caller) ?? 0
    if (count >= EVENTS_AN_HOUR || all >= ALL_EVENTS_AN_HOUR) return 0
    counts.set(caller, count + 1)
    all++
    return EVENTS_AN_HOUR - count
  }

  return {
    async note(actor, status, about) {
      const reason = REASONS.get(status)
      if (reason === undefined) return
      const left = take(actor.user === null ? countedAddress(actor.address) : String(actor.user))
      if (left === 0) return
      const details = left === 1 ? `${reason} Further refusals of this hour are in the log only.` : reason
      await recordEvent(pool, actor, { kind: 'refused', about, details }).catch((error: unknown) =>
        log.warn(error, 'a refusal could not be written down'),
      )
    },
  }
}

/** Every call that is registered in this scope from now on. Its answer does not wait for what is written down. */
export function addRefusalEvents(app: FastifyInstance, refusals: Refusals): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The route and not the address: what is typed into an address may be anything.
    const about = `${request.method} ${request.routeOptions.url}`
    void refusals.note(actorOf(request), reply.statusCode, about)
    done()
  })
}
