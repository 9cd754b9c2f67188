import { describe, expect, it } from 'vitest'
import type { Commas } from '#contract/file-number.ts'
import { ProductPatch } from '#contract/products/edit.ts'
import { planner } from './bulk-changes.ts'
import { COLUMNS, importedRows, typedInto, type Cells, type NumberColumn } from './bulk-rows.ts'
import { capers } from './testing.ts'

const CELLS: Cells = {
  warehouse: 'Dry & Chill',
  bin: 'A-1',
  upc: capers.upc,
  name: 'Capers',
  unit_price: '2.5',
  case_price: '24',
  unit_type: 'Unit / Case',
  units_per_case: '12',
  weight_type: 'r/w',
  average_unit_weight: '1.25',
  average_case_weight: '',
  stock_level: '40',
  tax_default: 'Yes',
}
const HEADERS = COLUMNS.map(({ label }) => label)
const lineOf = (over: Partial<Cells>) => COLUMNS.map(({ field }) => ({ ...CELLS, ...over })[field] ?? '')
const rowsOf = (lines: Partial<Cells>[], exported?: Partial<Cells>[]) =>
  importedRows([HEADERS, ...lines.map(lineOf)], exported ? [HEADERS, ...exported.map(lineOf)] : null)
/** Returns the changes that rows of a file make to the stored capers. */
const plan = (
  lines: Partial<Cells>[],
  {
    exported,
    stored = {},
    commas = {},
  }: { exported?: Partial<Cells>[]; stored?: object; commas?: Commas<NumberColumn> } = {},
) => {
  const rows = rowsOf(lines, exported)
  return rows.map(planner(rows, new Map([[capers.upc, { ...capers, ...stored }]]), commas))
}
const bodyOf = (over: Partial<Cells>, commas?: Commas<NumberColumn>) => {
  const [{ body }] = plan([over], commas && { commas }) as [ReturnType<ReturnType<typeof planner>>]
  expect(ProductPatch.safeParse(body).error).toBeUndefined()
  return body
}

