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

interface State<Row> extends Page<Row> {
  loading: boolean
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
  const [state, setState] = useState<State<Row>>({ rows: [], total: 0, loading: true, failed: false })
  const run = useRef(0)
  const busy = useRef(false)

  const load = useCallback(
    async (page: Parameters<FetchPage<Row>>[0], fresh: boolean) => {
      if (!fetchPage || (busy.current && !fresh && page !== 'all')) return
      const mine = ++run.current
      busy.current = true
      setState((before) => ({ ...before, loading: true }))
      try {
        const answer = await fetchPage(page)
        if (mine !== run.current) return
        setState((before) => {
          const known = fresh || page === 'all' ? [] : before.rows
          const seen = new Set(known.map(keyOf))
          const rows = [...known, ...answer.rows.filter((row) => !seen.has(keyOf(row)))]
          // A page that brings nothing new is the end, whatever the count said: rows may have gone meanwhile.
          const end = page === 'all' || rows.length === known.length
          return {
            rows,
            total: end ? rows.length : Math.max(answer.total, rows.length),
            loading: false,
            failed: false,
          }
        })
      } catch (error) {
        if (mine !== run.current) return
        console.warn('Table fetch failed:', error)
        setState((before) => ({ ...before, loading: false, failed: true }))
      } finally {
        if (mine === run.current) busy.current = false
      }
    },
    [fetchPage, keyOf],
  )

  useEffect(() => {
    void load({ limit: firstLimit, offset: 0 }, true)
    return () => void ++run.current
  }, [load, firstLimit])

  const { rows, total, failed } = state
  const complete = rows.length >= total
  return {
    ...state,
    loadMore: useCallback(
      (limit) => !complete && !failed && void load({ limit, offset: rows.length }, false),
      [load, complete, failed, rows.length],
    ),
    loadAll: useCallback(() => !complete && void load('all', false), [load, complete]),
  }
}
