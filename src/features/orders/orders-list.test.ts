import { isPaid } from '#contract/orders/paid-status.ts'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { ORDER_LABELS } from '#contract/testing/order-labels.ts'
import { showDollars } from '#src/ui/format.ts'
import { cardOf, cellText, visibleColumns } from '#src/ui/table/column.ts'
import { orderColumns } from './order-columns.tsx'
import { paidChip } from './paid-status.ts'

const user = (over: Partial<User> = {}): User => ({
  id: 1,
  username: 'maria',
  waiting_email: '',
  email: '',
  first_name: '',
  last_name: '',
  role_id: 8,
  is_staff: true,
  is_active: true,
  account_lock: false,
  email_order_confirmation: false,
  can_see_payments_column: true,
  company: null,
  company_location: [],
  ...over,
})
const order = (over: Partial<OrderRow> = {}): OrderRow => ({
  id: 12,
  customer: 'chef',
  company_id: 3,
  company_location: { id: 4, name: 'Harbor Grill – Pier 3', physical_address: { complete_address: '' } },
  status: 'placed',
  status_label: 'Placed',
  created_date: '2026-11-20T10:00:00Z',
  placed_date: '2026-11-20',
  placed_at: '2026-11-20T15:00:00Z',
  delivery_date: '2026-11-21',
  note: '',
  total: '50.00',
  invoice_total: '48.00',
  picking_complete: false,
  picked_total: '0.00',
  items_count: 3,
  picked_count: 1,
  paid_status: '',
  paid_status_label: '',
  invoiced: false,
  version: 1,
  ...over,
})
const OPTIONS = { onAssign: () => undefined, today: '2026-11-20', loads: new Map<number, string>() }
const labels = (who: User) => visibleColumns(orderColumns(who, OPTIONS), who).map(({ label }) => label)
const shown = (who: User, id: string, row: OrderRow) =>
  cellText(
    orderColumns(who, OPTIONS).find((column) => column.id === id)!,
    row,
  )
const customer = user({ is_staff: false, role_id: 32, can_see_payments_column: false })

it('A037 staff who may see payments have ten columns in the stated order, and then the picker', () => {
  expect(labels(user())).toEqual([...ORDER_LABELS, 'Picker'])
  expect(labels(customer)).not.toContain('Picker')
})

it('A038 a row shows the name of its location and the words of its status', () => {
  expect(shown(user(), 'company', order())).toBe('Harbor Grill – Pier 3')
  expect(shown(user(), 'status', order())).toBe('Placed')
  expect(shown(user(), 'delivery', order())).toBe('11/21/2026')
})

it('A248 picking and invoice columns are for staff only', () => {
  expect(labels(customer)).not.toContain('Picking Complete')
  expect(labels(customer)).not.toContain('Invoice Total')
})

it('A250 the payments column follows its own flag, whether staff or not', () => {
  expect(labels(user({ can_see_payments_column: false }))).not.toContain('Paid Status')
  expect(labels({ ...customer, can_see_payments_column: true })).toContain('Paid Status')
  expect(labels(customer)).not.toContain('Paid Status')
})

it('A249 staff see the raw total, others the invoiced one, or Pending', () => {
  expect(shown(user(), 'total', order())).toBe('50.00')
  expect(shown(customer, 'total', order())).toBe('48.00')
  expect(shown(customer, 'total', order({ invoice_total: null }))).toBe('Pending')
})

describe('the paid status chip', () => {
  it('A047 shows N/A without a status', () => {
    expect(paidChip('', 'whatever').label).toBe('N/A')
    expect(paidChip(null, null).label).toBe('N/A')
  })

  it('A165 A169 is green for every kind of paid', () => {
    for (const status of ['p', 'e', 'pe']) expect(paidChip(status, 'Paid').tone).toBe('ok')
  })

  it('A166 is blue for a payment in progress', () => {
    expect(paidChip('i', 'In progress').tone).toBe('info')
  })

  it('A167 is red and opens the invoice when the order is ready for payment', () => {
    expect(paidChip('r', 'Ready for payment')).toEqual({
      tone: 'act',
      label: 'Ready for payment',
      opensInvoice: true,
    })
  })

  it('A168 opens nothing otherwise, and shows the received label', () => {
    for (const status of ['p', 'e', 'i', '']) expect(paidChip(status, 'Label').opensInvoice).toBe(false)
    expect(paidChip('p', 'Paid by card').label).toBe('Paid by card')
  })
})

it('A042 "Filter paid" keeps the orders that are paid, by us or externally', () => {
  expect(['p', 'e', 'r', 'i', '', null].filter(isPaid)).toEqual(['p', 'e'])
})

it('a card shows the day in a word and the price with its sign, and a picker’s card the load instead of a price', () => {
  const card = (who: User, id: string, row: OrderRow) =>
    cardOf(
      orderColumns(who, OPTIONS).find((column) => column.id === id)!,
      row,
    )
  expect(card(user(), 'delivery', order({ delivery_date: '2026-11-21' }))).toBe('tomorrow')
  expect(card(user(), 'total', order({ total: '1234.50' }))).toBe('$1,234.50')
  const customer = card(user({ is_staff: false, role_id: 30 }), 'total', order({ invoice_total: '81.25' }))
  expect(customer).toMatchObject({ props: { show: showDollars } })
  const picker = user({ is_staff: false, role_id: 14, can_see_payments_column: false })
  const loads = new Map([[order().id, '3 lines · 40 lb · 2 bins']])
  const columns = orderColumns(picker, { ...OPTIONS, loads })
  expect(columns.find(({ id }) => id === 'load')?.value(order())).toBe('3 lines · 40 lb · 2 bins')
  expect(columns.find(({ id }) => id === 'total')?.offCard).toBe(true)
  expect(labels(user())).not.toContain('Load')
})
