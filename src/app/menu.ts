/** The drawer's entries, and who sees which (C035, C275–C280; decision 0073). */
import { can, type Person } from '#contract/permissions.ts'
import { hrefOf, to, type Address } from '#src/paths.ts'

export interface MenuEntry {
  label: string
  to: Address
  /** The addresses of its screens, where they begin with another word than the entry's own address. */
  screens?: RegExp
}

/** The groups of tools by their purpose, in the order of the drawer. */
export const TOOL_GROUPS = ['Floor', 'Money', 'Administration'] as const
interface Tool {
  group: (typeof TOOL_GROUPS)[number]
}

interface Entry extends MenuEntry {
  isFor(person: Person | null): boolean
  /** Works without the server. Everything else is administration and hidden offline (readings, "Offline"). */
  isOffline?: true
}

/** C277, and C280 while the person is unknown. */
const everybody = () => true
/** C276. Role 14 is checked before the staff flag (C278). */
const office = (person: Person | null) => can(person, 'catalogue.write')
/** C275, and the office. */
const floor = (person: Person | null) => can(person, 'orders.pick')

/** C035, in its order. */
const MAIN: readonly Entry[] = [
  {
    label: 'Orders',
    to: to.orders(),
    screens: /^\/(?:orders?(?:\/|$)|$)/,
    isFor: everybody,
    isOffline: true,
  },
  {
    label: 'Inventory',
    to: to.inventory(),
    screens: /^\/(?:inventory|product)(?:\/|$)/,
    isFor: floor,
  },
  { label: 'Item Codes', to: to.itemCodes(), isFor: office },
  { label: 'Customer Location', to: to.customers(), screens: /^\/customers?(?:\/|$)/, isFor: office },
  { label: 'Users', to: to.users(), screens: /^\/users?(?:\/|$)/, isFor: office },
  { label: 'Receipt Difference', to: to.receiptDifference(), isFor: office },
  { label: 'Price Refresh', to: to.priceRefresh(), isFor: office },
  {
    label: 'Order Management',
    to: to.printPicklists(),
    // The pages below Order Management.
    screens: /^\/(?:printPicklists|mergeOrders|(?:generate|email|export)Invoices)$/,
    isFor: office,
  },
  { label: 'Reporting', to: to.reporting(), isFor: office },
  { label: 'Setup', to: to.setup(), screens: /^\/(?:setup|warehouses?)(?:\/|$)/, isFor: office },
  { label: 'Orderlist Public', to: to.publicLists(), isFor: office },
  { label: 'Orderlist Prototype', to: to.listManagement(), isFor: office },
]

/** Entries that C035 does not name, each for the people who have a use for it. */
const TOOLS: readonly (Entry & Tool)[] = [
  { group: 'Floor', label: 'Scanner', to: to.scanner(), isFor: floor, isOffline: true },
  { group: 'Floor', label: 'Recalls', to: to.recalls(), isFor: floor },
  { group: 'Money', label: 'Figures', to: to.figures(), isFor: (person) => can(person, 'reports.export') },
  {
    group: 'Money',
    label: 'Open balances',
    to: to.openBalances(),
    isFor: (person) => can(person, 'payments.manage'),
  },
  {
    group: 'Money',
    label: 'Held payments',
    to: to.heldPayments(),
    isFor: (person) => can(person, 'payments.manage'),
  },
  {
    group: 'Money',
    label: 'Reconciliation',
    to: to.reconciliation(),
    isFor: (person) => can(person, 'payments.manage'),
  },
  { group: 'Administration', label: 'Mail', to: to.mail(), isFor: (person) => can(person, 'mails.manage') },
  {
    group: 'Administration',
    label: 'Devices',
    to: to.devices(),
    isFor: (person) => can(person, 'devices.see'),
  },
  {
    group: 'Administration',
    label: 'Settings',
    to: to.settings(),
    isFor: (person) => can(person, 'settings.manage'),
  },
  {
    group: 'Administration',
    label: 'Operations',
    to: to.operations(),
    isFor: (person) => can(person, 'operations.see'),
  },
  {
    group: 'Administration',
    label: 'Security',
    to: to.security(),
    isFor: (person) => can(person, 'security.see'),
  },
]

interface Menu {
  main: readonly MenuEntry[]
  tools: readonly (MenuEntry & Tool)[]
}

/** Returns the entries for this person now. */
export function menuFor(person: Person | null, serverReachable: boolean): Menu {
  const isOffered = (entry: Entry) => entry.isFor(person) && (serverReachable || entry.isOffline === true)
  return { main: MAIN.filter(isOffered), tools: TOOLS.filter(isOffered) }
}

/**
 * Returns whether an address is below an entry: `/`, `/orders/picklist` and `/order/12` are all orders, `/user/7` is
 * a user.
 */
export function isWithin(path: string, { to, screens }: MenuEntry): boolean {
  const own = hrefOf(to)
  return screens?.test(path) ?? (path === own || path.startsWith(`${own}/`))
}

/** C032: a print page has no bar; "/printPicklists" is not one. */
export const isPrintPath = (path: string): boolean =>
  path.includes('print') && !path.includes('printPicklist')

/**
 * C048: a public list, a link of a mail (docs/decisions/0112, 0182) and the way back from the identity provider need
 * no sign-in.
 */
export const isPublicPath = (path: string): boolean =>
  path.includes('/demo/') || /^\/(?:forgotPassword|newPassword|confirmAddress|undoChange|oidc)\/?$/.test(path)
