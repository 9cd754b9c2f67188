/** Which rows of a source a table lists, which pages of them it shows, and what it fetches for that. */
import { useEffect, useMemo, useState } from 'react'
import { searchRows, sortRows, type Column, type TableState } from './column.ts'
import type { RowSource } from './source.ts'

interface ListingOptions<Row> {
  source: RowSource<Row>
  /** All columns that the person may see. */
  columns: readonly Column<Row>[]
  filter: ((row: Row) => boolean) | undefined
  state: TableState
  onListed: ((rows: readonly Row[]) => void) | undefined
}

/** The rows that the search and the filter keep, sorted, and how many there are. */
export function useListing<Row>({ source, columns, filter, state, onListed }: ListingOptions<Row>) {
  // What is hidden is searched all the same: nobody must show a column to find a row by it.
  const rows = useMemo(() => {
    if (source.isServed) return source.rows
    const kept = filter ? source.rows.filter(filter) : source.rows
    return sortRows(searchRows(kept, columns, state.search), columns, state.sort)
  }, [source.rows, source.isServed, filter, columns, state.search, state.sort])

  useEffect(() => onListed?.(rows), [onListed, rows])

  // Searching, filtering and sorting answer for every row, so they need every row here, unless the server has answered them.
  const isNarrowed = Boolean(state.search || state.sort || filter)
  const needsAll = isNarrowed && !source.isServed
  /** Of half a list there are no totals. */
  const isWhole = !source.isLoading && source.rows.length >= source.total
  return {
    rows,
    isNarrowed,
    needsAll,
    isWhole,
    /** What is listed is not yet all that it will be: it would be a wrong answer to the search, and half an export. */
    isPartial: needsAll && !source.trouble && !isWhole,
    total: needsAll ? rows.length : Math.max(source.total, rows.length),
    isUncounted: !needsAll && source.isUncounted === true,
  }
}

/**
 * Which pages are on show: the one of the address, and those that were added below it by scrolling on, until what is
 * listed becomes something else. `total` is null while it is not known.
 */
export function usePages(
  state: TableState,
  size: number,
  total: number | null,
  listed: readonly unknown[],
  startLast = 0,
) {
  const now = [state.search, state.sort, state.page, ...listed]
  const [kept, setKept] = useState({ now, last: startLast })
  const same = kept.now.every((value, index) => value === now[index])
  // Rows may have gone since the address was written.
  const first = total === null ? state.page : Math.max(0, Math.min(state.page, Math.ceil(total / size) - 1))
  const last = same ? Math.max(first, kept.last) : first
  return { first, last, showTo: (last: number) => setKept({ now, last }) }
}

interface WantedRows {
  /** Every row of the source is wanted, not only the first `count` that are listed. */
  needsAll: boolean
  /** How many are listed. */
  here: number
  count: number
  /** Rows a page. */
  size: number
}

/** Fetches the rows that are to be shown and are not here yet: the next page, or all of them to search and sort. */
export function useWantedRows(source: RowSource<unknown>, { needsAll, here, count, size }: WantedRows): void {
  const { isLoading, trouble, needsServer, total, loadAll, loadMore } = source
  const read = source.rows.length
  useEffect(() => {
    if (isLoading || trouble || needsServer) return
    if (!needsAll) {
      if (here < count) loadMore?.(size)
    } else if (read < total) loadAll?.()
  }, [needsAll, isLoading, trouble, needsServer, here, count, size, read, total, loadAll, loadMore])
}
