import type { Person } from '#contract/permissions.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { NeedsServer } from '../NeedsServer.tsx'
import { OfflineNote } from '../OfflineNote.tsx'
import { ReadFailure } from '../ReadFailure.tsx'
import { defaultPageSize, visibleColumns, type Column, type TableState } from './column.ts'
import classes from './DataTable.module.css'
import type { Filter } from './Filters.tsx'
import { NARROW } from './narrow.ts'
import { Pager } from './Pager.tsx'
import type { KeptPlace } from './place.ts'
import type { AnyRowSource, RowSource } from './source.ts'
import { RowCards, RowTable } from './TableRows.tsx'
import { useSlash } from './table-keys.ts'
import { Toolbar } from './Toolbar.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import type { RowChoice } from './use-choice.ts'
import { useListing, usePages, useWantedRows } from './use-listing.ts'
import { useTablePrefs, widthsOf } from './use-table-prefs.ts'

interface DataTableProps<Row> {
  /** Names the table for a screen reader, for its export file, and for the person's stored preferences. */
  label: string
  columns: readonly Column<Row>[]
  source: RowSource<Row>
  /** Called for a press on a row, and for Enter; a link in one of its cells leads to the same place. */
  onRow?: (row: Row) => void
  /** Called with all rows that are listed, in their order, whenever they change. It must stay the same function. */
  onListed?: (rows: readonly Row[]) => void
  person: Person | null
  state: TableState
  onState: (state: TableState) => void
  /** Stores the place in the list, for the way back. */
  place?: KeptPlace
  /** The screen's own filters; their values are kept in the address. */
  filters?: readonly Filter[]
  /** Whether the filters keep a row. Every row is then fetched, as for a search. */
  filter?: ((row: Row) => boolean) | undefined
  /** Whether rows can be searched for; false where the specification wants no filter (C084). */
  isSearchable?: boolean
  /** Set where a person chooses rows to do something with all of them. */
  choice?: RowChoice<Row> | undefined
  /** Shown when there is nothing at all. */
  empty: ReactNode
  /** Shown where there are no rows without the server. */
  offline?: ReactNode
}

/** A list: sortable, searchable, exportable, with totals; on a narrow screen its rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, source, person, state, onState, filter, filters, place, isSearchable = true } = props
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const prefs = useTablePrefs(label, person)
  const allowed = useMemo(() => visibleColumns(props.columns, person), [props.columns, person])
  const columns = useMemo(
    () => allowed.filter(({ id }) => !prefs.hidden.includes(id)),
    [allowed, prefs.hidden],
  )
  const search = useRef<HTMLInputElement>(null)
  useSlash(search)

  const listing = useListing({ source, columns: allowed, filter, state, onListed: props.onListed })
  const { rows, total, isUncounted, isWhole } = listing
  const { isLoading, loadAll } = source
  const size = state.size ?? defaultPageSize(label, loadAll !== undefined)
  const [start] = useState(() => place?.read(label))
  const pages = usePages(state, size, isLoading ? null : total, [filter, size], start?.last)
  const wanted = Math.min((pages.last + 1) * size, total)
  useWantedRows(source, { needsAll: listing.needsAll, here: rows.length, count: wanted, size })

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
        missing={isWhole ? null : missingOf(source)}
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
      <SourceNotes source={source} offline={props.offline} />
      {(!hasNothing || (!source.trouble && !source.needsServer)) && (
        <>
          <Rows
            label={label}
            columns={columns}
            rows={shown}
            rowKey={source.keyOf}
            onRow={props.onRow}
            total={isUncounted ? null : total}
            offset={pages.first * size}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            loading={isLoading || listing.isPartial}
            listed={isWhole ? rows : undefined}
            empty={
              !hasNothing || source.total > 0 || (source.isServed && listing.isNarrowed) ? (
                <p>No rows match. Change the search or the filter.</p>
              ) : (
                props.empty
              )
            }
            onEnd={hasMore && !isLoading ? showMore : undefined}
            spot={isHere ? start : undefined}
            onSpot={isHere ? (spot) => place?.keep(label, { last: pages.last, ...spot }) : undefined}
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

interface SourceNotesProps {
  source: AnyRowSource
  /** Shown where there are no rows without the server. */
  offline: ReactNode
}

/** Says why the rows are missing, or older than the server's. */
function SourceNotes({ source: { rows, trouble, needsServer }, offline }: SourceNotesProps) {
  return (
    <>
      {trouble && (
        <ReadFailure busy={trouble.isRetrying} onRetry={trouble.retry} isQuiet>
          {trouble.words}
        </ReadFailure>
      )}
      {needsServer &&
        (rows.length === 0 ? (
          <NeedsServer>{offline}</NeedsServer>
        ) : (
          <OfflineNote>The server is not in reach: this is what it last said.</OfflineNote>
        ))}
    </>
  )
}

/** Returns the number of rows, in words. */
const showTotal = (total: number, isUncounted = false) =>
  isUncounted ? `${(total - 1).toLocaleString('en-US')}+` : total.toLocaleString('en-US')

/** Returns what an export fetches first: the rows of a source that are not here. */
const missingOf = (source: AnyRowSource) => ({
  total: showTotal(source.total, source.isUncounted),
  fetch: source.loadAll,
  reason: missingReason(source),
})

/** Returns why rows that are not here cannot be fetched now. */
function missingReason({ trouble, needsServer, total, isUncounted }: AnyRowSource): string | false {
  if (trouble) return 'The rows could not be read.'
  if (!needsServer) return false
  return total === 0 ? 'There are no rows.' : `All ${showTotal(total, isUncounted)} rows need the server.`
}
