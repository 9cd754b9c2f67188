import { describe, expect, it } from 'vitest'
import { readReceipt } from './receipt-file.ts'
import {
  BUILT_IN_MAPPING,
  defaultWarehouse,
  doubledColumns,
  rowDoubtsOf,
  isValid,
  receiptLineOf,
  mapRows,
  mappingOf,
  MappedWarehouse,
  problemsOf,
  receiptTotal,
  tidy,
  type DraftRow,
} from './receipt-rows.ts'

const row = (over: Partial<DraftRow> = {}): DraftRow =>
  tidy({
    line: 1,
    product: '061',
    product_name: '',
    item_code: '',
    quantity: '2',
    unit_type: 'U',
    total: '5.00',
    ambiguous: {},
    ...over,
  })
const wrong = (over: Partial<DraftRow>) => Object.keys(problemsOf(row(over)))
const warehouse = (over: object) => MappedWarehouse.parse({ id: 3, name: 'Dry', ...over })

describe('a row of a receipt', () => {
  it('C248 is invalid without a product, or with a unit type that is neither U nor C', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ product: ' ' })).toEqual(['product'])
    expect(wrong({ unit_type: 'X' })).toEqual(['unit_type'])
    expect(wrong({ unit_type: '' })).toEqual(['unit_type'])
    expect(wrong({ unit_type: ' c ' })).toEqual([])
    expect(wrong({ product: '6.14141E+11' })).toEqual(['product'])
  })

  it('C249 is invalid if its quantity or total is empty or no number', () => {
    expect(wrong({ quantity: '', total: 'abc' })).toEqual(['quantity', 'total'])
    expect(wrong({ quantity: 'two', total: '' })).toEqual(['quantity', 'total'])
    expect(wrong({ quantity: '-2', total: '12.' })).toEqual([])
    expect(wrong({ quantity: '.50', total: '-.75' })).toEqual([])
    expect(wrong({ quantity: '2', total: ',99' })).toEqual([])
  })

  it('C250 may have a comma for its point', () => {
    expect(row({ total: '12,50' }).total).toBe('12.50')
    expect(row({ total: '1,234.50' }).total).toBe('1234.50')
    expect(row({ total: '1.234,50' }).total).toBe('1234.50')
    expect(wrong({ total: '12,50', quantity: '1,5' })).toEqual([])
    expect(wrong({ total: '1,2,3' })).toEqual(['total'])
  })

  it('shows values that are valid and may be a mistake', () => {
    expect(rowDoubtsOf(row({ quantity: '1,234', total: '-5' }))).toEqual([
      'Quantity: 1,234 is read as 1.234.',
      'The total is below 0, and the line is no Void.',
    ])
    for (const product of ['Void: 061', 'Surcharge Void: deposit'])
      expect(rowDoubtsOf(row({ product, total: '-5' }))).toEqual([])
  })

  it('C251 C252 has the unit type of its prefix; only the check of the unit type is spared', () => {
    const typed = (product: string) => row({ product, unit_type: '' })
    expect(
      ['Surcharge: deposit', 'Surcharge Void: deposit', 'Void: 061'].map((one) => typed(one).unit_type),
    ).toEqual(['U', 'U', ''])
    expect(isValid(typed('Surcharge: deposit'))).toBe(true)
    expect(isValid(typed('Surcharge Void: deposit'))).toBe(true)
    expect(isValid(typed('void: 061'))).toBe(true)
    expect(wrong({ product: 'Void: x', total: 'abc' })).toEqual(['total'])
  })

  it('C169 C388 is sent as a line with all of its fields, rounded once', () => {
    expect(receiptLineOf(row({ total: '3,335', quantity: '10', line: 4, product_name: 'Rice' }), 12)).toEqual(
      {
        receipt: 12,
        product: '061',
        item_code: '',
        product_name: 'Rice',
        quantity: '10',
        unit_type: 'U',
        total: '3.34',
        price: '0.33',
        line: 4,
      },
    )
    expect(receiptLineOf(row({ quantity: '2.50', total: '12.299999999999999' }), 1)).toMatchObject({
      quantity: '2.5',
      total: '12.30',
    })
    expect(receiptLineOf(row({ quantity: '0' }), 1)).toMatchObject({ quantity: '0', price: '0.00' })
    expect(receiptTotal([row({ total: '1.10' }), row({ total: '2,25' })])).toBe('3.35')
    // A returned line is negative, with any sign of the supplier's.
    const taken = row({ product: 'Void: 061', quantity: '1', total: '1.10' })
    expect(receiptLineOf(taken, 1)).toMatchObject({ quantity: '-1', total: '-1.10', price: '1.10' })
    expect(receiptTotal([row({ total: '3.00' }), taken, row({ ...taken, total: '-1.10' })])).toBe('0.80')
  })
})

