import { expect, it } from 'vitest'
import { columnWidths, sheetOf, xlsx } from './spreadsheet.ts'
import type { Column } from './table/column.ts'

interface Row {
  id: string
  total: string
}
const columns: Column<Row>[] = [
  { id: 'id', label: 'Order ID', value: ({ id }) => id },
  { id: 'total', label: 'Total', value: ({ total }) => total, align: 'right' },
]
const rows = [
  { id: '0042', total: '1250.50' },
  { id: '=1+1', total: 'Pending' },
]

it('A013 a table’s sheet has its labels and rows; codes stay text, and values that can be summed are numbers', () => {
  expect(sheetOf(columns, rows)).toEqual([
    ['Order ID', 'Total'],
    ['0042', 1250.5],
    ['=1+1', 'Pending'],
  ])
})

it('A013 A346 the workbook opens again with the same cells, none of them a formula, and its columns have widths', async () => {
  const sheet = sheetOf(columns, rows)
  const blob = await xlsx('Orders: all/today', sheet)
  const { read, utils } = await import('sheetjs-style').then((module) =>
    'utils' in module ? module : (module as unknown as { default: typeof import('sheetjs-style') }).default,
  )
  const book = read(await blob.arrayBuffer(), { type: 'array', cellFormula: true, cellStyles: true })
  const page = book.Sheets[book.SheetNames[0]!]!
  expect(book.SheetNames).toEqual(['Orders  all today'])
  expect(utils.sheet_to_json(page, { header: 1 })).toEqual(sheet)
  expect(page['A3']).toMatchObject({ t: 's', v: '=1+1' })
  expect(page['A3']).not.toHaveProperty('f')
  expect(page['!cols']).toHaveLength(2)
  expect(columnWidths(sheet)).toEqual([10, 9])
})
