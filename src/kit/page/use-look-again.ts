import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useQueries } from '../use-server-query.ts'
import { useServerReachable } from '../use-sync-status.ts'

const EVERY_MS = 3_000

/** Asks again and again for as long as what is on show changes by itself. `key` must be the same each time. */
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
