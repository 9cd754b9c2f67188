import { expect, it } from 'vitest'
import { binOf, caseQuantity, ticketFileName, unitQuantity, type TicketItem } from './delivery-ticket.ts'

const item = (over: Partial<TicketItem> = {}): TicketItem => ({
  bin_override: null,
  out_of_stock: false,
  unit_quantity: 0,
  units_ordered: 0,
  case_quantity: 0,
  cases_ordered: 0,
  product_data: { name: 'Salt', bin: 'B-02-1', weight_type: '', item_code: { item_code: 'IC Salt' } },
  ...over,
})

it('B104 C165 the bin is the override if there is one, else the product’s', () => {
  expect(binOf(item({ bin_override: 'Z-1' }))).toBe('Z-1')
  expect(binOf(item({ bin_override: '' }))).toBe('B-02-1')
  expect(binOf(item())).toBe('B-02-1')
})

it('B277 B278 C417 a quantity shows picked / ordered where they differ, else the one number', () => {
  const short = item({ unit_quantity: 2, units_ordered: 5, case_quantity: 3, cases_ordered: 1 })
  expect([unitQuantity(short), caseQuantity(short)]).toEqual(['U: 2 / 5', 'C: 3 / 1'])
  const whole = item({ unit_quantity: 4, units_ordered: 4 })
  expect([unitQuantity(whole), caseQuantity(whole)]).toEqual(['4', '0'])
})

it('B276 C416 an out-of-stock item shows a null symbol', () => {
  const out = item({ out_of_stock: true, units_ordered: 4, cases_ordered: 1 })
  expect([unitQuantity(out), caseQuantity(out)]).toEqual(['Ø', 'Ø'])
})

it('B280 B282 C411 the file is named after the delivery date', () => {
  expect(ticketFileName('2026-11-23')).toBe('picklists-2026-11-23.pdf')
})
