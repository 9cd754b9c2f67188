/**
 * Notifies every server process that rows have changed, after the commit and not within it: NOTIFY inside a transaction
 * makes all commits of the cluster wait for each other. Changes announced in the same few milliseconds are sent
 * together. A process that dies in between costs only a delay, because devices also ask by themselves.
 */
import type pg from 'pg'

export const CHANNEL = 'larder_changes'
const GATHER_MS = 10

/** PostgreSQL takes less than 8,000 bytes. */
const MAX_NOTICE_LENGTH = 7_900

/**
 * Whose rows changed, so that only their devices are notified: those of one company, those that only the house sees, or
 * '*' for what everybody has (the catalogue, warehouses). No device's view is narrower than that, by table or by
 * warehouse.
 */
export type Moved = number | 'house' | '*'

/** Returns whether a device of this company (null for the house) can have rows that changed. */
export const concerns = (moved: ReadonlySet<Moved>, company: number | null): boolean =>
  company === null || moved.has('*') || moved.has(company)

/** Returns the notice as it is sent. Too many companies for one notice become '*'. */
export const noticeOf = (moved: readonly Moved[]): string => {
  const text = JSON.stringify(moved)
  return text.length > MAX_NOTICE_LENGTH ? JSON.stringify(['*']) : text
}

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
    if (moved.length > 0) await pool.query('select pg_notify($1, $2)', [CHANNEL, noticeOf(moved)])
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