describe('a row of an inventory file', () => {
  it('changes nothing if it has the stored values, in any number format', () => {
    for (const same of [
      {},
      { unit_price: '2,50' },
      { stock_level: '40.0' },
      { average_unit_weight: '1.2500000001' },
    ])
      expect(plan([same])).toMatchObject([{ changes: [], blocked: null, doubt: null }])
  })

  it('C301 sends the values that differ from the stored ones, with the values that the person saw', () => {
    expect(bodyOf({ bin: 'A-2', unit_price: '1,234.5', stock_level: '7.0', tax_default: 'no' })).toEqual({
      bin: 'A-2',
      unit_price: '1234.50',
      stock_level: 7,
      tax_default: false,
      base: { bin: 'A-1', unit_price: '2.50', stock_level: 40, tax_default: true },
    })
    expect(plan([{ unit_price: '2.75' }])[0]?.changes).toEqual([
      { field: 'unit_price', label: 'Unit Price', from: '2.50', to: '2.75' },
    ])
  })

  it('keeps the stored value if a cell is empty, and empties it if the cell says clear', () => {
    const all = (text: string) =>
      Object.fromEntries(COLUMNS.map(({ field }) => [field, text])) as Partial<Cells>
    const names = { upc: capers.upc, warehouse: 'Dry & Chill' }
    expect(plan([{ ...all(''), ...names }])[0]?.changes).toEqual([])
    const cleared = [
      'bin',
      'unit_price',
      'case_price',
      'weight_type',
      'average_unit_weight',
      'stock_level',
    ] as const
    expect(bodyOf(Object.fromEntries(cleared.map((field) => [field, 'Clear'])))).toEqual({
      bin: '',
      unit_price: null,
      case_price: null,
      weight_type: '',
      average_unit_weight: null,
      stock_level: null,
      base: {
        bin: 'A-1',
        unit_price: '2.50',
        case_price: '24.00',
        weight_type: 'r/w',
        average_unit_weight: '1.250',
        stock_level: 40,
      },
    })
    expect(bodyOf({ unit_price: '0' })).toMatchObject({ unit_price: null })
    // A name is never empty.
    expect(bodyOf({ name: 'Clear' })).toMatchObject({ name: 'Clear' })
  })

  it('reads an ambiguous comma by the answer for its column', () => {
    expect(bodyOf({ unit_price: '1,234' })).toMatchObject({ unit_price: '1.23' })
    expect(bodyOf({ unit_price: '1,234' }, { unit_price: 'thousands' })).toMatchObject({
      unit_price: '1234.00',
    })
    expect(bodyOf({ stock_level: '1,234' }, { stock_level: 'thousands' })).toMatchObject({
      stock_level: 1234,
    })
  })

  it('sends an unreadable value unchanged: the server reports the mistake', () => {
    expect(plan([{ unit_price: '-3', stock_level: 'many', tax_default: 'maybe' }])[0]?.body).toMatchObject({
      unit_price: '-3',
      stock_level: 'many',
      tax_default: 'maybe',
    })
  })

  it('that is unchanged since its export reverts no later change', () => {
    expect(plan([{ bin: 'B-1' }], { exported: [{}], stored: { unit_price: '3.00' } })).toMatchObject([
      { changes: [{ field: 'bin' }], body: { bin: 'B-1', base: { bin: 'A-1' } }, blocked: null },
    ])
  })

  it('clashes if both the cell and the stored value changed since the export, until the cell is typed into', () => {
    const rows = rowsOf([{ unit_price: '2.75' }], [{}])
    const of = planner(rows, new Map([[capers.upc, { ...capers, unit_price: '3.00' }]]), {})
    expect(of(rows[0]!).blocked).toBe(
      'Changed since the export: Unit Price was 2.50 and is 3.00 by now; the file says 2.75. Type it here to change it.',
    )
    expect(of(typedInto(rows[0]!, 'unit_price', '2.75'))).toMatchObject({
      blocked: null,
      body: { unit_price: '2.75', base: { unit_price: '3.00' } },
    })
    // Nothing was there at the export either.
    const [weighed] = plan([{ average_case_weight: '15' }], {
      exported: [{}],
      stored: { average_case_weight: '14.000' },
    })
    expect(weighed?.blocked).toMatch(
      /^Changed since the export: Average Case Weight was nothing and is 14.000/,
    )
  })

  it('clashes if it changes a price and what the price is for has changed since the export, or the other way round', () => {
    const blocked = (line: Partial<Cells>, stored: object) =>
      plan([line], { exported: [{ weight_type: '' }], stored: { weight_type: '', ...stored } })[0]?.blocked
    const byPiece = { weight_type: '' }
    expect(blocked({ ...byPiece, unit_price: '2.75' }, { weight_type: 'r/w' })).toBe(
      'Changed since the export: Weight Type was nothing and is r/w by now; the file’s Unit Price belongs to the old value. Type it here to change it.',
    )
    expect(blocked({ weight_type: 'r/w' }, { unit_price: '3.00' })).toBe(
      'Changed since the export: Unit Price was 2.50 and is 3.00 by now; the file’s Weight Type belongs to the old value. Type it here to change it.',
    )
    expect(blocked({ ...byPiece, case_price: '30' }, { units_per_case: 6 })).toMatch(
      /^Changed since the export: Units per Case was 12 and is 6 by now/,
    )
    // The prices of a unit and of a case do not depend on each other, nor does a bin on a price.
    expect(blocked({ ...byPiece, unit_price: '2.75' }, { case_price: '30.00', units_per_case: 6 })).toBeNull()
    expect(blocked({ ...byPiece, bin: 'B-1' }, { weight_type: 'r/w' })).toBeNull()
    // The file makes the same change of the weight type.
    expect(blocked({ weight_type: 'r/w', unit_price: '2.75' }, { weight_type: 'r/w' })).toBeNull()
  })

  it('takes a price that is typed here beside another weight type than that of the export', () => {
    const rows = rowsOf([{ weight_type: '', unit_price: '2.75' }], [{ weight_type: '' }])
    const of = planner(rows, new Map([[capers.upc, capers]]), {})
    expect(of(rows[0]!).blocked).not.toBeNull()
    expect(of(typedInto(rows[0]!, 'unit_price', '2.75'))).toMatchObject({
      blocked: null,
      body: { unit_price: '2.75' },
    })
  })

  it('is left out if its UPC is in the file twice, is unknown or missing; another warehouse is marked', () => {
    const note = (over: Partial<Cells>, field: 'blocked' | 'doubt') => plan([over])[0]?.[field]
    expect(plan([{ name: 'Dill' }, { name: 'Capers in salt' }]).map(({ blocked }) => blocked)).toEqual([
      'The UPC is in row 3 too. Leave one of them in the file.',
      'The UPC is in row 2 too. Leave one of them in the file.',
    ])
    expect(note({ upc: '1' }, 'blocked')).toBe('There is no product 1.')
    expect(note({ upc: '' }, 'blocked')).toBe('The row has no UPC.')
    expect(note({ warehouse: 'Freezer' }, 'doubt')).toBe(
      'The file says Freezer. The product is in Dry & Chill, and stays there.',
    )
    expect(note({ warehouse: 'dry & chill' }, 'doubt')).toBeNull()
  })
})
