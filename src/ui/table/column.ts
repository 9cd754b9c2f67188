/** What a table shows of its rows: the columns, their order, and the page. Pure, so that it can be tested alone. */
import { columnVisible, type ColumnRoles, type Person } from '#contract/permissions.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_ORDER_LIST } from '#contract/spec.ts'
import { addDollarSign } from '../format.ts'
import type { ReactNode } from 'react'
import { wordsOf } from '#contract/words.ts'

type Value = string | number | bigint | boolean | null

/**
 * Makes a column's cells fields to type into, as those of a spreadsheet. The text of a field is the column's `value`.
 */
export interface CellEdit<Row> {
  /** Called with the text that was typed or pasted into the cell of a row. */
  onType: (row: Row, text: string) => void
  /** Returns what is wrong with the cell's text. */
  problem?: (row: Row) => string | undefined
  /** Whether the text differs from the first one. */
  isChanged?: (row: Row) => boolean
  /** Whether this row's cell is read-only. */
  isClosed?: (row: Row) => boolean
}

export interface Column<Row> extends ColumnRoles {
  id: string
  label: string
  /** The value that the column is sorted by. */
  value: (row: Row) => Value
  /** The text that is shown, searched and exported; the value's own text where this is missing. */
  text?: (row: Row) => string
  /** The content that is shown, where it is more than text. */
  cell?: (row: Row) => ReactNode
  /** The text that the export writes where a person reads a prettier one (money without its thousands). */
  exported?: (row: Row) => string
  edit?: CellEdit<Row>
  align?: 'right'
  /** Long text that may take several lines; everything else stays on one. */
  wide?: true
  /** The least width, in px. */
  width?: number
  /** On a phone's card: beside the title instead of among the details. */
  badge?: true
  /** On a phone's card: large, below the title and without its label. */
  lead?: true
  /** What a phone's card shows in place of the cell. */
  card?: (row: Row) => ReactNode
  /** Its texts are amounts in dollars: on a phone's card they carry the sign. */
  isMoney?: true
  /** Not on a phone's card. */
  offCard?: true
  /** The cells are controls or pictures: no export has them. */
  isControl?: boolean
  /** A zero shows as "–". */
  isZeroDash?: true
  /** The content below the column: of all listed rows, not only of those on show. */
  foot?: (rows: readonly Row[]) => string
}

export interface TableState {
  search: string
  /** null: the order in which the rows came. */
  sort: { column: string; descending: boolean } | null
  /** From 0. */
  page: number
  /** Rows a page; null: as A340 says. */
  size: number | null
}
export const UNSORTED: TableState = { search: '', sort: null, page: 0, size: null }

/** A340: 1000 rows a page when the label is "Order List" or nothing is fetched, 100 otherwise. */
export function defaultPageSize(label: string, hasEndpoint: boolean): number {
  return label === 'Order List' || !hasEndpoint ? PAGE_SIZE_ORDER_LIST : PAGE_SIZE_DEFAULT
}

/** A262, A263: returns the columns that this person's role may see; screen and export both begin here. */
export const visibleColumns = <Row>(columns: readonly Column<Row>[], person: Person | null) =>
  columns.filter((column) => columnVisible(column, person))

/** Returns the columns of an export: those of controls or pictures are left out. */
export const exportedColumns = <Row>(columns: readonly Column<Row>[]) =>
  columns.filter(({ isControl }) => !isControl)

export function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = column.value(row)
  return value === null ? '' : String(value)
}

/** Returns a cell's content. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row)
  return column.isZeroDash && Number(column.value(row)) === 0 ? '–' : cellText(column, row)
}

/** Returns what a phone's card shows in place of the cell; undefined where it shows the cell. */
export function cardOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.isMoney && !column.cell) return addDollarSign(cellText(column, row))
  return column.card?.(row)
}

/** A040: returns the rows that hold every typed word in any of their columns, upper and lower case alike. */
export function searchRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: string,
): readonly Row[] {
  const words = wordsOf(search)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const all = columns.map((column) => cellText(column, row).toLowerCase())
    return words.every((word) => all.some((text) => text.includes(word)))
  })
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return Number(a! > b!) - Number(a! < b!)
}

/** A039. Rows without a value come last either way; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: TableState['sort'],
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (!column || !sort) return rows
  const sign = sort.descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      const missing = Number(a.value === null) - Number(b.value === null)
      return missing || (a.value === null ? 0 : sign * compare(a.value, b.value))
    })
    .map(({ row }) => row)
}

/** Returns the next order: ascending at the first press, then descending (A039). */
export function nextSort(sort: TableState['sort'], column: string): TableState['sort'] {
  return { column, descending: sort?.column === column && !sort.descending }
}
