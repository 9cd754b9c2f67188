import { expect, it } from 'vitest'
import type { Person } from '#contract/permissions.ts'
import { person } from '#contract/testing/rows.ts'
import { hrefOf } from '#src/paths.ts'
import { isPrintPath, isPublicPath, isWithin, menuFor } from './menu.ts'

const labels = (who: Person | null, online = true) => menuFor(who, online).main.map(({ label }) => label)
const paths = (who: Person | null) => menuFor(who, true).main.map(({ to }) => hrefOf(to))
const tools = (who: Person | null, online = true) =>
  menuFor(who, online).tools.map(({ label, to }) => `${label} ${hrefOf(to)}`)

it('C035 C276 staff see twelve entries in the stated order, each with its address', () => {
  expect(labels(person(1, true))).toEqual([
    'Orders',
    'Inventory',
    'Item Codes',
    'Customer Location',
    'Users',
    'Receipt Difference',
    'Price Refresh',
    'Order Management',
    'Reporting',
    'Setup',
    'Orderlist Public',
    'Orderlist Prototype',
  ])
  expect(paths(person(12, true))).toEqual([
    '/orders',
    '/inventory',
    '/itemcodes',
    '/customers',
    '/users',
    '/receiptDifference',
    '/priceRefresh',
    '/printPicklists',
    '/reporting',
    '/setup',
    '/orderlistPublic',
    '/orderlistPrototype',
  ])
})

it('C275 C278 role 14 sees Orders and Inventory, staff or not', () => {
  expect(labels(person(14, true))).toEqual(['Orders', 'Inventory'])
  expect(labels(person(14, false))).toEqual(['Orders', 'Inventory'])
})

it('C277 other people who are not staff see Orders only', () => {
  expect(labels(person(20, false))).toEqual(['Orders'])
  expect(labels(person(1, false))).toEqual(['Orders'])
})

it('C280 only Orders shows until the signed-in person is known', () => {
  expect(labels(null)).toEqual(['Orders'])
})

it('C279 legacySync and emailInvoices have no entry', () => {
  expect(paths(person(1, true)).join()).not.toMatch(/legacySync|emailInvoices/)
})

it('administration is not offered without the server', () => {
  expect(labels(person(1, true), false)).toEqual(['Orders'])
})

it('C032 print pages have no bar, and the print page of pick lists has one', () => {
  expect(isPrintPath('/order/1/print')).toBe(true)
  expect(isPrintPath('/orders/picklist/details/print')).toBe(true)
  expect(isPrintPath('/printPicklists')).toBe(false)
  expect(isPrintPath('/printPicklist')).toBe(false)
  expect(isPrintPath('/orders')).toBe(false)
})

it('C048 an address with /demo/ is public', () => {
  expect(isPublicPath('/demo/some-name')).toBe(true)
  expect(isPublicPath('/demonstration')).toBe(false)
  for (const path of ['/forgotPassword', '/newPassword', '/confirmAddress', '/undoChange', '/oidc'])
    expect(isPublicPath(path)).toBe(true)
})

it('entries that C035 does not name are a separate group, for the people who use them', () => {
  expect(tools(person(11, true))).toEqual([
    'Scanner /scanner',
    'Recalls /recalls',
    'Figures /figures',
    'Open balances /openBalances',
    'Held payments /heldPayments',
    'Reconciliation /reconciliation',
    'Mail /mail',
    'Devices /devices',
  ])
  expect(tools(person(12, true))).toEqual([
    'Scanner /scanner',
    'Recalls /recalls',
    'Figures /figures',
    'Open balances /openBalances',
    'Held payments /heldPayments',
    'Reconciliation /reconciliation',
    'Mail /mail',
  ])
  // Security events and the server are for administrators alone.
  expect(tools(person(1, true)).slice(-3)).toEqual([
    'Settings /settings',
    'Operations /operations',
    'Security /security',
  ])
  expect(tools(person(5, true)).at(-1)).toBe('Devices /devices')
  expect(tools(person(14, false))).toEqual(['Scanner /scanner', 'Recalls /recalls'])
  expect(tools(person(20, false))).toEqual([])
  expect(tools(null)).toEqual([])
})

it('a scanner is set up without the server too', () => {
  expect(tools(person(11, true), false)).toEqual(['Scanner /scanner'])
})

it('the entry of the screen that is open is marked', () => {
  const { main, tools } = menuFor(person(1, true), true)
  const marked = (path: string) =>
    [...main, ...tools].filter((entry) => isWithin(path, entry)).map(({ label }) => label)
  for (const [label, paths] of Object.entries({
    Orders: ['/', '/orders', '/orders/', '/orders/add', '/order/12'],
    Inventory: ['/inventory/bulk', '/product/7/fees'],
    'Customer Location': ['/customers', '/customer/7/fees'],
    Users: ['/users', '/user/7', '/user/add'],
    'Order Management': ['/printPicklists', '/mergeOrders', '/emailInvoices'],
    Setup: ['/setup', '/warehouse/3', '/warehouses/add'],
    'Orderlist Public': ['/orderlistPublic'],
    Devices: ['/devices'],
    Security: ['/security'],
    Mail: ['/mail'],
  }))
    for (const path of paths) expect([path, ...marked(path)]).toEqual([path, label])
  expect(marked('/scan')).toEqual([])
})
