import { printedInvoice } from '#contract/invoices/document.ts'
import { expect, it } from 'vitest'
import { readInvoice } from './read-invoice.ts'

const LETTERHEAD = { lines: ['Harbor & Vine'], weigh_ticket: true, time_zone: 'America/New_York' }

it('B243 an answer that lacks almost everything is still an invoice', () => {
  const invoice = readInvoice({ order_id: 5, items: [{ id: 'a', name: 'Oil' }] })
  expect(invoice).toMatchObject({ order_id: 5, paid_status: '', payable: false, grand_total: '0.00' })
  expect(printedInvoice(invoice, LETTERHEAD).lines).toMatchObject([
    { name: 'Oil', notes: [], total: '0.00', taxable: false },
  ])
  expect(readInvoice(null).items).toEqual([])
})

it('B085 a missing paid status, or one that is not an invoice’s, is the empty one', () => {
  const status = (paid_status: unknown) => readInvoice({ paid_status }).paid_status
  expect([null, undefined, 'e', 'x', 'r', 'p', 'pe'].map(status)).toEqual(['', '', '', '', 'r', 'p', 'pe'])
})

it('B188 B189 amounts that come as numbers are shown with two places', () => {
  const invoice = readInvoice({
    items: [
      {
        id: 'a',
        unit_quantity: 1,
        unit_price: 2.5,
        total: 5,
        weighable: true,
        catch_weight_lbs: 2.456,
        subitem_weights: { u: [3], c: [] },
      },
    ],
    grand_total: 1234.5,
  })
  expect(printedInvoice(invoice, LETTERHEAD).lines[0]).toMatchObject({
    unitPrice: '2.50 / lb',
    total: '5.00',
    netWeight: '2.46 lbs',
    notes: ['Unit weights 3.00 lbs'],
  })
  expect(printedInvoice(invoice, LETTERHEAD).sums.at(-1)).toEqual({
    label: 'Grand total',
    amount: '1234.50',
    text: '1,234.50',
    isGrand: true,
  })
})
