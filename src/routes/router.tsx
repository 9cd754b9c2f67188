/** Which address shows which screen. Screens are loaded when they are first opened. */
import { createRouter, type AnyRoute } from '@tanstack/react-router'
import { ErrorScreen } from '#src/app/ErrorScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { Shell } from '#src/app/Shell.tsx'
import { named } from '#src/ui/named.ts'
import { lazyScreen, type LoadScreen } from './lazy-screen.tsx'
import { root, routes, routeTree } from './tree.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const ordersList = () => import('./orders/orders.tsx')
const userForm = () => import('./back-office/user.tsx')
const customerForm = () => import('./back-office/customer.tsx')
const setup = named(() => import('#features/warehouses/SetupScreen.tsx'), 'SetupScreen')
const warehouseWizard = () => import('./back-office/warehouse.tsx')
const productForm = () => import('./back-office/product.tsx')

const SCREENS: Record<keyof typeof routes, LoadScreen> = {
  start: ordersList,
  orders: ordersList,
  order: () => import('./orders/order.tsx'),
  orderPrint: () => import('./orders/order-print.tsx'),
  invoice: () => import('./invoices/invoice.tsx'),
  invoicePrint: () => import('./invoices/invoice-print.tsx'),
  invoiceRevision: () => import('./invoices/invoice-revision.tsx'),
  invoices: () => import('./invoices/invoices.tsx'),
  createOrder: () => import('./orders/create-order.tsx'),
  cart: () => import('./orders/cart.tsx'),
  scan: () => import('./floor/scan.tsx'),
  scanner: named(() => import('#features/scanner-check/ScannerCheckScreen.tsx'), 'ScannerCheckScreen'),
  sync: () => import('./floor/sync.tsx'),
  devices: () => import('./floor/devices.tsx'),
  inventory: () => import('./back-office/inventory.tsx'),
  inventoryBulk: named(() => import('#features/inventory/InventoryBulkScreen.tsx'), 'InventoryBulkScreen'),
  addProduct: productForm,
  product: productForm,
  productFees: () => import('./back-office/product-fees.tsx'),
  itemCodes: named(() => import('#features/inventory/ItemCodesScreen.tsx'), 'ItemCodesScreen'),
  itemCode: () => import('./back-office/item-code.tsx'),
  recalls: () => import('./floor/recalls.tsx'),
  heldPayments: named(() => import('#features/payments/HeldPaymentsScreen.tsx'), 'HeldPaymentsScreen'),
  reconciliation: named(() => import('#features/payments/ReconciliationScreen.tsx'), 'ReconciliationScreen'),
  figures: () => import('./back-office/figures.tsx'),
  settings: named(() => import('#features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  operations: named(() => import('#features/operations/OperationsScreen.tsx'), 'OperationsScreen'),
  mail: () => import('./invoices/mail.tsx'),
  security: () => import('./session/security.tsx'),
  openBalances: () => import('./invoices/open-balances.tsx'),
  users: () => import('./back-office/users.tsx'),
  addUser: userForm,
  user: userForm,
  pickList: () => import('./floor/picklist.tsx'),
  pickListDetails: () => import('./floor/picklist-details.tsx'),
  pickListPrint: () => import('./floor/picklist-print.tsx'),
  customers: () => import('./back-office/customers.tsx'),
  addCustomer: customerForm,
  customer: customerForm,
  customerFees: () => import('./back-office/customer-fees.tsx'),
  customerLists: () => import('./back-office/customer-orderlists.tsx'),
  priceRefresh: () => import('./back-office/price-refresh.tsx'),
  reporting: () => import('./back-office/reporting.tsx'),
  setup,
  warehouses: setup,
  addWarehouse: warehouseWizard,
  addWarehouseToo: warehouseWizard,
  warehouse: warehouseWizard,
  publicLists: named(() => import('#features/order-lists/PublicListsScreen.tsx'), 'PublicListsScreen'),
  listManagement: named(() => import('#features/order-lists/ManagementScreen.tsx'), 'ManagementScreen'),
  printPicklists: () => import('./bulk/print-picklists.tsx'),
  mergeOrders: () => import('./bulk/merge-orders.tsx'),
  generateInvoices: () => import('./bulk/generate-invoices.tsx'),
  emailInvoices: () => import('./bulk/email-invoices.tsx'),
  exportInvoices: () => import('./bulk/export-invoices.tsx'),
  receiptUpload: () => import('./back-office/receipt-upload.tsx'),
  receiptDifference: () => import('./back-office/receipt-difference.tsx'),
  missingItems: () => import('./back-office/missing-items.tsx'),
  publicList: () => import('./orders/demo.tsx'),
  forgotPassword: () => import('./session/forgot-password.tsx'),
  newPassword: () => import('./session/new-password.tsx'),
  confirmAddress: () => import('./session/confirm-address.tsx'),
  undoChange: () => import('./session/undo-change.tsx'),
  oidc: () => import('./session/oidc.tsx'),
  customerInventory: () => import('./back-office/customer-inventory.tsx'),
}

root.update({ component: Shell, notFoundComponent: NotFound })
for (const [name, route] of Object.entries<AnyRoute>(routes)) {
  const { component, ...code } = lazyScreen(SCREENS[name as keyof typeof routes])
  route.update({ component, staticData: { ...route.options.staticData, ...code } })
}

export const router = createRouter({
  routeTree,
  // An address is the same with and without a slash at its end, and stays as it was typed.
  trailingSlash: 'preserve',
  defaultErrorComponent: ErrorScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

/** Loads the code of the screen at an address before the router comes to it. A failure shows where it is rendered. */
export function loadCode(path: string): void {
  const [, , route] = router.getMatchedRoutes(path)
  route?.options.staticData?.code?.().catch(() => undefined)
}
