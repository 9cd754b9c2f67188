import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useQueries } from '../use-server-query.ts'
import { useServerReachable } from '../use-sync-status.ts'

/** For what the server is working on at this moment. */
const EVERY_MS = 3_000
/** For what another person may change at any time, and no device hears of by the change feed. */
export const SLOW_LOOK_MS = 60_000

/**
 * Asks again and again for as long as what is on show changes by itself. `key` must be the same each time.
 *
 * @param everyMs how long to wait between two questions
 */
export function useLookAgain(key: QueryKey, isChanging: boolean, everyMs = EVERY_MS): void {
  const queries = useQueries()
  const reachable = useServerReachable()
  useEffect(() => {
    const timer =
      isChanging && reachable
        ? setInterval(() => void queries.invalidateQueries({ queryKey: key }), everyMs)
        : undefined
    return () => clearInterval(timer)
  }, [queries, key, isChanging, reachable, everyMs])
}
