import { describe, expect, it } from 'vitest'
import { COLUMNS, importedRows, NO_HEADERS, inventorySheetOf, typedInto, unsavedRows } from './bulk-rows.ts'
import { capers } from './testing.ts'

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
  it('C175 has a column for each field, and imports its own export unchanged', () => {
    const [head, line] = inventorySheetOf([capers])
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
    expect(row?.cells).toMatchObject({
      bin: 'A-1',
      unit_price: '2.5',
      average_case_weight: '',
      stock_level: '40',
    })
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
    expect(row?.cells.tax_default).toBeNull()
    expect(importedRows([['Inventory'], [], HEADERS.toReversed(), LINE.toReversed()])[0]?.cells.upc).toBe(
      LINE[2],
    )
  })
  it('C360 without any header says so, and headers without rows give no rows', () => {
    for (const sheet of [[], [['1', '2']], [LINE]]) expect(() => importedRows(sheet)).toThrow(NO_HEADERS)
    expect(read(['', ' '], [])).toEqual([])
  })
  it('has the exported values of each row, if it has the sheet of them', () => {
    const exported = LINE.with(4, '2.25')
    const rows = importedRows([HEADERS, LINE, LINE.with(2, '1')], [HEADERS, exported])
    expect(rows.map((row) => row.exported?.unit_price)).toEqual(['2.25', undefined])
  })
})

it('C257 a person can type into each cell except warehouse and UPC', () => {
  const [row] = read(LINE)
  expect(typedInto(row!, 'upc', '1')).toBe(row)
  expect(typedInto(row!, 'warehouse', 'Freezer')).toBe(row)
  expect(typedInto(row!, 'name', 'Caper berries')).toMatchObject({
    modified: true,
    cells: { name: 'Caper berries' },
  })
})

it('C218 a retry leaves out saved rows until a person types into them', () => {
  const [first, second] = read(LINE, LINE)
  const rows = [
    { ...first!, saved: true },
    { ...second!, error: true, error_message: 'name: This field is required.' },
  ]
  expect(unsavedRows(rows)).toEqual([rows[1]])
  expect(unsavedRows([typedInto(rows[0]!, 'bin', 'B-2')])).toHaveLength(1)
})
