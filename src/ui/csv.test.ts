import { expect, it } from 'vitest'
import { csv, exportedCells, exportName } from './csv.ts'
import { sheetOf } from './spreadsheet.ts'
import type { Column } from './table/column.ts'

interface Row {
  name: string
  price: string
}
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', value: (row) => row.name },
  { id: 'price', label: 'Price', value: (row) => row.price, exported: (row) => row.price.replace(',', '') },
]

it('A347 an exported file is named by the label and the UTC time', () => {
  expect(exportName('Orders', new Date('2026-11-21T18:05:09.123Z'), 'csv')).toBe(
    'Orders 2026-11-21T18-05-09Z.csv',
  )
})

const exported = (of: readonly Column<Row>[], rows: readonly Row[]) => csv(exportedCells(of, rows))

it('an export holds the labels and every row, quoted where needed', async () => {
  expect(await exported(columns, [{ name: 'Beef, "prime"', price: '1,250.00' }])).toBe(
    'Name,Price\r\n"Beef, ""prime""",1250.00\r\n',
  )
})

it('an export has no column of controls', async () => {
  const act: Column<Row> = { id: 'act', label: 'Act', value: () => null, isControl: true }
  expect(await exported([act, ...columns], [{ name: 'Beef', price: '1.00' }])).toBe(
    'Name,Price\r\nBeef,1.00\r\n',
  )
  expect(sheetOf([...columns, act], [{ name: 'Beef', price: '1.00' }])[0]).toEqual(['Name', 'Price'])
})

it('a number below zero stays a number, and a text that only begins like one stays text', async () => {
  const rows = [
    { name: '-1', price: '-5.00' },
    { name: '', price: '-1+cmd' },
  ]
  expect(await exported(columns, rows)).toBe(`Name,Price\r\n-1,-5.00\r\n,"'-1+cmd"\r\n`)
})

it('a cell that a spreadsheet would run is written as text', async () => {
  const names = ['=1+1', '+1', '-A1', '@sum'].map((name) => ({ name, price: '' }))
  expect(await exported(columns, names)).toBe(`Name,Price\r\n"'=1+1",\r\n"'+1",\r\n"'-A1",\r\n"'@sum",\r\n`)
})

it('quotes a semicolon: where a spreadsheet separates by it, the rest would be a cell without a guard', async () => {
  expect(await csv([['Rice;=1+1']])).toContain('"Rice;=1+1"')
})
