/**
 * Tells devices that the cursor moved, and nothing else: what moved they ask for, and get what they may see. One
 * LISTEN connection a process serves all its streams.
 *
 * - A notice names whose rows changed (`Moved`). A stream whose person cannot have such rows is not told.
 * - A device is told at most four times a second, however much moves: each time it asks for all of it.
 * - Many devices are told one after the other (`crowd.ts`), and again only when all of them have been told.
 * - A stream ends with what let it begin: the session, the account, the role, the company.
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
/** Between two times that a device is told. */
const TELL_MS = 250
/** Where many are told one after the other: between two groups of them. */
const GROUP_INTERVAL_MS = 50
/** Between two looks at whether those who listen still may. */
const CHECK_MS = 1_000
/** Devices of one person that listen; the one that has listened longest gives way. */
export const MOST_STREAMS = 8
/** Bytes that wait for a device which does not read: it is cut off, and comes again when it can. */
const MOST_WAITING = 64 * 1024

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
  /** In the order in which they came. */
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
    // Until then a device could be answered from before the change (`answerAgeMs`).
    const afterMs = answerAgeMs(listeners.size)
    if (afterMs === 0) tell(moved)
    else setTimeout(() => tell(moved), afterMs).unref()
  }

  // What was announced while nobody listened is not lost: everybody is asked to look.
  const connection = await openConnection(context, hear, () => tell(['*']))
  const heartbeat = setInterval(() => {
    for (const listener of listeners) write(listener, ': here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const checking = setInterval(() => {
    check(context, listeners).catch((error: unknown) => log.warn(error, 'who listens could not be checked'))
  }, CHECK_MS)
  checking.unref()

  return {
    add(person, session, response) {
      // Whoever has gone while their token was looked at closes no more.
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
  if (response.writableLength > MOST_WAITING) response.destroy()
  else response.write(text)
}

/** Tells the listeners in rounds, each round in groups. */
function createRounds(listeners: ReadonlySet<Listener>) {
  /** What changed and is not yet being told. */
  let waiting = new Set<Moved>()
  let nextRoundAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  /** Tells everybody whom it concerns of all that changed so far. */
  function tellRound() {
    const moved = waiting
    waiting = new Set()
    const concerned = [...listeners].filter(({ company }) => concerns(moved, company))
    const withinMs = spreadMs(concerned.length)
    nextRoundAt = performance.now() + Math.max(TELL_MS, withinMs)
    // Whoever listens longer is in an earlier group, each time: devices of a group come to have the same cursor.
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
 * The LISTEN connection. Where it is lost, it is opened again.
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

/** Ends the streams of those who may not listen any more, or not to the same. */
async function check({ pool, env, clock }: Context, listeners: Set<Listener>): Promise<void> {
  const all = [...listeners]
  if (all.length === 0) return
  const standings = await queryRows(pool, Standing, { name: 'listeners', text: standingSql(env) }, [
    all.map(({ person }) => person.id),
    all.map(({ session }) => session),
    clock(),
  ])
  for (const [n, listener] of all.entries())
    if (!stands(listener.person, standings[n]!)) {
      listeners.delete(listener)
      listener.response.end()
    }
}

const MOVED = 'event: cursor\ndata: {}\n\n'

/** What somebody who listens is now. Where the account is no more, `open` is false and the rest null. */
const Standing = z.object({
  open: z.boolean(),
  role_id: z.number().nullable(),
  is_staff: z.boolean().nullable(),
  company: z.number().nullable(),
})
type Standing = z.infer<typeof Standing>

/** A row for each listener, in their order. */
const standingSql = (env: Pick<Env, 'DEMO'>): string => `
  select coalesce(${accountIsOpen(env, 'u')}, false) and ${sessionLives('$3::timestamptz')} as open,
         u.role_id, u.is_staff, u.company_id as company
    from unnest($1::int[], $2::uuid[]) with ordinality as l(user_id, session_id, n)
    left join users u on u.id = l.user_id left join sessions s on s.id = l.session_id
   order by l.n`

/** Whether the person is who they were when they began to listen. */
const stands = (person: Person, now: Standing): boolean =>
  now.open &&
  now.role_id === person.role_id &&
  now.is_staff === person.is_staff &&
  (belongsToCustomer(person) ? now.company : null) === person.company
