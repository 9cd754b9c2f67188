import { expect, test } from 'vitest'
import { columnsFor } from '../table/index.ts'
import { columnWidths } from '#src/ui/spreadsheet.ts'
import { exportSheet, productsOfWarehouse } from './export-rows.ts'
import { makePerson, makeProduct } from '#contract/picking/testing.ts'

const labels = (role: number) => columnsFor(makePerson(role), 'details').map(({ label }) => label)

test('A164: the spreadsheet has these 13 columns in this order', () => {
  expect(exportSheet([], makePerson(5))[0]).toEqual([
    'warehouse',
    'bin',
    'upc',
    'name',
    'unit_price',
    'case_price',
    'unit_type',
    'units_per_case',
    'weight_type',
    'average_unit_weight',
    'average_case_weight',
    'stock_level',
    'tax_default',
  ])
})

test('A263: the export leaves out columns that the role may not see', () => {
  expect(exportSheet([], makePerson(14))[0]).not.toContain('upc')
})

test('a code stays text and an amount is a number', () => {
  const [, row] = exportSheet([makeProduct({ upc: '00123', unit_price: '2.50' })], makePerson(5))
  expect(row?.slice(2, 5)).toEqual(['00123', 'Product 00123', 2.5])
})

test('A293: only the chosen warehouse’s products, once each, by bin', () => {
  const products = new Map(
    [
      makeProduct({ upc: '1', bin: 'A-10' }),
      makeProduct({ upc: '2', bin: 'A-2' }),
      makeProduct({ upc: '3', warehouse: { id: 4, name: 'Freezer' } }),
    ].map((product) => [product.upc, product]),
  )
  const items = ['1', '2', '3', '1', '9'].map((product) => ({ product }))
  expect(productsOfWarehouse(items, products, 3).map(({ upc }) => upc)).toEqual(['2', '1'])
  expect(productsOfWarehouse(items, products, 2)).toEqual([])
})

test('A346: columns are as wide as their content', () => {
  expect(
    columnWidths([
      ['upc', 'name'],
      ['0123456789', 'x'],
    ]),
  ).toEqual([12, 6])
})

test('A117: a manager reads every column', () => {
  expect(labels(5)).toEqual([
    'Picked',
    'Out of Stock',
    'Order',
    'Warehouse',
    'Bin',
    'UPC',
    'Item Code',
    'Name',
    'Combined Stock',
    'Units Ordered',
    'Units Picked',
    'Cases Ordered',
    'Cases Picked',
    'Coupon',
    'Taxable',
    'Final Price',
    'Substitution',
    'Actions',
  ])
})

test('A255, A256, A259: columns by role', () => {
  expect(labels(9)).toContain('UPC')
  expect(labels(10)).not.toContain('UPC')
  expect(labels(29)).toContain('Substitution')
  expect(labels(30)).not.toContain('Substitution')
  expect(labels(32)).toContain('Stock')
  expect(labels(32)).not.toContain('Combined Stock')
})
