import { expect, it } from 'vitest'
import { printedItems, printedSums } from './invoice-lines.ts'
import { readInvoice } from './read-invoice.ts'

it('B243 an answer that lacks almost everything is an invoice all the same', () => {
  const invoice = readInvoice({ order_id: 5, items: [{ id: 'a', name: 'Oil' }] })
  expect(invoice).toMatchObject({ order_id: 5, paid_status: '', payable: false, grand_total: '0.00' })
  expect(printedItems(invoice)).toMatchObject([{ name: 'Oil', notes: [], total: '0.00', taxable: false }])
  expect(readInvoice(null).items).toEqual([])
})

it('B085 no paid status, and one that is not an invoice’s, is the empty one', () => {
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
  expect(printedItems(invoice)[0]).toMatchObject({
    unitPrice: '2.50 / lb',
    total: '5.00',
    notes: ['Catch weight 2.46 lbs', 'Unit weights 3.00 lbs'],
  })
  expect(printedSums(invoice).at(-1)).toEqual({ label: 'Grand total', amount: '1,234.50', isGrand: true })
})

it('B040 B042 B089 B090 B091 B092 an item tells what it was charged for', () => {
  const [item, surcharge, other] = printedItems(
    readInvoice({
      items: [
        {
          id: 'a',
          name: 'Ribeye',
          unit_quantity: 2,
          case_quantity: 1,
          unit_price: '9.99',
          case_price: '8.99',
          total: '99.00',
          invoice_override_unit_price: '9.00',
          invoice_override_total: '90.00',
          taxable: true,
          weighable: true,
          units_per_case: 12,
          display_units_per_case_on_invoice: true,
          subitem_weights: { u: ['4.11', '4.2'], c: ['30'] },
          subitem_lot_codes: { u: ['L1'], c: ['L2'] },
          catch_weight_lbs: '38.31',
          surcharges: [
            {
              id: 1,
              name: 'Handling',
              quantity: 3,
              unit_price: '0.50',
              total: '1.50',
              invoice_override_price: '0.40',
              invoice_override_total: '1.20',
            },
          ],
        },
        { id: 'b', name: 'Oil', unit_quantity: 1, unit_price: '2.00', total: '2.00', units_per_case: 6 },
      ],
    }),
  )
  expect(item).toMatchObject({
    unitPrice: '9.00 / lb',
    casePrice: '8.99 / lb',
    total: '90.00',
    taxable: true,
    notes: [
      '12 per case',
      'Catch weight 38.31 lbs',
      'Unit weights 4.11, 4.20 lbs',
      'Case weights 30.00 lbs',
      'Unit lots L1',
      'Case lots L2',
    ],
  })
  expect(surcharge).toMatchObject({ name: 'Handling', units: '3', unitPrice: '0.40', total: '1.20' })
  expect(other).toMatchObject({ unitPrice: '2.00', taxable: false, notes: [] })
})
