/**
 * Who may do what: the only table of rights. Screens hide and disable by it, and the server refuses by it (readings,
 * "People and roles"). A right that is not in this table does not exist.
 */

/** The facts of a person that a decision needs. `company` is null for staff. */
export interface Person {
  id: number
  username: string
  role_id: number
  is_staff: boolean
  company: number | null
}

export const ROLE = {
  administrator: 1,
  manager: 5,
  office: 8,
  foreman: 11,
  sales: 12,
  picker: 14,
  buyer: 20,
  customer: 32,
} as const

/** Returns whether a person belongs to a customer. Staff and pickers do not, whatever their rows say. */
export const belongsToCustomer = ({ is_staff, role_id }: Pick<Person, 'is_staff' | 'role_id'>): boolean =>
  !is_staff && role_id !== ROLE.picker

/** Role 14 is checked before the staff flag (C278): a picker has the picker's rights, staff or not. */
export const isPicker = (p: Pick<Person, 'role_id'>) => p.role_id === ROLE.picker
const isStaff = (p: Person) => p.is_staff
const isBuyer = (p: Person) => belongsToCustomer(p) && p.role_id === ROLE.buyer
const isBackOffice = (p: Person) => p.is_staff && !isPicker(p)
const isFloor = (p: Person) => p.is_staff || isPicker(p)

const TABLE = {
  /** Staff and role 14 see every company's orders and invoices; others their own company's (A004, A005, A254). */
  'orders.see-all': isFloor,
  /** Picking, scanning, weights and lots (A010, A254). */
  'orders.pick': isFloor,
  /** Placed date, delivery date and note (A261). */
  'orders.edit': isStaff,
  /** Choosing who is to pick an order (docs/decisions/0271). */
  'orders.assign': isBackOffice,
  /** A001: customers and the office order. A picker does not add to what is picked (readings, "People and roles"). */
  'orders.place': (p: Person) => !isPicker(p),
  /** Readings, "Who orders for where": role 20 orders for people of their own company. */
  'orders.place-for-colleagues': isBuyer,
  /** … and the office for every person. */
  'orders.place-for-others': (p: Person) => isStaff(p) || isBuyer(p),
  /** Asking the office to change or cancel an order of the person's own company (decision 0267), and answering. */
  'orders.ask': (p: Person) => belongsToCustomer(p),
  'orders.answer': isBackOffice,
  /** The list of the invoices of the person's own company (decision 0269). */
  'invoices.own': (p: Person) => belongsToCustomer(p),
  /** The same list of all customers is the office's (decision 0272). */
  'invoices.list': (p: Person) => belongsToCustomer(p) || isBackOffice(p),
  'orders.delete': isBackOffice,
  /** Unlock deletes the invoice (A008, A253). */
  'orders.unlock': isBackOffice,
  'orders.invoice': isBackOffice,
  /** B004 staff run the bulk operations; merging deletes the orders that are merged away. */
  'orders.merge': isBackOffice,
  /** Reading all mails of the distributor, sending one by hand and dropping one (decision 0111). */
  'mails.manage': isBackOffice,
  /** Marking as ready for payment or not, and reading the outcome of each payment (B198, B199). */
  'payments.manage': isBackOffice,
  /** Role 14 adds only the substitute of a line of the same order, which the command checks (A253, readings). */
  'items.add': isBackOffice,
  'items.delete': isBackOffice,
  'items.price': isBackOffice,
  'barcodes.link': isFloor,
  'catalogue.see-all': isFloor,
  'catalogue.write': isBackOffice,
  /** Links to a product's and an item code's page (A032, A033), sharing a public list (A091): the role alone (A092). */
  'catalogue.links': (p: Person) => p.role_id < ROLE.sales,
  /** Fees are for staff (A009), and not for pickers (readings, "People and roles"). */
  'fees.manage': isBackOffice,
  /** Receipts are the office's, and not for pickers (readings, "People and roles"). */
  'receipts.manage': isBackOffice,
  /** Readings: a customer (32) sees a stock indicator, not numbers. */
  'stock.numbers': (p: Person) => isFloor(p) || p.role_id !== ROLE.customer,
  /** Readings, "People and roles": customers, warehouses, prices and reports are the office's. */
  'customers.write': isBackOffice,
  'warehouses.write': isBackOffice,
  'prices.refresh': isBackOffice,
  'reports.export': isBackOffice,
  /** The people who lead the distributor see the last days' figures above the orders. */
  'figures.lead': (p: Person) => isBackOffice(p) && p.role_id <= ROLE.manager,
  /** Recalling a lot and taking that back. Every person on the floor is notified. */
  'lots.recall': isBackOffice,
  'users.manage': (p: Person) => p.is_staff && p.role_id <= ROLE.sales,
  /** A foreman sees each device's last report. The same people may import an exported outbox. */
  'devices.see': (p: Person) => p.is_staff && p.role_id <= ROLE.foreman,
  'outbox.import': (p: Person) => p.is_staff && p.role_id <= ROLE.foreman,
  /** A second factor after the password (decision 0219). */
  'passkeys.own': isFloor,
  /** The state of the server itself: its disk, jobs, backups and devices (decision 0253). */
  'operations.see': (p: Person) => p.is_staff && p.role_id === ROLE.administrator,
  /** Changing the distributor's settings (decision 0275). */
  'settings.manage': (p: Person) => p.is_staff && p.role_id === ROLE.administrator,
  /** Reading who signed in, who was refused, and who changed rights, fees, prices and settings (decision 0208). */
  'security.see': (p: Person) => p.is_staff && p.role_id === ROLE.administrator,
} satisfies Record<string, (p: Person) => boolean>

export type Capability = keyof typeof TABLE

/** The message for a call that a role does not allow, where no better one is known. */
export const NOT_ALLOWED = 'Your role does not allow this.'

/** Returns whether this person may do this. `null` (no person) may do nothing. */
export function can(person: Person | null | undefined, capability: Capability): boolean {
  return person ? TABLE[capability](person) : false
}

/** A262, A263, B202–B204: a column's lists of role ids; the deny list wins, no list shows to everyone. */
export interface ColumnRoles {
  visibility_allow_rid?: readonly number[]
  visibility_deny_rid?: readonly number[]
}

export function columnVisible(column: ColumnRoles, person: Person | null | undefined): boolean {
  const role = person?.role_id
  if (role === undefined) return false
  if (column.visibility_deny_rid?.includes(role)) return false
  return column.visibility_allow_rid ? column.visibility_allow_rid.includes(role) : true
}
