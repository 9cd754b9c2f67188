import { describe, expect, it } from 'vitest'
import type { Person } from '#contract/permissions.ts'
import { PAGE_SIZES } from '#contract/spec.ts'
import {
  cardOf,
  defaultPageSize,
  nextSort,
  searchRows,
  sortRows,
  visibleColumns,
  type Column,
} from './column.ts'

interface Row {
  id: number
  user: string
  total: bigint | null
}
const columns: Column<Row>[] = [
  { id: 'id', label: 'Order ID', value: (row) => row.id },
  { id: 'user', label: 'Username', value: (row) => row.user },
  { id: 'total', label: 'Total Price', value: (row) => row.total, text: (row) => `$${row.total}` },
]
const rows: Row[] = [
  { id: 9, user: 'Maria', total: 200n },
  { id: 10, user: 'omar', total: null },
  { id: 2, user: 'maria 2', total: 1000n },
]
const ids = (found: readonly Row[]) => found.map((row) => row.id)
const person = (role_id: number): Person => ({ id: 1, username: 'x', role_id, is_staff: true, company: null })

it('A340 a table starts at 100 rows a page, and at 1000 when it is "Order List" or fetches nothing', () => {
  expect(defaultPageSize('Orders', true)).toBe(100)
  expect(defaultPageSize('Order List', true)).toBe(1000)
  expect(defaultPageSize('Orders', false)).toBe(1000)
})

it('A339 pages of 25, 75, 100 and 1000 rows are offered', () => {
  expect(PAGE_SIZES).toEqual([25, 75, 100, 1000])
})

it('a card shows amounts with their sign, and an invalid amount unchanged', () => {
  const shown = (text: string) => cardOf({ ...columns[0]!, text: () => text, isMoney: true }, rows[0]!)
  expect(['1,240.10', '-4.00', '2.00 by hand', 'Pending', ''].map(shown)).toEqual([
    '$1,240.10',
    '−$4.00',
    '$2.00 by hand',
    'Pending',
    '',
  ])
  expect(cardOf(columns[2]!, rows[0]!)).toBeUndefined()
})

describe('columns by role', () => {
  const some: Column<Row>[] = [
    { ...columns[0]!, visibility_allow_rid: [1, 2] },
    { ...columns[1]!, visibility_deny_rid: [2] },
    { ...columns[2]!, visibility_allow_rid: [1, 2], visibility_deny_rid: [2] },
    { ...columns[0]!, id: 'everybody' },
  ]
  const seen = (role: number) => visibleColumns(some, person(role)).map(({ id }) => id)

  it('A262 A263 B202 B203 B204 an allow list shows a column to its roles only, a deny list wins, and no list shows it to all', () => {
    expect(seen(1)).toEqual(['id', 'user', 'total', 'everybody'])
    expect(seen(2)).toEqual(['id', 'everybody'])
    expect(seen(3)).toEqual(['user', 'everybody'])
  })

  it('A263 columns are hidden until the person is known', () => {
    expect(visibleColumns(some, null)).toEqual([])
  })
})

it('A039 a header sorts by its column and, pressed again, the other way round', () => {
  const up = nextSort(null, 'id')
  expect(ids(sortRows(rows, columns, up))).toEqual([2, 9, 10])
  const down = nextSort(up, 'id')
  expect(ids(sortRows(rows, columns, down))).toEqual([10, 9, 2])
  expect(nextSort(down, 'user')).toEqual({ column: 'user', descending: false })
})

it('rows without a value come last, whichever way the column is sorted', () => {
  expect(ids(sortRows(rows, columns, { column: 'total', descending: false }))).toEqual([9, 2, 10])
  expect(ids(sortRows(rows, columns, { column: 'total', descending: true }))).toEqual([2, 9, 10])
})

it('A040 a search keeps the rows that hold every typed word', () => {
  expect(ids(searchRows(rows, columns, 'MARIA'))).toEqual([9, 2])
  expect(ids(searchRows(rows, columns, 'maria 1000'))).toEqual([2])
  expect(ids(searchRows(rows, columns, '  '))).toEqual([9, 10, 2])
  expect(ids(searchRows(rows, columns, 'nobody'))).toEqual([])
})
