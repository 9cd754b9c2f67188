import { describe, expect, it } from 'vitest'
import type { KnownProducts } from './list-draft.ts'
import { fileNameOf, importOf, listSheetOf } from './list-file.ts'

/** The products are not read yet, so none can be reported as missing. */
const UNKNOWN: KnownProducts = { products: new Map(), isWhole: false }
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
    expect(importOf(sheet, UNKNOWN)).toEqual({
      categories: [
        { category_name: 'Oils', rows: rows('0614141000001', '0614141000002') },
        { category_name: 'Cheese+ E+', rows: rows('0614141000003') },
        { category_name: 'Later', rows: [] },
      ],
      findings: [
        {
          row: 3,
          code: '1.2E+11',
          words:
            'A spreadsheet has made this number of a code. It is left out: type the code again, as text.',
        },
      ],
    })
    // A number is not the name of a category either.
    const headless = importOf([['6.14E+11'], ['Oils'], ['0614141000001']], UNKNOWN)
    expect(headless.categories).toEqual([{ category_name: 'Oils', rows: rows('0614141000001') }])
    expect(headless.findings.map(({ row }) => row)).toEqual([1])
    expect(importOf([[''], []], UNKNOWN)).toEqual({ categories: [], findings: [] })
  })

  it('names duplicates by their rows, and takes each once', () => {
    const { categories, findings } = importOf(
      [['Oils'], ['1'], [], ['Dry'], ['2'], ['1'], [], ['Oils'], ['3']],
      UNKNOWN,
    )
    expect(categories).toEqual([
      { category_name: 'Oils', rows: rows('1', '3') },
      { category_name: 'Dry', rows: rows('2') },
    ])
    expect(findings).toEqual([
      { row: 6, code: '1', words: 'The product is in row 2 already. It is left out here.' },
      {
        row: 8,
        code: 'Oils',
        words: 'The category is in row 1 already. Its products are added to that one.',
      },
    ])
  })

  it('names an unknown product, and the known code that it becomes with the zeros that a spreadsheet removed', () => {
    const oil = { upc: '0614141000001', name: 'Olive Oil', active: true }
    const known: KnownProducts = { products: new Map([[oil.upc, oil]]), isWhole: true }
    const { categories, findings } = importOf([['Oils'], ['77'], ['614141000001'], [oil.upc]], known)
    expect(categories[0]?.rows).toEqual(rows('77', '614141000001', oil.upc))
    expect(findings).toEqual([
      { row: 2, code: '77', words: 'There is no such product. The list is saved without it.' },
      {
        row: 3,
        code: '614141000001',
        words:
          'There is no such product; 0614141000001 is Olive Oil. A spreadsheet may have taken zeros away. The list is saved without it.',
      },
    ])
  })

  it('that was exported reads as the same list, the names beside the codes', () => {
    const categories = [
      { category_name: 'Oils', rows: rows('0614141000001', '2') },
      { category_name: 'Later', rows: [] },
      { category_name: 'Dry', rows: rows('3') },
    ]
    const sheet = listSheetOf(categories, (upc) => (upc === '2' ? 'Olive Oil' : undefined))
    expect(sheet[2]).toEqual(['2', 'Olive Oil'])
    const read = sheet.map((row) => row.map(String))
    expect(importOf(read, UNKNOWN)).toEqual({ categories, findings: [] })
  })

  it('C410 is named by its customer and its number, with characters that a file system accepts', () => {
    expect(fileNameOf('Grove Street Bistro', 4)).toBe('Grove Street Bistro_OrderList_4_export.xlsx')
    expect(fileNameOf('A/B: "C"', 4)).toBe('A B   C _OrderList_4_export.xlsx')
  })
})
