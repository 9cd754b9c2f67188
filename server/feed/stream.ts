/**
 * Notifies devices that the cursor moved, and sends nothing else. A device asks for the changes, and gets what it may
 * see. One LISTEN connection per process serves all its streams.
 *
 * - A notice names whose rows changed (`Moved`). The server skips a stream whose person cannot have such rows.
 * - A device is notified at most four times a second, however much moves: each time it asks for all of it.
 * - Many devices are notified one after the other (`crowd.ts`), and again only when all of them have been notified.
 * - A stream ends with what permitted it: the session, the account, the role, the company.
 */
import pg from 'pg'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { belongsToCustomer, type Person } from '#contract/permissions.ts'
import { companyOf } from '../platform/scope.ts'
import type { Env } from '../env.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { sessionLives } from '../platform/auth/session-life.ts'
import type { Context } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'
import { streamsConnection } from '../platform/running-servers.ts'
import { CHANNEL, concerns, type Moved } from '../platform/announce.ts'
import { answerAgeMs, spreadMs } from './crowd.ts'

const HEARTBEAT_MS = 25_000
const RECONNECT_MS = 1_000
/** The least time between two notices to a device. */
const TELL_MS = 250
/** The time between two groups of devices, where many are notified one after the other. */
const GROUP_INTERVAL_MS = 50
/** The time between two checks of whether the listeners still may listen. */
const CHECK_MS = 1_000
/** How long a check is awaited before the next one: on a line that was cut there is no answer. */
const CHECK_WAIT_MS = 10_000
/** The most listening devices of one person. The one that has listened longest is disconnected. */
export const MOST_STREAMS = 8
/**
 * The most bytes that wait for a device which does not read. Beyond that it is cut off, and comes again when it can.
 */
const MOST_WAITING_BYTES = 64 * 1024

const Payload = z.array(z.union([z.int(), z.enum(['house', '*'])]))

interface Listener {
  person: Person
  session: string
  company: number | null
  response: ServerResponse
}

export interface Streams {
  /** Lets a device of this person listen; `session` is that of its token. */
  add(person: Person, session: string, response: ServerResponse): void
  /** How many devices listen to this process. */
  count(): number
  close(): Promise<void>
}