describe('the mapping of a file', () => {
  const sheet = (...rows: string[][]) => readReceipt('may.csv', rows)

  it('C389 is the supplier’s own if there is no other: UPC, Qty, C/U and Ext. Value, with U and C unchanged', () => {
    const file = sheet(['UPC', 'Item', 'QTY', 'C/U', ' Ext. Value'], ['061', 'Rice', '2', 'c', '5,00'])
    expect(mapRows(file, BUILT_IN_MAPPING)).toEqual([row({ quantity: '2', unit_type: 'C', total: '5.00' })])
  })

  it('C390 C394 is the chosen warehouse’s if it has one, and the built-in one if not', () => {
    const own = warehouse({
      csv_header_mapping: {
        Code: 'product',
        Name: 'product_name',
        N: 'quantity',
        Pack: 'unit_type',
        Sum: 'total',
      },
      unit_type_mapping: { Each: 'U', Box: 'C' },
    })
    const file = sheet(
      ['Line', 'Code', 'Name', 'N', 'Pack', 'Sum'],
      ['1', '061', 'Rice', '2', 'each', '5'],
      ['2', '062', 'Oil', '1', 'BOX', '9'],
    )
    expect(mapRows(file, mappingOf(own))).toEqual([
      row({ product_name: 'Rice', total: '5' }),
      row({ line: 2, product: '062', product_name: 'Oil', quantity: '1', unit_type: 'C', total: '9' }),
    ])
    expect(mappingOf(warehouse({ csv_header_mapping: null }))).toBe(BUILT_IN_MAPPING)
    expect(mappingOf(warehouse({ csv_header_mapping: {} }))).toBe(BUILT_IN_MAPPING)
    expect(mappingOf(null)).toBe(BUILT_IN_MAPPING)
  })

  it('reads the first of two columns for one field, and says so', () => {
    const file = sheet(['UPC', 'Qty', 'C/U', 'Ext. Value', 'ext. value '], ['061', '2', 'U', '5', '6'])
    expect(mapRows(file, BUILT_IN_MAPPING)[0]?.total).toBe('5')
    expect(doubledColumns(file, BUILT_IN_MAPPING)).toEqual([
      'Total is in 2 columns: “Ext. Value”, “ext. value”. The first one is read.',
    ])
    expect(doubledColumns(sheet(['UPC', 'Qty'], ['061', '2']), BUILT_IN_MAPPING)).toEqual([])
  })

  it('C391 C392 C393 begins with the first warehouse that has the depot’s name, never with the supplier’s own', () => {
    const all = [
      warehouse({ id: 1, name: 'Head office' }),
      warehouse({ id: 2, name: 'Depot Cash & Carry' }),
      warehouse({ id: 3, name: 'North depot' }),
      warehouse({ id: 4, name: 'South depot' }),
    ]
    expect(defaultWarehouse(all, 'Depot')).toBe(3)
    expect(defaultWarehouse(all, 'Harbour')).toBeNull()
  })
})
