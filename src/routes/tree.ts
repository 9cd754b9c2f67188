/**
 * Every address of the app (C §2), with the query that it may hold. There are no screens here: `router.tsx` gives each
 * address its own, so that the types of the addresses do not depend on the screens' imports.
 */
import { readTableSearch } from '#src/kit/list/table-search.ts'
import { createRootRoute, createRoute, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import {
  readBalancesSearch,
  readCartSearch,
  readCustomerSearch,
  readCustomersSearch,
  readFiguresSearch,
  readFromSearch,
  readInventorySearch,
  readInvoiceSearch,
  readInvoicesSearch,
  readMailSearch,
  readOrderSearch,
  readSecuritySearch,
  readOrdersSearch,
  readPickListSearch,
  readReceiptSearch,
  readReportSearch,
  readUsersSearch,
} from './search.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar and the browser's tab. */
    title?: string
    /** Loads the screen's code. */
    code?: () => Promise<unknown>
    /** Called when the address is opened or about to be: the code loads beside the engine, if a person is signed in. */
    expect?: () => void
  }
}

export const root = createRootRoute()

const at = <const Path extends string>(path: Path, title: string) => ({
  getParentRoute: () => root,
  path,
  staticData: { title } satisfies StaticDataRouteOption,
  loader: ({ route }: { route: { options: { staticData?: StaticDataRouteOption } } }): void =>
    route.options.staticData?.expect?.(),
})

