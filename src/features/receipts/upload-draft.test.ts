import { describe, expect, it } from 'vitest'
import { readReceipt } from './receipt-file.ts'
import { BUILT_IN_MAPPING } from './receipt-rows.ts'
import {
  afterIssue,
  newUploadDraft,
  remapped,
  revalidated,
  typedIntoUpload,
  type UploadDraft,
} from './upload-draft.ts'

const file = readReceipt('may.csv', [
  ['UPC', 'Qty', 'C/U', 'Ext. Value', 'Sum'],
  ['061', '2', 'U', '5.00', '6.00'],
  ['062', 'two', 'X', '9.00', '9.50'],
  ['063', '1', 'C', '12.00', '13.00'],
])
const draft = newUploadDraft(file, BUILT_IN_MAPPING)
const linesOf = ({ valid, invalid }: UploadDraft) => [
  valid.map(({ line }) => line),
  invalid.map(({ line }) => line),
]

describe('an upload’s preview', () => {
  it('C207 separates valid and invalid rows', () => {
    expect(linesOf(draft)).toEqual([[1, 3], [2]])
  })

  it('C208 moves a corrected row to the valid ones at the next check, and not before', () => {
    const half = typedIntoUpload(draft, 2, 'unit_type', 'u')
    const whole = typedIntoUpload(half, 2, 'quantity', '1,5')
    expect(linesOf(whole)).toEqual([[1, 3], [2]])
    expect(linesOf(revalidated(half, BUILT_IN_MAPPING))).toEqual([[1, 3], [2]])
    expect(linesOf(revalidated(whole, BUILT_IN_MAPPING))).toEqual([[1, 2, 3], []])
    expect(revalidated(whole, BUILT_IN_MAPPING).valid[1]).toMatchObject({ quantity: '1.5', unit_type: 'U' })
  })

  it('reads a number with an ambiguous comma by the answer for its column, until another number is typed', () => {
    const sheet = [
      ['UPC', 'Qty', 'C/U', 'Ext. Value'],
      ['061', '2', 'U', '1,234'],
      ['062', 'two', 'U', '5,678'],
    ]
    const read = newUploadDraft(readReceipt('june.csv', sheet), BUILT_IN_MAPPING)
    expect(read.valid).toMatchObject([{ total: '1.234', ambiguous: { total: '1,234' } }])
    const thousands = { ...BUILT_IN_MAPPING, commas: { total: 'thousands' } as const }
    const answered = remapped(typedIntoUpload(read, 2, 'quantity', '3,000'), thousands)
    expect(answered.valid).toMatchObject([
      { total: '1234', ambiguous: { total: '1,234' } },
      { total: '5678', quantity: '3.000', ambiguous: { total: '5,678', quantity: '3,000' } },
    ])
    const retyped = typedIntoUpload(read, 2, 'total', '56.78')
    expect(retyped.invalid[0]?.ambiguous).toEqual({})
    const valid = revalidated(typedIntoUpload(retyped, 2, 'quantity', '3'), thousands).valid
    expect(valid[1]).toMatchObject({ total: '56.78', quantity: '3', ambiguous: {} })
  })

  it('C394 keeps typed values when the file is read with another warehouse’s mapping', () => {
    const other = {
      ...BUILT_IN_MAPPING,
      columns: { UPC: 'product', Qty: 'quantity', 'C/U': 'unit_type', Sum: 'total' },
    }
    const typed = typedIntoUpload(typedIntoUpload(draft, 2, 'unit_type', 'U'), 2, 'quantity', '2')
    expect(remapped(typed, other).valid).toMatchObject([
      { total: '6.00' },
      { line: 2, quantity: '2', total: '9.50' },
      { total: '13.00' },
    ])
  })

  it('C217 keeps refused rows for correction, and counts the others as saved', () => {
    const after = afterIssue(draft, new Map([[3, 'total: is too much']]))
    expect(linesOf(after)).toEqual([[], [2, 3]])
    expect([after.saved, after.refused.get(3)]).toEqual([1, 'total: is too much'])
    expect(linesOf(revalidated(after, BUILT_IN_MAPPING))).toEqual([[3], [2]])
    expect(afterIssue(draft, new Map())).toBe(draft)
  })
})
