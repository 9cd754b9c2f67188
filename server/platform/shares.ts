/**
 * Shares of the database's connections. Pushes have their own connections, so that scanning goes on while reports are
 * read. One person's calls take only a part of the others, and one long list at a time (decision 0190).
 */
import type { Env } from '../env.ts'
import { Problem } from './problem.ts'

/** The longest wait for a place: as long as a call waits for a connection (`connectionTimeoutMillis`). */
const MOST_WAIT_MS = 10_000
/** The most calls of one person that wait: more than a screen makes. */
const MOST_WAITING_CALLS = 200
/** For one process: each takes most of a core of PostgreSQL's while it is sent. */
const LONG_LISTS_AT_ONCE = 2
const RETRY_AFTER_S = 2

/** Returns a 503 with `Retry-After`. */
export const busy = (message = 'The server is too busy just now. Please try again in a moment.') =>
  new Problem(503, message, { code: 'busy' }, { 'retry-after': String(RETRY_AFTER_S) })

/** Divides a process's connections between pushes and everything else. */
export const divideConnections = (all: number): { pushes: number; others: number } => {
  const pushes = Math.max(1, Math.floor(all / 4))
  return { pushes, others: all - pushes }
}

/** Leaves a place. Only its first call counts. */
type Leave = () => void

interface Places<Name> {
  /** Waits for a place of this name. Throws `busy` where too many wait, or no place became free in time. */
  enter(name: Name): Promise<Leave>
  /** Takes a place if one is free now; else returns null. */
  tryEnter(name: Name): Leave | null
}

interface Queue {
  inside: number
  waiting: (() => void)[]
}

/** @param atOnce how many places each name has */
function places<Name>(atOnce: number): Places<Name> {
  const queues = new Map<Name, Queue>()
  function leaving(name: Name, queue: Queue): Leave {
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const next = queue.waiting.shift()
      // A call that leaves passes its place to the next one.
      if (next) next()
      else if (--queue.inside === 0) queues.delete(name)
    }
  }
  function tryEnter(name: Name): Leave | null {
    const queue = queues.get(name) ?? { inside: 0, waiting: [] }
    if (queue.inside >= atOnce) return null
    queues.set(name, queue)
    queue.inside++
    return leaving(name, queue)
  }
  return {
    tryEnter,
    async enter(name) {
      const leave = tryEnter(name)
      if (leave) return leave
      const queue = queues.get(name)!
      if (queue.waiting.length >= MOST_WAITING_CALLS) throw busy()
      await new Promise<void>((enter, fail) => {
        const entered = () => {
          clearTimeout(timer)
          enter()
        }
        const timer = setTimeout(() => {
          queue.waiting.splice(queue.waiting.indexOf(entered), 1)
          fail(busy())
        }, MOST_WAIT_MS)
        queue.waiting.push(entered)
      })
      return leaving(name, queue)
    },
  }
}

export interface Shares {
  /** Calls of one person, by id. Each may use several connections, but all together never use every connection. */
  calls: Places<number>
  pushes: Places<number>
  /** Long lists of one person; callers without a token share one entry. */
  longListsOf: Places<number | null>
  /** Long lists of all callers. */
  longLists: Places<'all'>
}

export function makeShares({ POOL_MAX }: Pick<Env, 'POOL_MAX'>): Shares {
  const { pushes, others } = divideConnections(POOL_MAX)
  return {
    calls: places(Math.max(1, Math.floor(others / 3))),
    pushes: places(Math.max(1, Math.floor(pushes / 2))),
    longListsOf: places(1),
    longLists: places(LONG_LISTS_AT_ONCE),
  }
}
