import { expect, it } from 'vitest'
import { sumsOf, type LedgerKind } from './ledger.ts'

const row = (kind: LedgerKind, amount: string) => ({ kind, amount })

it('the amount due is the invoiced amount, less what is kept and what was taken off', () => {
  const invoice = [row('invoice', '100.00'), row('invoice', '-4.00'), row('credit', '-6.00')]
  expect(sumsOf(invoice)).toEqual({ invoiced: '90.00', kept: '0.00', discounts: '0.00', due: '90.00' })
  const paid = [...invoice, row('payment', '-90.85'), row('card_fee', '2.65'), row('discount', '-1.80')]
  expect(sumsOf(paid)).toEqual({ invoiced: '92.65', kept: '90.85', discounts: '1.80', due: '0.00' })
})

it('a return makes it due again, and held money pays nothing yet', () => {
  const returned = [row('invoice', '50.00'), row('payment', '-50.00'), row('return', '50.00')]
  expect(sumsOf(returned).due).toBe('50.00')
  expect(sumsOf([...returned, row('held', '-50.00')])).toMatchObject({ kept: '0.00', due: '50.00' })
  expect(sumsOf([row('invoice', '8.00'), row('opening', '-8.00')])).toMatchObject({
    kept: '8.00',
    due: '0.00',
  })
})
