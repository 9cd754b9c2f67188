import { expect, it } from 'vitest'
import type { HeldPayment } from '#contract/invoices/payment.ts'
import { sheetOf } from '#src/ui/spreadsheet.ts'
import { heldColumns } from './held-columns.tsx'

it('what arrived is exported as a number, unless it is of another currency or a part of it went back', () => {
  const columns = heldColumns(null).filter(({ id }) => id === 'arrived')
  const payments: Partial<HeldPayment>[] = [
    { payment_amount: '1250.00', currency: 'usd' },
    { payment_amount: '1250.00', currency: 'eur' },
    { payment_amount: '1250.00', currency: 'usd', went_back: '20.00' },
  ]
  const rows = payments.map((payment) => payment as HeldPayment)
  expect(sheetOf(columns, rows).slice(1)).toEqual([[1250], ['1,250.00 EUR'], ['1,250.00, 20.00 went back']])
})
