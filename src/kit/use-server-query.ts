import type { Client } from '#src/api/client.ts'
import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { KEPT, queriesOf } from './query-client.ts'
import { useSignedIn } from './signed-in.ts'
import { useServerReachable } from './use-sync-status.ts'

/** A question to the server, declared in a feature's `queries.ts`. */
export interface ServerQuery<T> {
  /** The API's noun, then what narrows it: `['users']`, `['orders', { day }]`. Writes name it to have it asked anew. */
  queryKey: QueryKey
  read: (client: Client, signal: AbortSignal) => Promise<T>
  /** Small reference data that the device's database does not hold: kept on the device until the sign-out. */
  isKept?: true
  /** Asked anew whenever it is wanted, also where it was answered a moment ago: the device has heard of changes since. */
  isAskedAnew?: true
  /** What a form begins with: asked anew whenever it is opened, so that it never shows for a moment as it was before. */
  isForm?: true
}

/** What a screen knows of an answer. */
export interface ServerReading<T> {
  /** null until it was read once; what was read last stays when it cannot be read again. */
  value: T | null
  /** Ms; when it was read. */
  readAt: number
  /** Why it could not be read the last time; null where it could. Stays while it is asked once more. */
  failure: unknown
  /** It is on its way, whoever asked. */
  busy: boolean
  /** Asks once more. */
  reload: () => void
}

export interface Options {
  /** Not asked while false. */
  enabled?: boolean
  /** Until another question is answered, the answer to the one before stays: for paging and search, never where rows are chosen. */
  keepsPrevious?: boolean
}

/** The signed-in person's own store. */
export const useQueries = () => queriesOf(useSignedIn().engine.user.id)

/**
 * What the server knows, for a screen that needs it: asked when the screen is opened, when the server comes back, and when
 * somebody asks. Nothing is asked while the server is not in reach.
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

/** Why it could not be read the last time. The library forgets that as soon as it asks again, and with it the button that asked. */
export function useLastFailure(
  queryKey: QueryKey,
  { error, isSuccess }: { error: unknown; isSuccess: boolean },
  reachable: boolean,
): unknown {
  const key = hashKey(queryKey)
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null)
  if (error !== null && (failed?.error !== error || failed?.key !== key)) setFailed({ key, error })
  // Of before the server went away: it is asked anew when it is back.
  else if (!reachable && error === null && failed) setFailed(null)
  return error ?? (!isSuccess && failed?.key === key ? failed.error : null)
}