export async function openStreams(context: Context): Promise<Streams> {
  const { log } = context
  /** The listeners, in the order of their arrival. */
  const listeners = new Set<Listener>()
  const rounds = createRounds(listeners)
  let closed = false

  function tell(moved: readonly Moved[]) {
    if (!closed) rounds.tell(moved)
  }

  function hear(payload = '') {
    let moved: readonly Moved[]
    try {
      moved = Payload.parse(JSON.parse(payload))
    } catch (error) {
      log.warn({ error, payload: payload.slice(0, 200) }, 'a notification of a change cannot be read')
      return
    }
    // Until then an answer to a device could be from before the change (`answerAgeMs`).
    const afterMs = answerAgeMs(listeners.size)
    if (afterMs === 0) tell(moved)
    else setTimeout(() => tell(moved), afterMs).unref()
  }

  // Announcements during a lost connection are not lost: the server asks every device to look.
  const connection = await openConnection(context, hear, () => tell(['*']))
  const heartbeat = setInterval(() => {
    for (const listener of listeners) write(listener, ': here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let begunAt = -Infinity
  const checking = setInterval(() => {
    // Checks that wait for the database would take the connections of the calls.
    if (performance.now() - begunAt < CHECK_WAIT_MS) return
    const at = performance.now()
    begunAt = at
    check(context, listeners)
      .catch((error: unknown) => log.warn(error, 'who listens could not be checked'))
      .finally(() => {
        if (begunAt === at) begunAt = -Infinity
      })
  }, CHECK_MS)
  checking.unref()

  return {
    add(person, session, response) {
      // A device that left during the check of its token emits no further `close`.
      if (closed || response.destroyed || response.socket?.destroyed !== false) return
      const own = [...listeners].filter((listener) => listener.person.id === person.id)
      for (const oldest of own.slice(0, Math.max(0, own.length - MOST_STREAMS + 1))) {
        listeners.delete(oldest)
        oldest.response.end()
      }
      const listener = { person, session, company: companyOf(person), response }
      listeners.add(listener)
      response.on('close', () => listeners.delete(listener))
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      response.write(MOVED)
    },
    count: () => listeners.size,
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearInterval(checking)
      rounds.stop()
      for (const { response } of listeners) response.end()
      await connection.close()
    },
  }
}

function write({ response }: Listener, text: string): void {
  if (response.writableLength > MOST_WAITING_BYTES) response.destroy()
  else response.write(text)
}

/** Notifies the listeners in rounds, each round in groups. */
function createRounds(listeners: ReadonlySet<Listener>) {
  /** What changed and is not yet being announced. */
  let waiting = new Set<Moved>()
  let nextRoundAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  /** Notifies all concerned listeners of everything that changed so far. */
  function tellRound() {
    const moved = waiting
    waiting = new Set()
    const concerned = [...listeners].filter(({ company }) => concerns(moved, company))
    const withinMs = spreadMs(concerned.length)
    nextRoundAt = performance.now() + Math.max(TELL_MS, withinMs)
    // The longest listeners are in the earlier group each time, so that devices of a group come to have the
    // same cursor.
    const groups = Math.ceil(withinMs / GROUP_INTERVAL_MS) || 1
    tellGroups(concerned, Math.ceil(concerned.length / groups))
  }

  function tellGroups(concerned: readonly Listener[], size: number) {
    for (const listener of concerned.slice(0, size)) if (listeners.has(listener)) write(listener, MOVED)
    const left = concerned.slice(size)
    timer = undefined
    if (left.length > 0) timer = setTimeout(() => tellGroups(left, size), GROUP_INTERVAL_MS)
    else if (waiting.size > 0) planRound()
  }

  function planRound() {
    timer ??= setTimeout(tellRound, Math.max(0, nextRoundAt - performance.now()))
  }

  return {
    tell(moved: readonly Moved[]): void {
      for (const one of moved) waiting.add(one)
      planRound()
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Opens the LISTEN connection, and opens it again after a loss.
 *
 * @param onReturn is called when it has been opened again
 */
async function openConnection(
  { pool, env, log }: Context,
  hear: (payload?: string) => void,
  onReturn: () => void,
): Promise<{ close(): Promise<void> }> {
  let client: pg.Client | undefined
  let closed = false

  async function listen(): Promise<void> {
    const fresh = new pg.Client({ ...pool.options, application_name: streamsConnection(env) })
    const lost = () => {
      if (client !== fresh) return
      client = undefined
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ payload }) => hear(payload))
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }

  async function reconnect(): Promise<void> {
    try {
      await listen()
      onReturn()
    } catch (error) {
      log.warn(error, 'the change stream has no database yet')
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
    }
  }

  await listen()
  return {
    async close() {
      closed = true
      await client?.end()
    },
  }
}

/** Ends the streams of people who may not listen any more, or whose rights have changed. */
async function check({ pool, env, clock }: Context, listeners: Set<Listener>): Promise<void> {
  const all = [...listeners]
  if (all.length === 0) return
  const rights = await queryRows(pool, PresentRights, { name: 'listeners', text: presentRightsSql(env) }, [
    all.map(({ person }) => person.id),
    all.map(({ session }) => session),
    clock(),
  ])
  for (const [n, listener] of all.entries())
    if (!hasSameRights(listener.person, rights[n]!)) {
      listeners.delete(listener)
      listener.response.end()
    }
}

const MOVED = 'event: cursor\ndata: {}\n\n'

/** The present rights of a listener. If the account no longer exists, `open` is false and the rest null. */
const PresentRights = z.object({
  open: z.boolean(),
  role_id: z.number().nullable(),
  is_staff: z.boolean().nullable(),
  company: z.number().nullable(),
})
type PresentRights = z.infer<typeof PresentRights>

/** Returns SQL with a row for each listener, in their order. */
const presentRightsSql = (env: Pick<Env, 'DEMO'>): string => `
  select coalesce(${accountIsOpen(env, 'u')}, false) and ${sessionLives('$3::timestamptz')} as open,
         u.role_id, u.is_staff, u.company_id as company
    from unnest($1::int[], $2::uuid[]) with ordinality as l(user_id, session_id, n)
    left join users u on u.id = l.user_id left join sessions s on s.id = l.session_id
   order by l.n`

/** Returns whether the person has the same rights as when they began to listen. */
const hasSameRights = (person: Person, now: PresentRights): boolean =>
  now.open &&
  now.role_id === person.role_id &&
  now.is_staff === person.is_staff &&
  (belongsToCustomer(person) ? now.company : null) === person.company
