import type { ServerQuery } from '#src/queries/server-query.ts'
import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { KEPT, queriesOf } from './query-client.ts'
import { useSignedIn } from './signed-in.ts'
import { useServerReachable } from './use-sync-status.ts'

/** The state of an answer, for a screen. */
export interface ServerReading<T> {
  /** Null until the first read; the last value stays when it cannot be read again. */
  value: T | null
  /** When it was read, in ms. */
  readAt: number
  /** Why the last read failed; null where it did not. It stays while it is requested once more. */
  failure: unknown
  /** A request is on its way, for this screen or another one. */
  busy: boolean
  /** Requests it once more. */
  reload: () => void
}

export interface Options {
  /** No request is made while false. */
  enabled?: boolean
  /**
   * The answer to the previous query stays until the next one is answered: for paging and search, never where rows
   * are chosen.
   */
  keepsPrevious?: boolean
}

/** Returns the signed-in person's own store. */
export const useQueries = () => queriesOf(useSignedIn().engine.user.id)

/**
 * Reads what the server knows, for a screen that needs it: when the screen is opened, when the server comes back, and
 * when a person asks. No request is made while the server is not reachable.
 */
export function useServerQuery<T>(
  { queryKey, read, isKept, isAskedAnew, isForm }: ServerQuery<T>,
  { enabled = true, keepsPrevious = false }: Options = {},
): ServerReading<T> {
  const { client } = useSignedIn()
  const reachable = useServerReachable()
  const { data, dataUpdatedAt, error, isSuccess, isFetching, refetch } = useQuery<T>(
    {
      ...(isKept && KEPT),
      ...(isAskedAnew && { staleTime: 0 }),
      ...(isForm && { gcTime: 0 }),
      queryKey,
      queryFn: ({ signal }) => read(client, signal),
      enabled: enabled && reachable,
    },
    useQueries(),
  )
  const failure = useLastFailure(queryKey, { error, isSuccess }, reachable)
  // The library's own placeholder goes as soon as the next question fails.
  const [previous, setPrevious] = useState<{ data: T } | null>(null)
  if (keepsPrevious && data !== undefined && data !== previous?.data) setPrevious({ data })
  return {
    value: data ?? (keepsPrevious ? previous?.data : null) ?? null,
    readAt: dataUpdatedAt,
    failure,
    busy: isFetching,
    reload: useCallback(() => void refetch(), [refetch]),
  }
}

/**
 * Returns why the last read failed. The library forgets that as soon as it asks again, and with it the button that
 * asked.
 */
export function useLastFailure(
  queryKey: QueryKey,
  { error, isSuccess }: { error: unknown; isSuccess: boolean },
  reachable: boolean,
): unknown {
  const key = hashKey(queryKey)
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null)
  if (error !== null && (failed?.error !== error || failed?.key !== key)) setFailed({ key, error })
  // A failure from before the server went away: the query is requested again when the server is back.
  else if (!reachable && error === null && failed) setFailed(null)
  return error ?? (!isSuccess && failed?.key === key ? failed.error : null)
}
