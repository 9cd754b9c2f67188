import { describe, expect, it } from 'vitest'
import { categoriesOf, fileNameOf, sheetOf } from './list-file.ts'

const rows = (...upcs: string[]) => upcs.map((product_id) => ({ product_id }))

describe('an order list as a file', () => {
  it('C259 has a category in column A, products below it until an empty row, and no value with "E+"', () => {
    const sheet = [
      ['Oils', 'a note'],
      ['0614141000001', 'Olive Oil'],
      ['1.2E+11'],
      [' 0614141000002 '],
      [''],
      ['', 'only a note'],
      ['Cheese+ E+'],
      ['0614141000003'],
      [],
      ['Later'],
    ]
    expect(categoriesOf(sheet)).toEqual([
      { category_name: 'Oils', rows: rows('0614141000001', '0614141000002') },
      { category_name: 'Cheese+ E+', rows: rows('0614141000003') },
      { category_name: 'Later', rows: [] },
    ])
    expect(categoriesOf([[''], []])).toEqual([])
  })

  it('that was exported reads as the same list, the names beside the codes', () => {
    const categories = [
      { category_name: 'Oils', rows: rows('0614141000001', '2') },
      { category_name: 'Later', rows: [] },
      { category_name: 'Dry', rows: rows('3') },
    ]
    const sheet = sheetOf(categories, (upc) => (upc === '2' ? 'Olive Oil' : undefined))
    expect(sheet[2]).toEqual(['2', 'Olive Oil'])
    expect(categoriesOf(sheet.map((row) => row.map(String)))).toEqual(categories)
  })

  it('C410 is named by its customer and its number, in what a file system takes', () => {
    expect(fileNameOf('Grove Street Bistro', 4)).toBe('Grove Street Bistro_OrderList_4_export.xlsx')
    expect(fileNameOf('A/B: "C"', 4)).toBe('A B   C _OrderList_4_export.xlsx')
  })
})
