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

const ordersList = () => import('./orders.tsx')
const userForm = () => import('./user.tsx')
const customerForm = () => import('./customer.tsx')
const setup = named(() => import('#features/warehouses/SetupScreen.tsx'), 'SetupScreen')
const warehouseWizard = () => import('./warehouse.tsx')
const productForm = () => import('./product.tsx')

const SCREENS: Record<keyof typeof routes, LoadScreen> = {
  start: ordersList,
  orders: ordersList,
  order: () => import('./order.tsx'),
  orderPrint: () => import('./order-print.tsx'),
  invoice: () => import('./invoice.tsx'),
  invoicePrint: () => import('./invoice-print.tsx'),
  invoiceRevision: () => import('./invoice-revision.tsx'),
  invoices: () => import('./invoices.tsx'),
  createOrder: () => import('./create-order.tsx'),
  cart: () => import('./cart.tsx'),
  scan: () => import('./scan.tsx'),
  scanner: named(() => import('#features/scanner-check/ScannerCheckScreen.tsx'), 'ScannerCheckScreen'),
  sync: () => import('./sync.tsx'),
  devices: () => import('./devices.tsx'),
  inventory: () => import('./inventory.tsx'),
  inventoryBulk: named(() => import('#features/inventory/InventoryBulkScreen.tsx'), 'InventoryBulkScreen'),
  addProduct: productForm,
  product: productForm,
  productFees: () => import('./product-fees.tsx'),
  itemCodes: named(() => import('#features/inventory/ItemCodesScreen.tsx'), 'ItemCodesScreen'),
  itemCode: () => import('./item-code.tsx'),
  recalls: () => import('./recalls.tsx'),
  heldPayments: named(() => import('#features/payments/HeldPaymentsScreen.tsx'), 'HeldPaymentsScreen'),
  reconciliation: named(() => import('#features/payments/ReconciliationScreen.tsx'), 'ReconciliationScreen'),
  figures: () => import('./figures.tsx'),
  settings: named(() => import('#features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  operations: named(() => import('#features/operations/OperationsScreen.tsx'), 'OperationsScreen'),
  mail: () => import('./mail.tsx'),
  security: () => import('./security.tsx'),
  openBalances: () => import('./open-balances.tsx'),
  users: () => import('./users.tsx'),
  addUser: userForm,
  user: userForm,
  pickList: () => import('./picklist.tsx'),
  pickListDetails: () => import('./picklist-details.tsx'),
  pickListPrint: () => import('./picklist-print.tsx'),
  customers: () => import('./customers.tsx'),
  addCustomer: customerForm,
  customer: customerForm,
  customerFees: () => import('./customer-fees.tsx'),
  customerLists: () => import('./customer-orderlists.tsx'),
  priceRefresh: () => import('./price-refresh.tsx'),
  reporting: () => import('./reporting.tsx'),
  setup,
  warehouses: setup,
  addWarehouse: warehouseWizard,
  addWarehouseToo: warehouseWizard,
  warehouse: warehouseWizard,
  publicLists: named(() => import('#features/order-lists/PublicListsScreen.tsx'), 'PublicListsScreen'),
  listManagement: named(() => import('#features/order-lists/ManagementScreen.tsx'), 'ManagementScreen'),
  printPicklists: () => import('./print-picklists.tsx'),
  mergeOrders: () => import('./merge-orders.tsx'),
  generateInvoices: () => import('./generate-invoices.tsx'),
  emailInvoices: () => import('./email-invoices.tsx'),
  exportInvoices: () => import('./export-invoices.tsx'),
  receiptUpload: () => import('./receipt-upload.tsx'),
  receiptDifference: () => import('./receipt-difference.tsx'),
  missingItems: () => import('./missing-items.tsx'),
  publicList: () => import('./demo.tsx'),
  forgotPassword: () => import('./forgot-password.tsx'),
  newPassword: () => import('./new-password.tsx'),
  confirmAddress: () => import('./confirm-address.tsx'),
  undoChange: () => import('./undo-change.tsx'),
  oidc: () => import('./oidc.tsx'),
  customerInventory: () => import('./customer-inventory.tsx'),
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
