import { expect, it } from 'vitest'
import type { Person } from '#contract/permissions.ts'
import { isPrintPath, isPublicPath, isWithin, menuFor } from './menu.ts'

const person = (role_id: number, is_staff: boolean): Person => ({
  id: 1,
  username: 'x',
  role_id,
  is_staff,
  company: null,
})
const labels = (who: Person | null, online = true) => menuFor(who, online).map(({ label }) => label)
const paths = (who: Person | null) => menuFor(who, true).map(({ path }) => path)

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

it('C280 only Orders shows until it is known who is signed in', () => {
  expect(labels(null)).toEqual(['Orders'])
})

it('C279 legacySync and emailInvoices have no entry', () => {
  expect(paths(person(1, true)).join()).not.toMatch(/legacySync|emailInvoices/)
})

it('administration is not offered without the server', () => {
  expect(labels(person(1, true), false)).toEqual(['Orders'])
})

it('C032 print pages have no bar, the print pick lists page has', () => {
  expect(isPrintPath('/order/1/print')).toBe(true)
  expect(isPrintPath('/orders/picklist/details/print')).toBe(true)
  expect(isPrintPath('/printPicklists')).toBe(false)
  expect(isPrintPath('/orders')).toBe(false)
})

it('C048 an address with /demo/ is public', () => {
  expect(isPublicPath('/demo/some-name')).toBe(true)
  expect(isPublicPath('/demonstration')).toBe(false)
})

it('the entry of the screen that is open is marked', () => {
  expect(['/', '/orders', '/orders/add', '/order/12'].every((path) => isWithin(path, '/orders'))).toBe(true)
  expect(isWithin('/orderlistPublic', '/orders')).toBe(false)
  expect(['/inventory/bulk', '/product/7/fees'].every((path) => isWithin(path, '/inventory'))).toBe(true)
  expect(['/users', '/user/7', '/user/add'].every((path) => isWithin(path, '/users'))).toBe(true)
  expect(['/customers', '/customer/7/fees'].every((path) => isWithin(path, '/customers'))).toBe(true)
  expect(
    ['/printPicklists', '/mergeOrders', '/emailInvoices'].every((path) => isWithin(path, '/printPicklists')),
  ).toBe(true)
  expect(['/setup', '/warehouse/3', '/warehouses/add'].every((path) => isWithin(path, '/setup'))).toBe(true)
})
