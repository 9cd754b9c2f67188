import type { Person } from '#contract/permissions.ts'
import { PAGE_SIZES, SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import {
  IconArrowDown,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconSearch,
  IconStack2,
} from '@tabler/icons-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { csv, download, EXPORT_SUCCESS, exportName } from './csv.ts'
import classes from './DataTable.module.css'
import { snackbar } from './snackbar.ts'
import { RowCards, RowTable } from './TableRows.tsx'
import {
  defaultPageSize,
  searchRows,
  sortRows,
  visibleColumns,
  type Column,
  type TableState,
} from './table-view.ts'
import type { RowSource } from './use-paged-rows.ts'

interface DataTableProps<Row> {
  /** Names the table for a screen reader and its export file. */
  label: string
  columns: readonly Column<Row>[]
  source: RowSource<Row>
  /** Whether `source` fetches; decides the page size (A340). */
  hasEndpoint: boolean
  rowKey: (row: Row) => string | number
  person: Person | null
  state: TableState
  onState: (state: TableState) => void
  /** A further narrowing that the screen's own controls decide. Every row is then fetched, as for a search. */
  filter?: ((row: Row) => boolean) | undefined
  /** The screen's own buttons and toggles, before the search. */
  toolbar?: ReactNode
  /** Shown when there is nothing at all. */
  empty: ReactNode
}

/** A sortable, searchable, exportable table; on a narrow phone its rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, source, hasEndpoint, rowKey, person, state, onState, filter } = props
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const [pageSize, setPageSize] = useState(() => defaultPageSize(label, hasEndpoint))
  const [pages, setPages] = useState({ first: 0, last: 0 })
  const columns = useMemo(() => visibleColumns(props.columns, person), [props.columns, person])

  const rows = useMemo(() => {
    const kept = filter ? source.rows.filter(filter) : source.rows
    return sortRows(searchRows(kept, columns, state.search), columns, state.sort)
  }, [source.rows, filter, columns, state.search, state.sort])

  // Searching, filtering and sorting answer for every row, so they need every row here.
  const needsAll = Boolean(state.search || state.sort || filter)
  const total = needsAll ? rows.length : Math.max(source.total, rows.length)
  const wanted = Math.min((pages.last + 1) * pageSize, total)
  const { loadAll, loadMore, loading } = source
  useEffect(() => {
    if (loading) return
    if (needsAll) loadAll()
    else if (rows.length < wanted) loadMore(pageSize)
  }, [needsAll, loading, rows.length, wanted, pageSize, loadAll, loadMore])

  useEffect(() => setPages({ first: 0, last: 0 }), [state.search, state.sort, filter, pageSize])

  const shown = rows.slice(pages.first * pageSize, (pages.last + 1) * pageSize)
  const hasMore = (pages.last + 1) * pageSize < total
  const Rows = narrow ? RowCards : RowTable

  function showAll() {
    loadAll()
    setPages({ first: 0, last: Math.ceil(Math.max(source.total, rows.length) / pageSize) + 1 })
  }
  function exportCsv() {
    download(exportName(label, new Date(), 'csv'), csv(columns, rows))
    snackbar(EXPORT_SUCCESS)
  }

  return (
    <section className={classes.table} aria-label={label}>
      <div className={classes.toolbar}>
        {props.toolbar}
        <Search value={state.search} onSearch={(search) => onState({ ...state, search })} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={exportCsv}
          disabled={rows.length === 0}
        >
          Export
        </Button>
        {hasEndpoint && (
          <Button
            variant="default"
            leftSection={<IconStack2 size={18} aria-hidden />}
            onClick={showAll}
            disabled={shown.length >= total && !loading}
          >
            Load all
          </Button>
        )}
      </div>
      <Rows
        label={label}
        columns={columns}
        rows={shown}
        rowKey={rowKey}
        total={total}
        offset={pages.first * pageSize}
        sort={state.sort}
        onSort={(sort) => onState({ ...state, sort })}
        loading={loading}
        empty={
          source.total > 0 && total === 0 ? (
            <p>No rows match. Change the search or the filter.</p>
          ) : (
            props.empty
          )
        }
        onEnd={
          hasMore && !loading ? () => setPages(({ first, last }) => ({ first, last: last + 1 })) : undefined
        }
      />
      <nav className={classes.footer} aria-label={`${label} pages`}>
        <NativeSelect
          aria-label="Rows per page"
          size="sm"
          value={String(pageSize)}
          onChange={(event) => setPageSize(Number(event.currentTarget.value))}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
        />
        <span className={classes.range} aria-live="polite">
          {shown.length === 0
            ? '0 of 0'
            : `${pages.first * pageSize + 1}–${pages.first * pageSize + shown.length} of ${total}`}
        </span>
        <Button
          variant="default"
          aria-label="Previous page"
          px="sm"
          disabled={pages.first === 0}
          onClick={() => setPages(({ first }) => ({ first: first - 1, last: first - 1 }))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button
          variant="default"
          aria-label="Next page"
          px="sm"
          disabled={!hasMore}
          onClick={() => setPages(({ last }) => ({ first: last + 1, last: last + 1 }))}
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
        {narrow && hasMore && (
          <Button
            variant="default"
            leftSection={<IconArrowDown size={18} aria-hidden />}
            onClick={() => setPages(({ first, last }) => ({ first, last: last + 1 }))}
          >
            More
          </Button>
        )}
      </nav>
    </section>
  )
}

/** A338: the search runs 300 ms after the last key. */
function Search({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(value)
  const later = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS)
  // The address can change under the table (back, a link): the field then follows it.
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label="Search"
      placeholder="Search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        later(event.currentTarget.value)
      }}
    />
  )
}
