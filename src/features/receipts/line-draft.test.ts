import { describe, expect, it } from 'vitest'
import type { ReceiptLine } from '#contract/receipts/schema.ts'
import { lineDraftOf, draftProblem, isLineOf, lineToSave } from './line-draft.ts'

const LINE: ReceiptLine = {
  id: 4,
  receipt: 7,
  product: '0614141000012',
  item_code: 'D1155',
  product_name: 'Penne',
  quantity: '3',
  unit_type: 'C',
  total: '12.50',
  price: '4.17',
  line: 2,
}

describe('a line that is corrected', () => {
  it('begins unchanged, and keeps its number and item code', () => {
    const draft = lineDraftOf(LINE, null)
    expect(draftProblem(draft)).toBe(false)
    expect(lineToSave(7, LINE, { ...draft, quantity: ' 4 ' })).toEqual({
      receipt: 7,
      line: 2,
      product: '0614141000012',
      item_code: 'D1155',
      product_name: 'Penne',
      quantity: '4',
      unit_type: 'C',
      total: '12.50',
    })
  })

  it('that gets another product loses the name and the item code of the former one', () => {
    const draft = { ...lineDraftOf(LINE, null), product: '0614141000029' }
    expect(lineToSave(7, LINE, draft)).toMatchObject({ product_name: '', item_code: '' })
    const named = { ...draft, product_name: 'Rigatoni' }
    expect(lineToSave(7, LINE, named)).toMatchObject({ product_name: 'Rigatoni', item_code: '' })
    const withoutZeros = { ...draft, product: '614141000012' }
    expect(lineToSave(7, LINE, withoutZeros)).toMatchObject({ product_name: 'Penne', item_code: 'D1155' })
  })

  it('that is new has no number, and begins with the product that is missing', () => {
    const draft = lineDraftOf(null, { upc: '0614141000029', name: 'Rigatoni' })
    expect(draftProblem(draft)).toBe('Enter a quantity such as 12 or 4.5.')
    expect('line' in lineToSave(7, null, draft)).toBe(false)
  })
})

it.each([
  [{ product: ' ' }, 'Enter a product.'],
  [{ quantity: 'three' }, 'Enter a quantity such as 12 or 4.5.'],
  [{ quantity: '1,000' }, '1000 or 1.000? Type it without the comma.'],
  [{ unit_type: '' }, 'Choose units or cases.'],
  [{ total: '1.234' }, 'Enter a total such as 12.50.'],
  [{ total: ' -1,234 ' }, '-1234 or -1.234? Type it without the comma.'],
  [{ product: 'Void: 0614141000012', unit_type: '' }, false],
])('a draft with %o shows %s', (change, problem) => {
  expect(draftProblem({ ...lineDraftOf(LINE, null), ...change })).toBe(problem)
})

it('a line matches a product without its leading zeros, also where the line takes goods back', () => {
  const of = (product: string) => isLineOf({ product }, ['0614141000012'])
  expect(['614141000012', 'Void: 614141000012', '614141000013'].map(of)).toEqual([true, true, false])
})
