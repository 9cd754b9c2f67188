import { expect, it } from 'vitest'
import { can, columnVisible, ROLE, type Capability, type Person } from './permissions.ts'
import { person } from './testing/rows.ts'

it('A032 A033 A092 the ways to a product’s and an item code’s page are for role ids below 12 alone, staff or not', () => {
  const may = (role_id: number, is_staff: boolean) => can(person(role_id, is_staff), 'catalogue.links')
  expect([may(11, true), may(5, false)]).toEqual([true, true])
  expect([may(12, true), may(14, true), may(20, false)]).toEqual([false, false, false])
})

const PEOPLE = {
  administrator: person(ROLE.administrator, true),
  manager: person(ROLE.manager, true),
  office: person(ROLE.office, true),
  foreman: person(ROLE.foreman, true),
  sales: person(ROLE.sales, true),
  /** A person of the staff keeps the rights of the staff, whatever the role. */
  'staff of role 32': person(ROLE.customer, true),
  picker: person(ROLE.picker, true),
  /** Role 14 is checked before the staff flag (C278). */
  'picker who is no staff': person(ROLE.picker, false),
  buyer: person(ROLE.buyer, false),
  customer: person(ROLE.customer, false),
} satisfies Record<string, Person>
type Name = keyof typeof PEOPLE

const LEADERS: Name[] = ['administrator', 'manager']
const UP_TO_FOREMAN: Name[] = [...LEADERS, 'office', 'foreman']
const BACK_OFFICE: Name[] = [...UP_TO_FOREMAN, 'sales', 'staff of role 32']
const FLOOR: Name[] = [...BACK_OFFICE, 'picker', 'picker who is no staff']
const CUSTOMERS: Name[] = ['buyer', 'customer']

/** The rights as the documents and the readings give them: a change of the table alone must not pass. */
const WHO: Record<Capability, Name[]> = {
  'orders.see-all': FLOOR,
  'orders.pick': FLOOR,
  'orders.edit': [...BACK_OFFICE, 'picker'],
  'orders.assign': BACK_OFFICE,
  'orders.place': [...BACK_OFFICE, ...CUSTOMERS],
  'orders.place-for-colleagues': ['buyer'],
  'orders.place-for-others': [...BACK_OFFICE, 'picker', 'buyer'],
  'orders.ask': CUSTOMERS,
  'orders.answer': BACK_OFFICE,
  'invoices.own': CUSTOMERS,
  'invoices.list': [...BACK_OFFICE, ...CUSTOMERS],
  'orders.delete': BACK_OFFICE,
  'orders.unlock': BACK_OFFICE,
  'orders.invoice': BACK_OFFICE,
  'orders.merge': BACK_OFFICE,
  'mails.manage': BACK_OFFICE,
  'payments.manage': BACK_OFFICE,
  'items.add': BACK_OFFICE,
  'items.delete': BACK_OFFICE,
  'items.price': BACK_OFFICE,
  'barcodes.link': FLOOR,
  'catalogue.see-all': FLOOR,
  'catalogue.write': BACK_OFFICE,
  'catalogue.links': UP_TO_FOREMAN,
  'fees.manage': BACK_OFFICE,
  'receipts.manage': BACK_OFFICE,
  'stock.numbers': [...FLOOR, 'buyer'],
  'customers.write': BACK_OFFICE,
  'warehouses.write': BACK_OFFICE,
  'prices.refresh': BACK_OFFICE,
  'reports.export': BACK_OFFICE,
  'figures.lead': LEADERS,
  'lots.recall': BACK_OFFICE,
  'users.manage': [...UP_TO_FOREMAN, 'sales'],
  'devices.see': UP_TO_FOREMAN,
  'outbox.import': UP_TO_FOREMAN,
  'passkeys.own': FLOOR,
  'operations.see': ['administrator'],
  'settings.manage': ['administrator'],
  'security.see': ['administrator'],
}

it.each(Object.entries(WHO))('%s is for %j and nobody else', (capability, names) => {
  const allowed = Object.entries(PEOPLE).filter(([, one]) => can(one, capability as Capability))
  expect(allowed.map(([name]) => name)).toEqual(names)
  expect(can(null, capability as Capability)).toBe(false)
})

it('a column is shown by its lists of roles: to nobody on the deny list, and where there are lists only to those on them', () => {
  const sees = (allow: number[] | undefined, deny: number[] | undefined) =>
    columnVisible(
      { ...(allow && { visibility_allow_rid: allow }), ...(deny && { visibility_deny_rid: deny }) },
      person(ROLE.office, true),
    )
  expect([sees(undefined, undefined), sees([8], undefined), sees(undefined, [14])]).toEqual([
    true,
    true,
    true,
  ])
  expect([sees([14], undefined), sees(undefined, [8]), sees([8], [8])]).toEqual([false, false, false])
  expect(columnVisible({}, null)).toBe(false)
})
