import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { useTableProps } from '#src/kit/list/use-table-props.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NeedsServer } from '#src/ui/NeedsServer.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { pressRow } from '#src/ui/table/press-row.ts'
import { NARROW } from '#src/ui/table/narrow.ts'
import { PageSteps } from '#src/ui/table/Pager.tsx'
import { RowTable } from '#src/ui/table/TableRows.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { useTypedSearch } from '#src/ui/table/use-typed-search.ts'
import { SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import classes from './inventory.module.css'
import type { CataloguePageQuery } from './queries.ts'

type View = 'table' | 'cards'

interface CatalogueListProps<Row> {
  /** The list's label, and the key under which its settings are kept. */
  label: string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  pageQuery: (query: { search: string; page: number }) => CataloguePageQuery<Row>
  /** The search and the page. A screen keeps them in its address, so that they are there again on the way back. */
  table: Pick<ReturnType<typeof useTableProps>, 'state' | 'onState'>
  /** Called when a row is pressed (C056). */
  onRow?: (row: Row) => void
  /** The screen's own buttons and toggles. */
  children?: ReactNode
}

/** C049–C052: a list that the server searches and pages, as a table or as cards. Online only. */
export function CatalogueList<Row>({
  label,
  columns,
  card,
  pageQuery,
  table: { state, onState },
  onRow,
  children,
}: CatalogueListProps<Row>) {
  const serverReachable = useServerReachable()
  const [view, setView] = useCatalogueView()
  const { search, page } = state
  // A new search begins with its first page.
  const [typed, type] = useTypedSearch(search, (text) => onState({ ...state, search: text, page: 0 }))
  const query = pageQuery({ search, page })
  const { value, failure, busy, reload } = useServerQuery(
    {
      ...query,
      // The previous page stays until the next one is here: its rows keep their own numbers.
      read: async (client, signal) => ({
        ...(await query.read(client, signal)),
        first: page * PAGE_SIZE_DEFAULT,
      }),
    },
    { keepsPrevious: true },
  )
  const loading = busy && failure === null
  const rows = value?.rows ?? []
  const first = value?.first ?? 0
  const total = value?.total ?? 0
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE_DEFAULT) - 1)
  // Rows may have gone since the address was written.
  const isBeyond = !busy && rows.length === 0 && first === page * PAGE_SIZE_DEFAULT && page > last
  const showLast = useEffectEvent(() => onState({ ...state, page: last }))
  useEffect(() => {
    if (isBeyond) showLast()
  }, [isBeyond])
  const show = (next: number) => {
    onState({ ...state, page: next })
    window.scrollTo({ top: 0 })
  }
  const empty = (
    <EmptyState title="No products found with the provided search criteria">
      {children
        ? 'Try fewer or other words, or show more with the switches above.'
        : 'Try fewer or other words.'}
    </EmptyState>
  )

  if (!serverReachable && !value) return <NeedsServer />
  return (
    <section className={classes.page} aria-label={label}>
      <div className={classes.toolbar}>
        {children}
        <TextInput
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Name, UPC or item code"
          type="search"
          size="md"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
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
      {failure !== null && serverReachable && (
        <ReadFailure busy={busy} onRetry={reload}>
          {errorText(failure)}
        </ReadFailure>
      )}
      <p className={classes.loading} role="status">
        {loading && 'Loading products'}
      </p>
      {view === 'table' ? (
        <RowTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={query.keyOf}
          onRow={onRow}
          total={total}
          offset={first}
          sort={null}
          onSort={undefined}
          loading={loading}
          empty={failure === null ? empty : null}
          onEnd={undefined}
        />
      ) : loading && rows.length === 0 ? (
        <Skeleton height={320} radius="md" />
      ) : rows.length === 0 && failure === null ? (
        empty
      ) : (
        <Cards label={label} rows={rows} keyOf={query.keyOf} card={card} onRow={onRow} />
      )}
      <nav className={classes.footer} aria-label={`${label} pages`}>
        <PageSteps
          first={page}
          last={page}
          offset={first}
          shown={rows.length}
          total={String(total)}
          hasMore={(page + 1) * PAGE_SIZE_DEFAULT < total}
          onPage={show}
        />
      </nav>
    </section>
  )
}

/** Table or cards, as the person chose on this device. */
function useCatalogueView() {
  // A person chooses for narrow and for wide screens separately: a table chosen at the desk would
  // scroll sideways on a narrow one.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const width = narrow ? 'narrow' : 'wide'
  const [views, setViews] = useLocalStorage<{ narrow: View; wide: View }>({
    key: 'larder-catalogue-views',
    defaultValue: { narrow: 'cards', wide: 'table' },
    getInitialValueInEffect: false,
  })
  return [views[width], (view: View) => setViews({ ...views, [width]: view })] as const
}

type CardsProps<Row> = Pick<CatalogueListProps<Row>, 'label' | 'card' | 'onRow'> & {
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

function Cards<Row>({ label, rows, keyOf, card, onRow }: CardsProps<Row>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={classes.card} {...pressRow(onRow, row)}>
          {card(row)}
        </li>
      ))}
    </ul>
  )
}
