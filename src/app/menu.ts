/** The drawer's entries, and who sees which (C035, C275–C280). */
import { can, type Person } from '#contract/permissions.ts'

export interface MenuEntry {
  label: string
  path: string
}

/** C035, in its order. */
const ENTRIES: readonly MenuEntry[] = [
  { label: 'Orders', path: '/orders' },
  { label: 'Inventory', path: '/inventory' },
  { label: 'Item Codes', path: '/itemcodes' },
  { label: 'Customer Location', path: '/customers' },
  { label: 'Users', path: '/users' },
  { label: 'Receipt Difference', path: '/receiptDifference' },
  { label: 'Price Refresh', path: '/priceRefresh' },
  { label: 'Order Management', path: '/printPicklists' },
  { label: 'Reporting', path: '/reporting' },
  { label: 'Setup', path: '/setup' },
  { label: 'Orderlist Public', path: '/orderlistPublic' },
  { label: 'Orderlist Prototype', path: '/orderlistPrototype' },
]

/** What works without the server. Everything else is administration and hidden offline (readings, "Offline"). */
const OFFLINE = ['/orders']
/** C275. */
const PICKER = ['/orders', '/inventory']
/** C277, and C280 while nobody is known. */
const EVERYBODY = ['/orders']

/** The entries for this person now. Role 14 is looked at before the staff flag (C278). */
export function menuFor(person: Person | null, serverReachable: boolean): readonly MenuEntry[] {
  const allowed = (path: string) => {
    if (EVERYBODY.includes(path)) return true
    if (can(person, 'catalogue.write')) return true
    return can(person, 'orders.pick') && PICKER.includes(path)
  }
  return ENTRIES.filter(({ path }) => allowed(path) && (serverReachable || OFFLINE.includes(path)))
}

/** Entries whose screens have addresses of another word as well. */
const BELOW: Partial<Record<string, RegExp>> = {
  '/orders': /^\/(?:orders?(?:\/|$)|$)/,
  '/inventory': /^\/(?:inventory|product)(?:\/|$)/,
  '/users': /^\/users?(?:\/|$)/,
  '/customers': /^\/customers?(?:\/|$)/,
  /** B076: the pages below Order Management. */
  '/printPicklists': /^\/(?:printPicklists|mergeOrders|(?:generate|email|export)Invoices)$/,
  '/setup': /^\/(?:setup|warehouses?)(?:\/|$)/,
}

/** Whether an address lies below an entry: `/`, `/orders/picklist` and `/order/12` are all orders, `/user/7` is a user. */
export const isWithin = (path: string, entry: string): boolean =>
  BELOW[entry]?.test(path) ?? (path === entry || path.startsWith(`${entry}/`))

/** C032: no bar on a print page; "/printPicklists" is not one. */
export const isPrintPath = (path: string): boolean =>
  path.includes('print') && !path.includes('printPicklist')

/** C048: the one address that nobody need sign in for. */
export const isPublicPath = (path: string): boolean => path.includes('/demo/')
