/**
 * The app's addresses, for all code that links to one. The router's tree (`routes/tree.ts`) checks each of them: an
 * address that is not in it, or that holds what it may not, does not compile.
 */
import {
  defaultStringifySearch,
  type RegisteredRouter,
  type RouteById,
  type ValidateLinkOptions,
} from '@tanstack/react-router'
import { HANDED_PLACES, type HandedPurpose } from '#src/db/handed-files.ts'

declare const isChecked: unique symbol

/** An address that was checked against the tree. Only `to` makes one; a plain text is none. */
export interface Address {
  /** The path in the tree: `/order/$id`. */
  readonly to: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: object
  readonly [isChecked]: true
}

const address = <const Options>(options: ValidateLinkOptions<RegisteredRouter, Options>): Address =>
  options as unknown as Address

const id = (id: number | string) => ({ id: String(id) })

/** The query that an address may hold, as the router's tree says. */
type SearchAt<Path> = RouteById<RegisteredRouter['routeTree'], Path>['types']['fullSearchSchema']

export type PickListSearch = SearchAt<'/orders/picklist'>

/** From where a screen was opened. */
export type From = NonNullable<SearchAt<'/scan'>['from']>

/** In the order of C §2. Other data for a screen goes as navigation state (`kit/links/use-go.ts`). */
export const to = {
  /** The screen depends on the person: the sign-in, or the start of their role. */
  home: () => address({ to: '/' }),
  orders: (search?: SearchAt<'/orders'>) => address({ to: '/orders', search }),
  order: (order: number) => address({ to: '/order/$id', params: id(order) }),
  /** An order that asks for a picker at once. */
  assignPicker: (order: number) => address({ to: '/order/$id', params: id(order), search: { assign: true } }),
  /** B017: `from` is where Back leads. */
  orderPrint: (order: number, from?: From) =>
    address({ to: '/order/$id/print', params: id(order), search: { from } }),
  invoices: () => address({ to: '/invoices' }),
  invoice: (order: number) => address({ to: '/order/$id/invoice', params: id(order) }),
  invoicePrint: (order: number) => address({ to: '/order/$id/invoice/print', params: id(order) }),
  invoiceRevision: (order: number, revision: number) =>
    address({
      to: '/order/$id/invoice/revision/$revision',
      params: { ...id(order), revision: String(revision) },
    }),
  createOrder: () => address({ to: '/orders/add' }),
  cart: () => address({ to: '/cart' }),
  /** A031. */
  stagedOrder: () => address({ to: '/cart', search: { stagedOrder: 1 } }),
  pickList: (search?: PickListSearch) => address({ to: '/orders/picklist', search }),
  pickListDetails: (from: From) => address({ to: '/orders/picklist/details', search: { from } }),
  pickListPrint: (from: From) => address({ to: '/orders/picklist/details/print', search: { from } }),
  scan: (from: From) => address({ to: '/scan', search: { from } }),
  scanner: () => address({ to: '/scanner' }),
  sync: () => address({ to: '/sync' }),
  /** The screen that takes a file which the system handed to the app. */
  handed: (purpose: HandedPurpose) => address({ to: HANDED_PLACES[purpose] }),
  devices: () => address({ to: '/devices' }),
  recalls: () => address({ to: '/recalls' }),
  heldPayments: () => address({ to: '/heldPayments' }),
  reconciliation: () => address({ to: '/reconciliation' }),
  mail: () => address({ to: '/mail' }),
  figures: () => address({ to: '/figures' }),
  settings: () => address({ to: '/settings' }),
  operations: () => address({ to: '/operations' }),
  security: () => address({ to: '/security' }),
  openBalances: () => address({ to: '/openBalances' }),
  inventory: () => address({ to: '/inventory' }),
  inventoryBulk: () => address({ to: '/inventory/bulk' }),
  addProduct: () => address({ to: '/product/add' }),
  product: (upc: string) => address({ to: '/product/$upc', params: { upc } }),
  productFees: (upc: string) => address({ to: '/product/$upc/fees', params: { upc } }),
  itemCodes: () => address({ to: '/itemcodes' }),
  itemCode: (code: string) => address({ to: '/itemcodes/$code', params: { code } }),
  customers: () => address({ to: '/customers' }),
  addCustomer: () => address({ to: '/customer/add' }),
  /** A company's location: its number, or the text that an address has in its place. */
  customer: (location: number | string) => address({ to: '/customer/$id', params: id(location) }),
  customerFees: (location: number | string) => address({ to: '/customer/$id/fees', params: id(location) }),
  customerLists: (location: number | string) =>
    address({ to: '/customer/$id/orderlists', params: id(location) }),
  /** A034: the way in from an order list. */
  customerOfList: (location: number) =>
    address({ to: '/customer/$id', params: id(location), search: { orderlist: 1 } }),
  users: () => address({ to: '/users' }),
  addUser: () => address({ to: '/user/add' }),
  user: (user: number) => address({ to: '/user/$id', params: id(user) }),
  receiptDifference: (action?: SearchAt<'/receiptDifference'>['action']) =>
    address({ to: '/receiptDifference', search: { action } }),
  receiptUpload: () => address({ to: '/receipt/upload' }),
  missingItems: () => address({ to: '/missingItems' }),
  priceRefresh: () => address({ to: '/priceRefresh' }),
  printPicklists: () => address({ to: '/printPicklists' }),
  mergeOrders: () => address({ to: '/mergeOrders' }),
  generateInvoices: () => address({ to: '/generateInvoices' }),
  emailInvoices: () => address({ to: '/emailInvoices' }),
  exportInvoices: () => address({ to: '/exportInvoices' }),
  reporting: () => address({ to: '/reporting' }),
  setup: () => address({ to: '/setup' }),
  addWarehouse: () => address({ to: '/warehouses/add' }),
  warehouse: (warehouse: number) => address({ to: '/warehouse/$id', params: id(warehouse) }),
  publicLists: () => address({ to: '/orderlistPublic' }),
  listManagement: () => address({ to: '/orderlistPrototype' }),
  forgotPassword: () => address({ to: '/forgotPassword' }),
  /** The list that any person may open. */
  publicList: (name: string) => address({ to: '/demo/$name', params: { name } }),
}

/** Returns the address as text, to open it in another window and to compare it: `/order/12/print?from=order`. */
export const hrefOf = ({ to, params = {}, search = {} }: Address): string =>
  to.replace(/\$(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')) +
  defaultStringifySearch(search)
