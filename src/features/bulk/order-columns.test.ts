import { expect, it } from 'vitest'
import { exportedCells } from '#src/ui/csv.ts'
import { sheetOf } from '#src/ui/spreadsheet.ts'
import { choiceColumns } from './order-columns.tsx'
import type { BulkOrder } from './queries.ts'

it('a total of a thousand and more is exported as a number, as a smaller one is', () => {
  const columns = choiceColumns(false).filter(({ id }) => id === 'total')
  const orders: Partial<BulkOrder>[] = [
    { invoiced: false, invoice_total: null, total: '1234.50' },
    { invoiced: true, invoice_total: '900.00', total: '1.00' },
  ]
  const rows = orders.map((order) => order as BulkOrder)
  expect(sheetOf(columns, rows)).toEqual([['Total Price'], [1234.5], [900]])
  expect(exportedCells(columns, rows)).toEqual([['Total Price'], ['1234.50'], ['900.00']])
})
