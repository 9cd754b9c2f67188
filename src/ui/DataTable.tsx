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
import { downloadBlob, sheetOf, xlsx } from './spreadsheet.ts'
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
  /** Where a press on a row leads; a link in one of its cells leads there too. */
  onRow?: (row: Row) => void
  person: Person | null
  state: TableState
  onState: (state: TableState) => void
  /** A further narrowing that the screen's own controls decide. Every row is then fetched, as for a search. */
  filter?: ((row: Row) => boolean) | undefined
  /** Whether rows can be searched for; false where the specification wants no filter (C084). */
  isSearchable?: boolean
  /** The screen's own buttons and toggles, before the search. */
  toolbar?: ReactNode
  /** Shown when there is nothing at all. */
  empty: ReactNode
}

const now = () => new Date()

/** A sortable, searchable, exportable table; on a narrow phone its rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, source, hasEndpoint, rowKey, person, state, onState, filter, isSearchable = true } = props
  const narrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const [pageSize, setPageSize] = useState(() => defaultPageSize(label, hasEndpoint))
  const columns = useMemo(() => visibleColumns(props.columns, person), [props.columns, person])

  const [isSaving, setSaving] = useState(false)

  const rows = useMemo(() => {
    const kept = filter ? source.rows.filter(filter) : source.rows
    return sortRows(searchRows(kept, columns, state.search), columns, state.sort)
  }, [source.rows, filter, columns, state.search, state.sort])

  const pages = usePages([state.search, state.sort, filter, pageSize])

  // Searching, filtering and sorting answer for every row, so they need every row here.
  const needsAll = Boolean(state.search || state.sort || filter)
  const total = needsAll ? rows.length : Math.max(source.total, rows.length)
  const wanted = Math.min((pages.last + 1) * pageSize, total)
  const { loadAll, loadMore, loading } = source
  /** What is listed is not yet all that it will be: it would be a wrong answer to the search, and half an export. */
  const isPartial = needsAll && !source.failed && (loading || source.rows.length < source.total)
  useEffect(() => {
    if (loading) return
    if (needsAll) loadAll()
    else if (rows.length < wanted) loadMore(pageSize)
  }, [needsAll, loading, rows.length, wanted, pageSize, loadAll, loadMore])

  const shown = rows.slice(pages.first * pageSize, (pages.last + 1) * pageSize)
  const hasMore = (pages.last + 1) * pageSize < total
  const Rows = narrow ? RowCards : RowTable

  function showAll() {
    loadAll()
    pages.show(0, Math.ceil(Math.max(source.total, rows.length) / pageSize))
  }
  /** A013: what is listed, as a spreadsheet or as CSV. */
  async function save(format: 'xlsx' | 'csv') {
    const name = exportName(label, now(), format)
    setSaving(true)
    try {
      if (format === 'xlsx') downloadBlob(name, await xlsx(label, sheetOf(columns, rows)))
      else download(name, csv(columns, rows))
      snackbar(EXPORT_SUCCESS)
    } catch {
      // The code that writes it comes with the first export.
      snackbar('The spreadsheet could not be made. Try CSV, or again with a network.', 'bad')
    } finally {
      setSaving(false)
    }
  }

  return (
    <section className={classes.table} aria-label={label}>
      <div className={classes.toolbar}>
        {props.toolbar}
        {isSearchable && <Search value={state.search} onSearch={(search) => onState({ ...state, search })} />}
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void save(format)}
            disabled={rows.length === 0 || isPartial}
            loading={isSaving}
          >
            Export {format}
          </Button>
        ))}
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
        onRow={props.onRow}
        total={total}
        offset={pages.first * pageSize}
        sort={state.sort}
        onSort={(sort) => onState({ ...state, sort })}
        loading={loading || isPartial}
        empty={
          source.total > 0 && total === 0 ? (
            <p>No rows match. Change the search or the filter.</p>
          ) : (
            props.empty
          )
        }
        onEnd={hasMore && !loading ? () => pages.show(pages.first, pages.last + 1) : undefined}
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
        <span className={classes.pager}>
          <Button
            variant="default"
            aria-label="Previous page"
            px="sm"
            disabled={pages.first === 0}
            onClick={() => pages.show(pages.first - 1, pages.first - 1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </Button>
          <Button
            variant="default"
            aria-label="Next page"
            px="sm"
            disabled={!hasMore}
            onClick={() => pages.show(pages.last + 1, pages.last + 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </Button>
        </span>
        {narrow && hasMore && (
          <Button
            variant="default"
            leftSection={<IconArrowDown size={18} aria-hidden />}
            onClick={() => pages.show(pages.first, pages.last + 1)}
          >
            More
          </Button>
        )}
      </nav>
    </section>
  )
}

/** Which pages are on show, from the first again whenever what is listed becomes something else. */
function usePages(listed: readonly unknown[]) {
  const [kept, setKept] = useState({ listed, first: 0, last: 0 })
  const same = kept.listed.every((value, index) => value === listed[index])
  const { first, last } = same ? kept : { first: 0, last: 0 }
  return { first, last, show: (from: number, to: number) => setKept({ listed, first: from, last: to }) }
}

/** A338: the search runs 300 ms after the last key. */
function Search({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [state, setState] = useState({ text: value, seen: value, sent: value })
  // The value can change from outside (back, a link): the field then follows it. Its own echo changes nothing.
  if (value !== state.seen)
    setState(({ text, sent }) => ({ text: value === sent ? text : value, seen: value, sent }))
  const later = useDebouncedCallback((search: string) => {
    setState((before) => ({ ...before, sent: search }))
    onSearch(search)
  }, SEARCH_DEBOUNCE_MS)

  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label="Search"
      placeholder="Search"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={state.text}
      onChange={(event) => {
        const text = event.currentTarget.value
        setState((before) => ({ ...before, text }))
        later(text)
      }}
    />
  )
}
