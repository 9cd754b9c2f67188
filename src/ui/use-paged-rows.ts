/** Rows that come from an endpoint a page at a time, or all at once. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Page<Row> {
  rows: Row[]
  /** How many there are in all. */
  total: number
}
export type FetchPage<Row> = (page: { limit: number; offset: number } | 'all') => Promise<Page<Row>>

/** What a table needs to know of where its rows come from. */
export interface RowSource<Row> {
  rows: readonly Row[]
  total: number
  loading: boolean
  failed: boolean
  /** Fetches the next `limit` rows. Nothing happens while a fetch is under way or when all are there. */
  loadMore: (limit: number) => void
  loadAll: () => void
}

const nothing = () => undefined

/** Rows that are all there at once, null while they are on their way: nothing more is ever fetched. */
export const wholeSource = <Row>(rows: readonly Row[] | null, failed: boolean): RowSource<Row> => ({
  rows: rows ?? [],
  total: rows?.length ?? 0,
  loading: rows === null && !failed,
  failed,
  loadMore: nothing,
  loadAll: nothing,
})

interface State<Row> extends Page<Row> {
  /** Whom the rows came from; rows of another one are shown until its own are there. */
  from: FetchPage<Row> | null
  more: boolean
  failed: boolean
}

/**
 * Begins with `firstLimit` rows whenever `fetchPage` becomes another function (give it a stable one), keeping what is
 * shown until the answer is there. `fetchPage` null: nothing is fetched. A failure is logged and not shown (A335).
 */
export function usePagedRows<Row>(
  fetchPage: FetchPage<Row> | null,
  keyOf: (row: Row) => string | number,
  firstLimit: number,
): RowSource<Row> {
  const [state, setState] = useState<State<Row>>({
    rows: [],
    total: 0,
    from: null,
    more: false,
    failed: false,
  })
  /** Only the newest fetch's answer counts. */
  const newest = useRef(0)

  const load = useCallback(
    async (from: FetchPage<Row>, page: Parameters<FetchPage<Row>>[0], afresh: boolean) => {
      const mine = ++newest.current
      const put = (change: (before: State<Row>) => State<Row>) => {
        if (mine === newest.current) setState(change)
      }
      try {
        const answer = await from(page)
        put((before) => {
          const known = afresh ? [] : before.rows
          const seen = new Set(known.map(keyOf))
          const rows = [...known, ...answer.rows.filter((row) => !seen.has(keyOf(row)))]
          // A page that brings nothing new is the end, whatever the count said: rows may have gone meanwhile.
          const end = page === 'all' || rows.length === known.length
          const total = end ? rows.length : Math.max(answer.total, rows.length)
          return { rows, total, from, more: false, failed: false }
        })
      } catch (error) {
        console.warn('Table fetch failed:', error)
        put((before) => ({ ...before, from, more: false, failed: true }))
      }
    },
    [keyOf],
  )

  useEffect(() => {
    if (fetchPage) void load(fetchPage, { limit: firstLimit, offset: 0 }, true)
  }, [load, fetchPage, firstLimit])

  const { rows, total, failed, more } = state
  const loading = fetchPage !== null && (state.from !== fetchPage || more)
  const idle = fetchPage !== null && !loading && !failed && rows.length < total
  const fetchMore = (page: Parameters<FetchPage<Row>>[0], afresh: boolean) => {
    if (!idle) return
    setState((before) => ({ ...before, more: true }))
    void load(fetchPage, page, afresh)
  }
  return {
    rows,
    total,
    loading,
    failed,
    loadMore: (limit) => fetchMore({ limit, offset: rows.length }, false),
    loadAll: () => fetchMore('all', true),
  }
}