export const routes = {
  start: createRoute({ ...at('/', 'Orders'), validateSearch: readOrdersSearch }),
  orders: createRoute({ ...at('/orders', 'Orders'), validateSearch: readOrdersSearch }),
  order: createRoute({ ...at('/order/$id', 'Order'), validateSearch: readOrderSearch }),
  orderPrint: createRoute({ ...at('/order/$id/print', 'Order'), validateSearch: readFromSearch }),
  invoices: createRoute({ ...at('/invoices', 'Invoices'), validateSearch: readInvoicesSearch }),
  invoice: createRoute({ ...at('/order/$id/invoice', 'Invoice'), validateSearch: readInvoiceSearch }),
  invoicePrint: createRoute(at('/order/$id/invoice/print', 'Invoice')),
  invoiceRevision: createRoute(at('/order/$id/invoice/revision/$revision', 'Invoice')),
  createOrder: createRoute(at('/orders/add', 'Create Order')),
  cart: createRoute({ ...at('/cart', 'Cart'), validateSearch: readCartSearch }),
  scan: createRoute({ ...at('/scan', 'Scan'), validateSearch: readFromSearch }),
  scanner: createRoute(at('/scanner', 'Scanner')),
  sync: createRoute(at('/sync', 'Sync')),
  devices: createRoute({ ...at('/devices', 'Devices'), validateSearch: readTableSearch }),
  inventory: createRoute({ ...at('/inventory', 'Inventory'), validateSearch: readInventorySearch }),
  inventoryBulk: createRoute(at('/inventory/bulk', 'Inventory Export/Import')),
  addProduct: createRoute(at('/product/add', 'Add product')),
  product: createRoute(at('/product/$upc', 'Edit product')),
  productFees: createRoute(at('/product/$upc/fees', 'Product fees')),
  itemCodes: createRoute({ ...at('/itemcodes', 'Item Codes'), validateSearch: readTableSearch }),
  itemCode: createRoute(at('/itemcodes/$code', 'Edit item code')),
  recalls: createRoute({ ...at('/recalls', 'Recalls'), validateSearch: readTableSearch }),
  heldPayments: createRoute({ ...at('/heldPayments', 'Held payments'), validateSearch: readTableSearch }),
  reconciliation: createRoute({
    ...at('/reconciliation', 'Reconciliation'),
    validateSearch: readTableSearch,
  }),
  mail: createRoute({ ...at('/mail', 'Mail'), validateSearch: readMailSearch }),
  figures: createRoute({ ...at('/figures', 'Figures'), validateSearch: readFiguresSearch }),
  settings: createRoute(at('/settings', 'Settings')),
  operations: createRoute(at('/operations', 'Operations')),
  security: createRoute({ ...at('/security', 'Security'), validateSearch: readSecuritySearch }),
  openBalances: createRoute({ ...at('/openBalances', 'Open balances'), validateSearch: readBalancesSearch }),
  users: createRoute({ ...at('/users', 'Users'), validateSearch: readUsersSearch }),
  addUser: createRoute(at('/user/add', 'Add User')),
  user: createRoute(at('/user/$id', 'Edit User')),
  pickList: createRoute({ ...at('/orders/picklist', 'Pick List'), validateSearch: readPickListSearch }),
  pickListDetails: createRoute({
    ...at('/orders/picklist/details', 'Pick List'),
    validateSearch: readFromSearch,
  }),
  pickListPrint: createRoute({
    ...at('/orders/picklist/details/print', 'Pick List'),
    validateSearch: readFromSearch,
  }),
  customers: createRoute({ ...at('/customers', 'Customer Location'), validateSearch: readCustomersSearch }),
  addCustomer: createRoute(at('/customer/add', 'Add Customer')),
  customer: createRoute({
    ...at('/customer/$id', 'Customer Location'),
    validateSearch: readCustomerSearch,
    beforeLoad({ search, params }) {
      // The link of a category of a list leads to the place where that list is kept.
      if (search.orderlist) throw redirect({ to: '/customer/$id/orderlists', params, replace: true })
    },
  }),
  customerFees: createRoute(at('/customer/$id/fees', 'Customer fees')),
  customerLists: createRoute(at('/customer/$id/orderlists', 'Order Lists')),
  priceRefresh: createRoute({ ...at('/priceRefresh', 'Price Refresh'), validateSearch: readTableSearch }),
  reporting: createRoute({ ...at('/reporting', 'Reporting'), validateSearch: readReportSearch }),
  setup: createRoute({ ...at('/setup', 'Setup'), validateSearch: readTableSearch }),
  /** C028. */
  warehouses: createRoute({ ...at('/warehouse', 'Setup'), validateSearch: readTableSearch }),
  addWarehouse: createRoute(at('/warehouses/add', 'Add Warehouse')),
  addWarehouseToo: createRoute(at('/warehouse/add', 'Add Warehouse')),
  warehouse: createRoute(at('/warehouse/$id', 'Edit Warehouse')),
  publicLists: createRoute(at('/orderlistPublic', 'Orderlist Public')),
  listManagement: createRoute(at('/orderlistPrototype', 'Orderlist Prototype')),
  printPicklists: createRoute({
    ...at('/printPicklists', 'Order Management'),
    validateSearch: readTableSearch,
  }),
  mergeOrders: createRoute({ ...at('/mergeOrders', 'Merge Orders'), validateSearch: readTableSearch }),
  generateInvoices: createRoute({
    ...at('/generateInvoices', 'Bulk Generate Invoices'),
    validateSearch: readTableSearch,
  }),
  emailInvoices: createRoute(at('/emailInvoices', 'Email Invoices')),
  exportInvoices: createRoute({
    ...at('/exportInvoices', 'Export Invoices'),
    validateSearch: readTableSearch,
  }),
  receiptUpload: createRoute(at('/receipt/upload', 'Receipt upload')),
  receiptDifference: createRoute({
    ...at('/receiptDifference', 'Receipt Difference'),
    validateSearch: readReceiptSearch,
  }),
  missingItems: createRoute(at('/missingItems', 'Missing items')),
  publicList: createRoute(at('/demo/$name', 'Order list')),
  forgotPassword: createRoute(at('/forgotPassword', 'Forgotten password')),
  newPassword: createRoute(at('/newPassword', 'New password')),
  confirmAddress: createRoute(at('/confirmAddress', 'Confirm mail address')),
  oidc: createRoute(at('/oidc', 'Sign in')),
  undoChange: createRoute(at('/undoChange', 'Undo a change')),
  customerInventory: createRoute(at('/inventory/$id', 'Inventory Customer')),
}

export const routeTree = root.addChildren(routes)
