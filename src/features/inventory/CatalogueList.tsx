import { PAGE_SIZE_DEFAULT, SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { RowTable } from '#src/ui/table/TableRows.tsx'
import type { Column } from '#src/ui/table/column.ts'
import type { Page } from '#src/kit/use-rows.ts'
import { useRead } from '#src/ui/use-read.ts'
import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useCallback, useState, type ReactNode } from 'react'
import classes from './inventory.module.css'

interface CatalogueListProps<Row> {
  /** Names the list, and where its look is kept. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  /** Must stay the same function for as long as the same is asked for. */
  fetchPage: (query: { search: string; page: number }, signal: AbortSignal) => Promise<Page<Row>>
  serverReachable: boolean
  /** The screen's own buttons and toggles. */
  children?: ReactNode
}

/** C049–C052: a list that the server searches and cuts into pages, as a table or as cards. Online only. */
export function CatalogueList<Row>({
  label,
  columns,
  rowKey,
  card,
  serverReachable,
  ...props
}: CatalogueListProps<Row>) {
  const { fetchPage } = props
  const [view, setView] = useLocalStorage<'table' | 'cards'>({
    key: 'larder-catalogue-view',
    // Columns want more room than a phone has.
    defaultValue: window.matchMedia('(max-width: 40em)').matches ? 'cards' : 'table',
    getInitialValueInEffect: false,
  })
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const asked = { fetchPage, search }
  const [at, setAt] = useState({ ...asked, page: 0 })
  // Another search begins with its first page.
  const page = at.fetchPage === fetchPage && at.search === search ? at.page : 0
  const read = useCallback(
    async (signal: AbortSignal) => ({
      of: { fetchPage, search, page },
      ...(await fetchPage({ search, page }, signal)),
    }),
    [fetchPage, search, page],
  )
  const { value, failure, reload } = useRead(read, serverReachable)
  const isCurrent = value?.of.fetchPage === fetchPage && value.of.search === search && value.of.page === page
  const loading = !isCurrent && !failure
  const rows = value?.rows ?? []
  const first = page * PAGE_SIZE_DEFAULT
  const total = value?.total ?? 0
  const show = (next: number) => {
    setAt({ ...asked, page: next })
    window.scrollTo({ top: 0 })
  }
  const empty = (
    <EmptyState title="No products found with the provided search criteria">
      Try fewer or other words, or show more with the switches above.
    </EmptyState>
  )

  if (!serverReachable && !value) return <NeedsServer />
  return (
    <section className={classes.page} aria-label={label}>
      <div className={classes.toolbar}>
        {props.children}
        <TextInput
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Name, UPC or item code"
          type="search"
          size="md"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="View"
          size="md"
          data={[
            { value: 'table', label: 'Table' },
            { value: 'cards', label: 'Cards' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {!serverReachable && <OfflineNote>The server is not in reach: this is what it last said.</OfflineNote>}
      {Boolean(failure) && (
        <>
          <ErrorNote>{errorText(failure)}</ErrorNote>
          <div>
            <Button variant="default" onClick={reload}>
              Try again
            </Button>
          </div>
        </>
      )}
      <p className={classes.loading} role="status">
        {loading && 'Loading products'}
      </p>
      {view === 'table' ? (
        <RowTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onRow={undefined}
          total={total}
          offset={first}
          sort={null}
          onSort={undefined}
          loading={loading}
          empty={failure ? null : empty}
          onEnd={undefined}
        />
      ) : loading && rows.length === 0 ? (
        <Skeleton height={320} radius="md" />
      ) : rows.length === 0 && !failure ? (
        empty
      ) : (
        <ul className={classes.cards} aria-label={label}>
          {rows.map((row) => (
            <li key={rowKey(row)} className={classes.card}>
              {card(row)}
            </li>
          ))}
        </ul>
      )}
      <nav className={classes.footer} aria-label={`${label} pages`}>
        <span aria-live="polite">
          {rows.length === 0 ? '0 of 0' : `${first + 1}–${first + rows.length} of ${total}`}
        </span>
        <Button
          variant="default"
          aria-label="Previous page"
          px="sm"
          disabled={page === 0}
          onClick={() => show(page - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button
          variant="default"
          aria-label="Next page"
          px="sm"
          disabled={first + rows.length >= total}
          onClick={() => show(page + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
      </nav>
    </section>
  )
}
