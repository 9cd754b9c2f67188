import type { Person } from '#contract/permissions.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { NeedsServer } from '../NeedsServer.tsx'
import { OfflineNote } from '../OfflineNote.tsx'
import { ReadFailure } from '../ReadFailure.tsx'
import {
  defaultPageSize,
  searchRows,
  sortRows,
  visibleColumns,
  type Column,
  type TableState,
} from './column.ts'
import classes from './DataTable.module.css'
import type { Filter } from './Filters.tsx'
import { NARROW } from './narrow.ts'
import { Pager } from './Pager.tsx'
import type { KeptPlace } from './place.ts'
import type { RowSource } from './source.ts'
import { RowCards, RowTable } from './TableRows.tsx'
import { useSlash } from './table-keys.ts'
import { Toolbar } from './Toolbar.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import type { RowChoice } from './use-choice.ts'
import { useTablePrefs, widthsOf } from './use-table-prefs.ts'

interface DataTableProps<Row> {
  /** Names the table for a screen reader, its export file, and what is remembered of how a person wants it. */
  label: string
  columns: readonly Column<Row>[]
  source: RowSource<Row>
  rowKey: (row: Row) => string | number
  /** Where a press on a row leads, and Enter; a link in one of its cells leads there too. */
  onRow?: (row: Row) => void
  /** Called with all rows that are listed, in their order, whenever they change. It must stay the same function. */
  onListed?: (rows: readonly Row[]) => void
  person: Person | null
  state: TableState
  onState: (state: TableState) => void
  /** Where the way back finds the list again. */
  place?: KeptPlace
  /** The screen's own narrowing; what is chosen lies in the address. */
  filters?: readonly Filter[]
  /** What the filters keep of the rows that came. Every row is then fetched, as for a search. */
  filter?: ((row: Row) => boolean) | undefined
  /** Whether rows can be searched for; false where the specification wants no filter (C084). */
  isSearchable?: boolean
  /** Where rows are chosen to do something with all of them. */
  choice?: RowChoice<Row> | undefined
  /** Shown when there is nothing at all. */
  empty: ReactNode
  /** What is said where there are no rows without the server. */
  offline?: ReactNode
}

