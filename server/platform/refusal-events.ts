/**
 * Records refusals for a role (403) or for a limit (429) as security events: docs/decisions/0208. A client can make
 * thousands of such calls a minute. So the number of events an hour is limited, for each person, and for each address
 * of callers who have not signed in. The log has all refusals.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { countedAddress } from './addresses.ts'
import { actorOf, recordEvent, type Actor } from './security-events.ts'

const EVENTS_AN_HOUR = 20
/** The most events an hour of all callers together. It bounds the table and the memory of each process. */
const ALL_EVENTS_AN_HOUR = 2_000
const HOUR_MS = 3_600_000

const REASONS = new Map([
  [403, 'Not allowed for this role.'],
  [429, 'More calls than a limit allows.'],
])

export interface Refusals {
  /** Records a refusal, unless this caller has used up the events of this hour. Never rejects. */
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

  /** Returns how many more refusals of this caller may be recorded in this hour, and counts one of them. */
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

/** Records the refusals of every call registered in this scope from now on. The answer does not wait for that. */
export function addRefusalEvents(app: FastifyInstance, refusals: Refusals): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The route and not the address, because an address may contain anything that was typed.
    const about = `${request.method} ${request.routeOptions.url}`
    void refusals.note(actorOf(request), reply.statusCode, about)
    done()
  })
}
