/** Rows of the server for a `DataTable`. */
import { MOST_COUNTED } from '#contract/pages.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { RowSource, Trouble } from '#src/ui/table/source.ts'
import type { RowsQuery } from '#src/queries/server-query.ts'
import { hashKey, useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../signed-in.ts'
import { useLastFailure, useQueries, useServerQuery, type ServerReading } from '../use-server-query.ts'
import { useServerReachable } from '../use-sync-status.ts'

const NONE: readonly never[] = []

/** Reads all rows of a list in one answer. */
export function useRows<Row>(
  query: RowsQuery<Row>,
): RowSource<Row> & Pick<ServerReading<unknown>, 'readAt' | 'busy' | 'reload'> {
  const reachable = useServerReachable()
  const read = useServerQuery(query)
  const rows = read.value ?? NONE
  return {
    rows,
    keyOf: query.keyOf,
    total: rows.length,
    isLoading: read.value === null && read.failure === null && reachable,
    trouble: useTrouble(read, reachable),
    needsServer: !reachable,
    readAt: read.readAt,
    busy: read.busy,
    reload: read.reload,
  }
}

export interface Page<Row> {
  rows: Row[]
  /** The number of all rows; more than `MOST_COUNTED` where the server has not counted on. */
  total: number
}

const isCounted = (total: number) => total <= MOST_COUNTED

/** Returns how many rows the next page comes after; undefined after the last one. */
export function nextOffset(read: readonly Page<unknown>[]): number | undefined {
  const last = read.at(-1)
  const offset = read.reduce((sum, { rows }) => sum + rows.length, 0)
  // An empty page is the end, whatever the count said: rows may have gone meanwhile.
  const isEnd = !last || last.rows.length === 0 || (offset >= last.total && isCounted(last.total))
  return isEnd ? undefined : offset
}

/** Returns whether rows came or went while these pages were read: then a row may be on none of them. */
export const hasShifted = (read: readonly Page<unknown>[]): boolean =>
  new Set(read.map(({ total }) => total)).size > 1

export interface PagesQuery<Row> {
  queryKey: QueryKey
  /** Reads so many rows after the first `offset`, or all of them. */
  readPage: (
    client: Client,
    page: { limit: number; offset: number } | 'all',
    signal: AbortSignal,
  ) => Promise<Page<Row>>
  keyOf: (row: Row) => string | number
  firstLimit: number
}

/** Reads rows a page at a time, or all at once where they are searched, sorted or narrowed. */
function useRowPages<Row>(
  { queryKey, readPage, keyOf, firstLimit }: PagesQuery<Row>,
  { enabled = true }: { enabled?: boolean } = {},
): RowSource<Row> {
  const { client } = useSignedIn()
  const reachable = useServerReachable()
  /** The size of the next page; the first one's is `firstLimit`. */
  const limit = useRef(firstLimit)
  const pagesKey = [...queryKey, 'pages']
  const pages = useInfiniteQuery(
    {
      queryKey: pagesKey,
      queryFn: ({ pageParam: offset, signal }) =>
        readPage(client, { limit: offset === 0 ? firstLimit : limit.current, offset }, signal),
      initialPageParam: 0,
      getNextPageParam: (_, read) => nextOffset(read),
      enabled: reachable && enabled,
    },
    useQueries(),
  )
  const question = hashKey(queryKey)
  const [allOf, setAllOf] = useState<string | null>(null)
  const wantsAll = allOf === question
  const all = useServerQuery(
    { queryKey: [...queryKey, 'all'], read: (client, signal) => readPage(client, 'all', signal) },
    { enabled: wantsAll },
  )

  const { data, hasNextPage, fetchNextPage, refetch } = pages
  const page = useMemo((): Pick<RowSource<Row>, 'rows' | 'total' | 'isUncounted'> => {
    if (wantsAll && all.value) return all.value
    // A row that moved down while the pages arrived is in two of them.
    const byKey = new Map(data?.pages.flatMap(({ rows }) => rows.map((row) => [keyOf(row), row] as const)))
    const rows = [...byKey.values()]
    if (!hasNextPage) return { rows, total: rows.length }
    const total = data?.pages.at(-1)?.total ?? 0
    return isCounted(total)
      ? { rows, total: Math.max(total, rows.length) }
      : { rows, total: Math.max(total, rows.length + 1), isUncounted: true }
  }, [wantsAll, all.value, data, hasNextPage, keyOf])

  const pagesFailure = useLastFailure(pagesKey, pages, reachable)
  const trouble = useTrouble(
    wantsAll ? all : { failure: pagesFailure, busy: pages.isFetching, reload: () => void refetch() },
    reachable,
  )
  const isWaiting = pages.isPending || pages.isFetchingNextPage || (wantsAll && all.value === null)
  return {
    ...page,
    keyOf,
    isLoading: isWaiting && trouble === null && reachable,
    trouble,
    needsServer: !reachable,
    loadMore: useCallback(
      (rows: number) => {
        limit.current = rows
        // All pages are read again once for each page that is added, so that this ends while rows come and go.
        void fetchNextPage({ cancelRefetch: false }).then(({ data: added, isError }) => {
          if (!isError && added && hasShifted(added.pages)) void refetch({ cancelRefetch: false })
        })
      },
      [fetchNextPage, refetch],
    ),
    loadAll: useCallback(() => setAllOf(question), [question]),
  }
}

/**
 * Reads rows that the device searches, sorts and narrows where all of them are here, and the server where there are
 * more.
 *
 * @param question the same rows as they are searched, sorted and narrowed; null where they are not
 */
export function useServedPages<Row>(
  plain: PagesQuery<Row>,
  question: PagesQuery<Row> | null,
): RowSource<Row> {
  const rows = useRowPages(plain)
  const isReady = !rows.isLoading && rows.trouble === null && !rows.needsServer
  const asks = question !== null && isReady && rows.rows.length < rows.total
  const answer = useRowPages(question ?? plain, { enabled: asks })
  return asks ? { ...answer, isServed: true } : rows
}

/**
 * A335: logs a failure and returns it, to show it without a dialog. Without the server there is none: the whole
 * screen says that the server is away.
 */
function useTrouble(
  { failure, busy, reload }: Pick<ServerReading<unknown>, 'failure' | 'busy' | 'reload'>,
  reachable: boolean,
): Trouble | null {
  const isTrouble = reachable && failure !== null
  useEffect(() => {
    if (isTrouble) console.warn('Table fetch failed:', failure)
  }, [isTrouble, failure])
  return isTrouble ? { words: errorText(failure), retry: reload, isRetrying: busy } : null
}