/** A list: sortable, searchable, exportable, with totals; on a narrow screen its rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, source, rowKey, person, state, onState, filter, filters, isSearchable = true } = props
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const prefs = useTablePrefs(label, person)
  const allowed = useMemo(() => visibleColumns(props.columns, person), [props.columns, person])
  const columns = useMemo(
    () => allowed.filter(({ id }) => !prefs.hidden.includes(id)),
    [allowed, prefs.hidden],
  )
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)

  const { onListed } = props
  // What is hidden is searched all the same: nobody must show a column to find a row by it.
  const rows = useMemo(() => {
    if (source.isServed) return source.rows
    const kept = filter ? source.rows.filter(filter) : source.rows
    return sortRows(searchRows(kept, allowed, state.search), allowed, state.sort)
  }, [source.rows, source.isServed, filter, allowed, state.search, state.sort])

  useEffect(() => onListed?.(rows), [onListed, rows])

  // Searching, filtering and sorting answer for every row, so they need every row here, unless the server has answered them.
  const isNarrowed = Boolean(state.search || state.sort || filter)
  const needsAll = isNarrowed && !source.isServed
  const total = needsAll ? rows.length : Math.max(source.total, rows.length)
  const isUncounted = !needsAll && source.isUncounted === true
  const { isLoading, trouble, needsServer, loadAll, loadMore } = source
  const size = state.size ?? defaultPageSize(label, loadAll !== undefined)
  const { place } = props
  const [start] = useState(() => place?.read(label))
  const pages = usePages(state, size, isLoading ? null : total, [filter, size], start?.last)
  const wanted = Math.min((pages.last + 1) * size, total)
  /** What is listed is not yet all that it will be: it would be a wrong answer to the search, and half an export. */
  const isPartial = needsAll && !trouble && (isLoading || source.rows.length < source.total)
  /** Of half a list there are no totals. */
  const isWhole = !isLoading && source.rows.length >= source.total
  // The rows that are to be shown and are not here yet: the next page, or all of them to search and sort.
  useEffect(() => {
    if (isLoading || trouble || needsServer) return
    if (!needsAll) {
      if (rows.length < wanted) loadMore?.(size)
    } else if (source.rows.length < source.total) loadAll?.()
  }, [
    needsAll,
    isLoading,
    trouble,
    needsServer,
    rows.length,
    wanted,
    size,
    source.rows.length,
    source.total,
    loadAll,
    loadMore,
  ])

  const shown = rows.slice(pages.first * size, (pages.last + 1) * size)
  const hasMore = (pages.last + 1) * size < total
  const showMore = () => pages.showTo(pages.last + 1)
  const change = (next: Partial<TableState>) => onState({ ...state, page: 0, ...next })
  const isHere = !isLoading && shown.length > 0 && rows.length >= wanted
  const hasNothing = source.rows.length === 0
  const Rows = narrow ? RowCards : RowTable

  return (
    <section
      className={classes.table}
      aria-label={label}
      data-density={prefs.isCompact ? 'compact' : undefined}
    >
      <Toolbar
        label={label}
        isNarrow={narrow}
        search={
          isSearchable
            ? { value: state.search, onSearch: (search) => change({ search }), field: search }
            : null
        }
        filters={filters}
        allowed={allowed}
        columns={columns}
        rows={rows}
        missing={
          isLoading || isPartial || source.rows.length < source.total
            ? {
                total: showTotal(source.total, source.isUncounted),
                fetch: loadAll,
                reason: missingReason(source),
              }
            : null
        }
        prefs={prefs}
        onAll={
          loadAll && {
            isDone: shown.length >= total && !isLoading,
            show() {
              loadAll()
              pages.showTo(Math.ceil(Math.max(source.total, rows.length) / size))
            },
          }
        }
      />
      {trouble && (
        <ReadFailure busy={trouble.isRetrying} onRetry={trouble.retry} isQuiet>
          {trouble.words}
        </ReadFailure>
      )}
      {needsServer &&
        (hasNothing ? (
          <NeedsServer>{props.offline}</NeedsServer>
        ) : (
          <OfflineNote>The server is not in reach: this is what it last said.</OfflineNote>
        ))}
      {(!hasNothing || (!trouble && !needsServer)) && (
        <>
          <Rows
            label={label}
            columns={columns}
            rows={shown}
            rowKey={rowKey}
            onRow={props.onRow}
            total={isUncounted ? null : total}
            offset={pages.first * size}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            loading={isLoading || isPartial}
            listed={isWhole ? rows : undefined}
            empty={
              !hasNothing || source.total > 0 || (source.isServed && isNarrowed) ? (
                <p>No rows match. Change the search or the filter.</p>
              ) : (
                props.empty
              )
            }
            onEnd={hasMore && !isLoading ? showMore : undefined}
            top={isHere ? start?.top : undefined}
            onTop={isHere ? (top) => place?.keep(label, { last: pages.last, top }) : undefined}
            choice={props.choice}
            widths={widthsOf(prefs)}
          />
          {props.choice && <ChosenBar choice={props.choice} listed={rows} />}
          <Pager
            label={label}
            size={size}
            onSize={(size) => change({ size })}
            first={pages.first}
            offset={pages.first * size}
            shown={shown.length}
            total={showTotal(total, isUncounted)}
            hasMore={hasMore}
            onPage={(page) => onState({ ...state, page })}
            last={pages.last}
            onMore={narrow ? showMore : undefined}
          />
        </>
      )}
    </section>
  )
}

/** How many rows there are, in words. */
const showTotal = (total: number, isUncounted = false) =>
  isUncounted ? `${(total - 1).toLocaleString('en-US')}+` : total.toLocaleString('en-US')

/** Why rows that are not here cannot be fetched now. */
function missingReason({ trouble, needsServer, total, isUncounted }: RowSource<unknown>): string | false {
  if (trouble) return 'The rows could not be read.'
  if (!needsServer) return false
  return total === 0 ? 'There are no rows.' : `All ${showTotal(total, isUncounted)} rows need the server.`
}

/**
 * Which pages are on show: the one of the address, and those that were added below it by scrolling on, until what is
 * listed becomes something else. `total` is null while it is not known.
 */
function usePages(
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
