import { Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
} from 'react'
import { ChoiceBox, ChooseAll, useRange } from './ChoiceBox.tsx'
import classes from './DataTable.module.css'
import { pastedCells } from './grid.ts'
import { contentOf, PlainRows, widthOf, type RowRange } from './PlainRows.tsx'
import { goToCard, spotOfCards, useReturnTo, type RowsPlace } from './place.ts'
import { pressRow } from './press-row.ts'
import { onTableKey } from './table-keys.ts'
import { addDollarSign } from '../format.ts'
import { cardOf, cellOf, cellText, nextSort, type Column, type TableState } from './column.ts'
import type { RowChoice } from './use-choice.ts'
import type { ColumnWidths } from './use-table-prefs.ts'
import { WidthHandle, widthOfKey } from './WidthHandle.tsx'

const VirtualRows = lazy(() => import('./VirtualRows.tsx'))

interface RowsProps<Row> extends RowsPlace {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The row's name in the labels of its boxes and fields; its first cell where this is missing. */
  rowName?: ((row: Row) => string) | undefined
  onRow: ((row: Row) => void) | undefined
  /**
   * The number of rows of all pages together, null where they are not counted, and of those before the first row here.
   */
  total: number | null
  offset: number
  sort: TableState['sort']
  /** Missing where the rows are in the server's order. */
  onSort: ((sort: TableState['sort']) => void) | undefined
  loading: boolean
  empty: ReactNode
  /** Called when the last row comes into sight; missing when there is nothing more. */
  onEnd: (() => void) | undefined
  /** Set where rows are chosen. */
  choice?: RowChoice<Row> | undefined
  /** Set where a person sets the widths of columns. */
  widths?: ColumnWidths | undefined
  /**
   * The rows behind the totals, all pages together; missing where there are no totals, or not all rows are here yet.
   */
  listed?: readonly Row[] | undefined
}

/** Up to this many rows all of them are in the document: find-in-page and printing then work. */
const PLAIN_ROWS = 100
const NEAR_END_PX = 200

const nameOf =
  <Row,>({ columns: [title], rowName }: Pick<RowsProps<Row>, 'columns' | 'rowName'>) =>
  (row: Row): string =>
    rowName?.(row) ?? (title ? cellText(title, row) : '')

/** The rows as a table that scrolls inside, below a header that stays (A341). */
export function RowTable<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, total, loading, empty, onEnd, choice, widths } = props
  const box = useRef<HTMLDivElement>(null)
  const body = {
    columns,
    rows,
    rowKey: props.rowKey,
    rowName: nameOf(props),
    onRow: props.onRow,
    firstRowIndex: props.offset + 2,
    choice,
    onChoose: useRange(choice, rows, props.rowKey),
    widths: widths?.px,
  }

  useReturnTo(props.spot, ({ top }) => {
    if (box.current) box.current.scrollTop = top
  })

  function scrolled({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) {
    props.onSpot?.({ top: scrollTop })
    if (scrollTop + clientHeight > scrollHeight - NEAR_END_PX) onEnd?.()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={classes.box}
      onScroll={scrolled}
      onKeyDown={onTableKey}
      onPaste={(event) => pasteInto(columns, rows, event)}
      // An area that scrolls must be reachable by keyboard (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`${label} rows`}
    >
      <table aria-label={label} aria-rowcount={total === null ? -1 : total + 1} aria-busy={loading}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column, at) => (
              <Header
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                widths={widths}
                box={at === 0 && choice && <ChooseAll choice={choice} rows={rows} />}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length <= PLAIN_ROWS ? (
            <PlainRows {...body} from={0} to={rows.length} />
          ) : (
            <Suspense fallback={<PlainRows {...body} from={0} to={PLAIN_ROWS} />}>
              <VirtualRows
                // Other columns begin with other widths.
                key={columns.map(({ id }) => id).join()}
                {...(body as RowRange<unknown>)}
                box={box}
              />
            </Suspense>
          )}
          {loading && rows.length === 0 && <SkeletonRows columns={columns.length || 6} />}
        </tbody>
        <Totals columns={columns} listed={props.listed} />
      </table>
      {!loading && rows.length === 0 && empty}
    </div>
  )
}

/** Types several cells of a spreadsheet, pasted into one table cell, into the cells from there on. */
function pasteInto<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  event: ClipboardEvent<HTMLElement>,
): void {
  const { column } = (event.target as HTMLElement).dataset
  const row = (event.target as Element).closest('tr')?.dataset['row']
  if (column === undefined || row === undefined) return
  const cells = pastedCells(columns, rows, { row: Number(row), column }, event.clipboardData.getData('text'))
  if (!cells) return
  event.preventDefault()
  for (const { edit, row: into, text } of cells) edit.onType(into, text)
}

