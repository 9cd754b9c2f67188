/** The rows of a source that a table lists, the pages of them that it shows, and what it fetches for that. */
import { useEffect, useMemo, useState } from 'react'
import { searchRows, sortRows, type Column, type TableState } from './column.ts'
import type { AnyRowSource, RowSource } from './source.ts'

interface ListingOptions<Row> {
  source: RowSource<Row>
  /** All columns that the person may see. */
  columns: readonly Column<Row>[]
  filter: ((row: Row) => boolean) | undefined
  state: TableState
  onListed: ((rows: readonly Row[]) => void) | undefined
}

/** Returns the rows that the search and the filter keep, sorted, and how many there are. */
export function useListing<Row>({ source, columns, filter, state, onListed }: ListingOptions<Row>) {
  // Hidden columns are searched too: a person need not show a column to find a row by it.
  const rows = useMemo(() => {
    if (source.isServed) return source.rows
    const kept = filter ? source.rows.filter(filter) : source.rows
    return sortRows(searchRows(kept, columns, state.search), columns, state.sort)
  }, [source.rows, source.isServed, filter, columns, state.search, state.sort])

  useEffect(() => onListed?.(rows), [onListed, rows])

  // Searching, filtering and sorting need every row here, unless the server has done them.
  const isNarrowed = Boolean(state.search || state.sort || filter)
  const needsAll = isNarrowed && !source.isServed
  /** Half a list has no totals. */
  const isWhole = !source.isLoading && source.rows.length >= source.total
  return {
    rows,
    isNarrowed,
    needsAll,
    isWhole,
    /** The listed rows are not complete yet: they would be a wrong answer to the search, and half an export. */
    isPartial: needsAll && !source.trouble && !isWhole,
    total: needsAll ? rows.length : Math.max(source.total, rows.length),
    isUncounted: !needsAll && source.isUncounted === true,
  }
}

/**
 * Returns the pages on show: the one of the address, and those that were added below it by scrolling on, until other
 * rows are listed. `total` is null while it is not known.
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
  /** Whether every row of the source is wanted, not only the first `count` that are listed. */
  needsAll: boolean
  /** The number of listed rows. */
  here: number
  count: number
  /** Rows a page. */
  size: number
}

/** Fetches the rows that are to be shown and are not here yet: the next page, or all of them to search and sort. */
export function useWantedRows(source: AnyRowSource, { needsAll, here, count, size }: WantedRows): void {
  const { isLoading, trouble, needsServer, total, loadAll, loadMore } = source
  const read = source.rows.length
  useEffect(() => {
    if (isLoading || trouble || needsServer) return
    if (!needsAll) {
      if (here < count) loadMore?.(size)
    } else if (read < total) loadAll?.()
  }, [needsAll, isLoading, trouble, needsServer, here, count, size, read, total, loadAll, loadMore])
}
