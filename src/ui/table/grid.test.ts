import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { pastedCells } from './grid.ts'

interface Row {
  upc: string
  isSold?: boolean
}

const edit = {
  onType: () => undefined,
  isClosed: ({ isSold = true }: Row) => !isSold,
}
const value = () => ''
const columns: Column<Row>[] = [
  { id: 'upc', label: 'UPC', value },
  { id: 'price', label: 'Price', value, edit },
  { id: 'name', label: 'Name', value },
  { id: 'stock', label: 'Stock', value, edit },
]
const rows: Row[] = [{ upc: '1' }, { upc: '2', isSold: false }, { upc: '3' }]
const filled = (row: number, column: string, text: string) =>
  pastedCells(columns, rows, { row, column }, text)?.map((cell) => [cell.row.upc, cell.text])

describe('a paste into a table that is typed into', () => {
  it('fills the cells to the right and down, and no read-only cell', () => {
    expect(filled(0, 'price', '4.25\tCod\t7\r\n5.00\tHake\t8\r\n6.10 \tSole\t9\r\n')).toEqual([
      ['1', '4.25'],
      ['1', '7'],
      ['3', '6.10'],
      ['3', '9'],
    ])
  })
  it('leaves out cells beyond the last row and the last column', () => {
    expect(filled(2, 'stock', '1\t2\n3\t4')).toEqual([['3', '1']])
  })
  it('of one cell is the field’s own', () => {
    expect(filled(0, 'price', '4.25')).toBeUndefined()
    // A spreadsheet ends the line of one cell as well.
    expect(filled(0, 'price', '4.25\n')).toBeUndefined()
  })
})
