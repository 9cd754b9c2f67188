import { describe, expect, it } from 'vitest'
import type { OfficeProduct } from '#contract/products/office.ts'
import { ProductPatch } from '#contract/products/edit.ts'
import { bodyOf, COLUMNS, importedRows, NO_HEADERS, sheetOf, typedInto, unsavedRows } from './bulk-rows.ts'

const HEADERS = COLUMNS.map(({ label }) => label)
const LINE = [
  'Dry & Chill',
  'A-1',
  '0614141000012',
  'Capers',
  '2.5',
  '24',
  'Unit / Case',
  '12',
  'r/w',
  '1.25',
  '15',
  '40',
  'Yes',
]
const read = (...lines: string[][]) => importedRows([HEADERS, ...lines])

describe('a file of inventory', () => {
  it('C175 is a column for each field, and comes back as it went', () => {
    const product = {
      upc: '0614141000012',
      name: 'Capers',
      warehouse: { id: 3, name: 'Dry & Chill' },
      bin: 'A-1',
      unit_price: '2.50',
      case_price: '24.00',
      unit_type: 'Unit / Case',
      units_per_case: 12,
      weight_type: 'r/w',
      average_unit_weight: '1.250',
      average_case_weight: null,
      stock_level: 40,
      tax_default: true,
    } as OfficeProduct
    const [head, line] = sheetOf([product])
    expect(head).toEqual(HEADERS)
    expect(line).toEqual([
      'Dry & Chill',
      'A-1',
      '0614141000012',
      'Capers',
      2.5,
      24,
      'Unit / Case',
      12,
      'r/w',
      1.25,
      '',
      40,
      'Yes',
    ])
    const [row] = read(line!.map(String))
    expect(bodyOf(row!)).toEqual({
      bin: 'A-1',
      name: 'Capers',
      unit_price: '2.50',
      case_price: '24.00',
      unit_type: 'Unit / Case',
      units_per_case: 12,
      weight_type: 'r/w',
      average_unit_weight: '1.250',
      average_case_weight: null,
      stock_level: 40,
      tax_default: true,
    })
    expect(ProductPatch.safeParse(bodyOf(row!)).error).toBeUndefined()
  })
  it('C256 needs each of the twelve headers, in any order and below a title; Tax Default may be missing', () => {
    for (const dropped of HEADERS.slice(0, 12)) {
      const at = HEADERS.indexOf(dropped)
      const without = (row: string[]) => row.toSpliced(at, 1)
      expect(() => importedRows([without(HEADERS), without(LINE)])).toThrow(
        `${NO_HEADERS} Missing: ${dropped}.`,
      )
    }
    const [row] = importedRows([HEADERS.slice(0, 12), LINE.slice(0, 12)])
    expect(bodyOf(row!)).not.toHaveProperty('tax_default')
    expect(importedRows([['Inventory'], [], HEADERS.toReversed(), LINE.toReversed()])[0]?.cells.upc).toBe(
      LINE[2],
    )
  })
  it('C360 without any header says so, and headers without rows give no rows', () => {
    for (const sheet of [[], [['1', '2']], [LINE]]) expect(() => importedRows(sheet)).toThrow(NO_HEADERS)
    expect(read(['', ' '], [])).toEqual([])
  })
  it('is read as people and spreadsheets write numbers', () => {
    const bodyWith = (unit_price: string, stock: string) =>
      bodyOf(read(LINE.with(4, unit_price).with(11, stock))[0]!)
    expect(bodyWith('1,234.5', '7.0')).toMatchObject({ unit_price: '1234.50', stock_level: 7 })
    expect(bodyWith('12,5', '')).toMatchObject({ unit_price: '12.50', stock_level: null })
    expect(bodyWith('12.100000000000001', '0')).toMatchObject({ unit_price: '12.10', stock_level: 0 })
    expect(bodyWith('0', '1')).toMatchObject({ unit_price: null })
    // The server says what is wrong with these.
    expect(bodyWith('-3', 'many')).toMatchObject({ unit_price: '-3', stock_level: 'many' })
  })
})

it('C257 a warehouse and a upc cannot be typed into, the other cells can', () => {
  const [row] = read(LINE)
  expect(typedInto(row!, 'upc', '1')).toBe(row)
  expect(typedInto(row!, 'warehouse', 'Freezer')).toBe(row)
  expect(typedInto(row!, 'name', 'Caper berries')).toMatchObject({
    modified: true,
    cells: { name: 'Caper berries' },
  })
})

it('C218 a retry leaves out what is saved, until somebody types into it', () => {
  const [first, second] = read(LINE, LINE)
  const rows = [
    { ...first!, saved: true },
    { ...second!, error: true, error_message: 'name: This field is required.' },
  ]
  expect(unsavedRows(rows)).toEqual([rows[1]])
  expect(unsavedRows([typedInto(rows[0]!, 'bin', 'B-2')])).toHaveLength(1)
})
