import { describe, expect, it } from 'vitest'
import type { Fee } from '#contract/fees/schema.ts'
import { feeCalls, feeMark, feeOver, feeProblem, newFee, rowsOfFees } from './fee-rows.ts'

const fee = (id: number, more: Partial<Fee> = {}): Fee => ({
  id,
  kind: 'margin',
  type: 'f',
  amount: '12.50',
  description: 'Delivery',
  warehouse: null,
  product: null,
  company_location: 7,
  version: 1,
  ...more,
})
const stored = () => rowsOfFees({ margin: [fee(1, { type: '%' })], surcharge: [fee(2)] })

describe('saving the fees dialog', () => {
  it('A306 A309 adds a margin and a surcharge with all six fields, for the order’s company location', () => {
    const rows = [
      { ...newFee('margin', 'k1'), amount: '3', description: ' Small order ' },
      { ...newFee('surcharge', 'k2'), amount: '7,25' },
    ]
    const none = { warehouse: null, product: null, company_location: 46 }
    expect(feeCalls(rows, 46)).toMatchObject([
      {
        method: 'POST',
        path: 'margintemplates',
        body: { type: '%', amount: '3', description: 'Small order', ...none },
        idempotencyKey: 'k1',
      },
      {
        method: 'POST',
        path: 'surchargetemplates',
        body: { type: 'f', amount: '7.25', description: '', ...none },
        idempotencyKey: 'k2',
      },
    ])
  })
  it('A307 changes a fee with its type and the new amount and what was seen of both, and nothing else', () => {
    const [margin, surcharge] = stored()
    const calls = feeCalls([margin!, { ...surcharge!, amount: '15' }], 46)
    expect(calls).toEqual([
      {
        row: 'surcharge/2',
        method: 'PATCH',
        path: 'surchargetemplates/2',
        body: { type: 'f', amount: '15', base: { type: 'f', amount: '12.50' } },
      },
    ])
  })
  it('a new type is sent with its amount, so that it is not joined with another amount', () => {
    const [, surcharge] = stored()
    expect(feeCalls([{ ...surcharge!, type: '%' }], 46)).toMatchObject([
      { body: { type: '%', amount: '12.50', base: { type: 'f', amount: '12.50' } } },
    ])
    expect(feeCalls([{ ...surcharge!, description: 'Ice' }], 46)).toMatchObject([
      { body: { description: 'Ice', base: { description: 'Delivery' } } },
    ])
  })
  it('a changed fee keeps what others have changed beside it, and is saved over the value that is stored now', () => {
    const [margin] = stored()
    const changed = fee(1, { type: '%', amount: '9.00', description: 'Ice' })
    const [now] = rowsOfFees({ margin: [changed], surcharge: [] })
    const row = feeOver({ ...margin!, amount: '15' }, now!)
    expect(feeCalls([row], 46)).toMatchObject([{ body: { amount: '15', base: { amount: '9.00' } } }])
    expect(row.description).toBe('Ice')
    expect(feeMark(feeOver({ ...margin!, dropped: true }, now!))).toBe('deleted')
  })
  it('A308 deletes a fee by its id', () => {
    const [margin] = stored()
    expect(feeCalls([{ ...margin!, dropped: true, amount: 'x' }], 46)).toEqual([
      { row: 'margin/1', method: 'DELETE', path: 'margintemplates/1' },
    ])
  })
  it('asks for an amount, which may be negative', () => {
    const row = newFee('margin', 'k')
    expect(feeMark(row)).toBe('new')
    expect(feeProblem(row)).toBe('An amount such as 12.50.')
    for (const amount of ['1.23456', 'x', '1e3']) expect(feeProblem({ ...row, amount })).not.toBeNull()
    for (const amount of ['-5', '0.5', '12,3456']) expect(feeProblem({ ...row, amount })).toBeNull()
    const flat = { ...row, type: 'f' as const }
    expect(feeProblem({ ...flat, amount: '1.234' })).toBe('At most 2 places after the point.')
    expect(feeProblem({ ...flat, amount: '12,50' })).toBeNull()
  })
  it('shows a stored percentage without trailing zeros', () => {
    const shown = (amount: string) => rowsOfFees({ margin: [fee(1, { type: '%', amount })], surcharge: [] })
    const texts = ['5.0000', '3.1250', '0.0001'].map((amount) => shown(amount)[0]!.amount)
    expect(texts).toEqual(['5.00', '3.125', '0.0001'])
    expect(feeCalls(shown('5.0000'), 46)).toEqual([])
  })
})