function Header<Row>({
  column,
  sort,
  onSort,
  widths,
  box,
}: { column: Column<Row>; box: ReactNode } & Pick<RowsProps<Row>, 'sort' | 'onSort' | 'widths'>) {
  const sorted = sort?.column === column.id ? (sort.descending ? 'descending' : 'ascending') : 'none'
  const Arrow = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[sorted]
  function key(event: KeyboardEvent<HTMLElement>) {
    const px = widthOfKey(event)
    if (px === null) return
    event.preventDefault()
    widths?.set(column.id, px)
  }
  const title = onSort ? (
    <button
      type="button"
      aria-keyshortcuts={widths && 'Alt+ArrowLeft Alt+ArrowRight'}
      onClick={() => onSort(nextSort(sort, column.id))}
    >
      {column.label}
      <Arrow size={14} aria-hidden data-idle={sorted === 'none' || undefined} />
    </button>
  ) : (
    <span>{column.label}</span>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <th
      aria-sort={onSort && sorted}
      aria-label={box ? column.label : undefined}
      data-align={column.align}
      scope="col"
      onKeyDown={widths && key}
      {...widthOf(column, widths?.px)}
    >
      {box ? (
        <div className={classes.withBox}>
          {box}
          {title}
        </div>
      ) : (
        title
      )}
      {widths && <WidthHandle onWidth={(px) => widths.set(column.id, px)} />}
    </th>
  )
}

const hasFoot = <Row,>({ foot }: Column<Row>) => foot !== undefined

/** The sums of money and quantities. */
function Totals<Row>({ columns, listed }: Pick<RowsProps<Row>, 'columns' | 'listed'>) {
  if (!listed?.length || !columns.some(hasFoot)) return null
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, align, foot }, at) => (
          <td key={id} data-align={align}>
            {foot?.(listed) ?? (at === 0 ? 'Total' : '')}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 12 }, (_, row) => (
    <tr key={row} className={classes.row} aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <Skeleton height={14} width={`${50 + ((row * 7 + column * 13) % 45)}%`} />
        </td>
      ))}
    </tr>
  ))
}

/** The rows as cards, one below the other in the page, for a screen too narrow for columns. */
export function RowCards<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, onRow, loading, empty, onEnd, choice } = props
  const choose = useRange(choice, rows, rowKey)
  const rowName = nameOf(props)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!onEnd || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), {
      rootMargin: `${NEAR_END_PX}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onEnd])

  const list = useRef<HTMLUListElement>(null)
  useReturnTo(props.spot, (spot) => goToCard(list.current, spot))
  const scrolled = useEffectEvent(() => props.onSpot?.(spotOfCards(list.current)))
  useEffect(() => {
    const listener = () => scrolled()
    window.addEventListener('scroll', listener, { passive: true })
    return () => window.removeEventListener('scroll', listener)
  }, [])

  const [title, ...others] = columns
  const leads = others.filter(({ lead }) => lead)
  const details = others.filter(({ badge, lead, offCard }) => !badge && !lead && !offCard)
  if (loading && rows.length === 0)
    return Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={96} mb={8} radius="md" />)
  if (rows.length === 0 || !title) return <div>{empty}</div>
  return (
    <>
      <ul ref={list} className={classes.cards} aria-label={label} aria-busy={loading}>
        {rows.map((row) => (
          <li
            key={rowKey(row)}
            data-key={rowKey(row)}
            className={classes.card}
            data-lead={leads.length > 0 || undefined}
            {...pressRow(onRow, row)}
          >
            <div className={classes.cardHead}>
              {choice && <ChoiceBox choice={choice} row={row} name={rowName(row)} onChoose={choose} />}
              <strong>{cellOf(title, row)}</strong>
              {others
                .filter(({ badge }) => badge)
                .map((column) => (
                  <span key={column.id}>{cardOf(column, row) || cellOf(column, row)}</span>
                ))}
            </div>
            {leads.length > 0 && (
              <p className={classes.leads}>
                {leads.map((column) => (
                  <span key={column.id}>{cardOf(column, row) ?? cellOf(column, row)}</span>
                ))}
              </p>
            )}
            <dl>
              {details
                .filter(({ isZeroDash, value }) => !isZeroDash || Number(value(row)) !== 0)
                .map((column) => (
                  <div key={column.id} data-wide={column.wide}>
                    <dt>{column.label}</dt>
                    <dd>{cardOf(column, row) || contentOf(column, row, rowName) || '–'}</dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
      <CardTotals columns={columns} listed={props.listed} />
      <div ref={end} />
    </>
  )
}

function CardTotals<Row>({ columns, listed }: Pick<RowsProps<Row>, 'columns' | 'listed'>) {
  const summed = columns.filter(hasFoot)
  if (!listed?.length || summed.length === 0) return null
  return (
    <dl className={classes.totals} aria-label="Totals">
      {summed.map(({ id, label, foot, isMoney }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{isMoney ? addDollarSign(foot!(listed)) : foot!(listed)}</dd>
        </div>
      ))}
    </dl>
  )
}
