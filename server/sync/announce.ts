/**
 * Tells every server process that rows have changed, after the commit and not within it: NOTIFY inside a transaction
 * makes all commits of the cluster wait for each other. What is announced in the same few milliseconds goes out
 * together. A process that dies in between costs a delay only: devices also ask by themselves.
 */
import type pg from 'pg'

export const CHANNEL = 'larder_changes'
const GATHER_MS = 10

/** Which company's rows moved; '*' when it is something that everybody has (the catalogue, warehouses). */
export type Moved = number | '*'

export interface Announcer {
  announce(moved: Iterable<Moved>): void
  /** Sends what is gathered; for a clean stop. */
  flush(): Promise<void>
}

export function announcer(pool: pg.Pool, onError: (error: unknown) => void): Announcer {
  let waiting = new Set<Moved>()
  let timer: NodeJS.Timeout | undefined
  async function send() {
    timer = undefined
    const moved = [...waiting]
    waiting = new Set()
    if (moved.length > 0) await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(moved)])
  }
  return {
    announce(moved) {
      for (const one of moved) waiting.add(one)
      timer ??= setTimeout(() => send().catch(onError), GATHER_MS)
    },
    async flush() {
      clearTimeout(timer)
      await send()
    },
  }
}
