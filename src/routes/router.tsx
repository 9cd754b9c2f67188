/** Every address of the app (C §2) and which screen it shows. Screens are loaded when they are first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { ErrorScreen } from '#src/app/ErrorScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { Shell } from '#src/app/Shell.tsx'
import { Frame } from './Frame.tsx'
import { ADMIN_FRAMES } from './frames.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { readOrdersSearch } from './orders-search.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar and the browser's tab. */
    title?: string
    /** Loads the screen's code. */
    code?: () => Promise<unknown>
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const screen = (
  path: string,
  title: string,
  load: Parameters<typeof lazyScreen>[0],
  validateSearch: (search: Record<string, unknown>) => object = (search) => search,
) => {
  const { code, ...lazily } = lazyScreen(load)
  return createRoute({
    getParentRoute: () => root,
    path,
    ...lazily,
    validateSearch,
    staticData: { title, code } satisfies StaticDataRouteOption,
  })
}

const ordersList = () => import('./orders.tsx')

const userForm = () => import('./user.tsx')
const customerForm = () => import('./customer.tsx')
const setup = () => import('./setup.tsx')
const warehouseWizard = () => import('./warehouse.tsx')
const productForm = () => import('./product.tsx')

const screens = [
  screen('/', 'Orders', ordersList, readOrdersSearch),
  screen('/orders', 'Orders', ordersList, readOrdersSearch),
  screen('/order/$id', 'Order', () => import('./order.tsx')),
  screen('/order/$id/print', 'Order', () => import('./order-print.tsx')),
  screen('/order/$id/invoice', 'Invoice', () => import('./invoice.tsx')),
  screen('/order/$id/invoice/print', 'Invoice', () => import('./invoice-print.tsx')),
  screen('/orders/add', 'Create Order', () => import('./create-order.tsx')),
  screen('/cart', 'Cart', () => import('./cart.tsx')),
  screen('/scan', 'Scan', () => import('./scan.tsx')),
  screen('/scanner', 'Scanner', () => import('./scanner.tsx')),
  screen('/sync', 'Sync', () => import('./sync.tsx')),
  screen('/devices', 'Devices', () => import('./devices.tsx')),
  screen('/inventory', 'Inventory', () => import('./inventory.tsx')),
  screen('/inventory/bulk', 'Inventory Export/Import', () => import('./inventory-bulk.tsx')),
  screen('/product/add', 'Add product', productForm),
  screen('/product/$upc', 'Edit product', productForm),
  screen('/product/$upc/fees', 'Product fees', () => import('./product-fees.tsx')),
  screen('/itemcodes', 'Item Codes', () => import('./item-codes.tsx')),
  screen('/itemcodes/$code', 'Edit item code', () => import('./item-code.tsx')),
  screen('/recalls', 'Recalls', () => import('./recalls.tsx')),
  screen('/users', 'Users', () => import('./users.tsx'), readOrdersSearch),
  screen('/user/add', 'Add User', userForm),
  screen('/user/$id', 'Edit User', userForm),
  screen('/orders/picklist', 'Pick List', () => import('./picklist.tsx')),
  screen('/orders/picklist/details', 'Pick List', () => import('./picklist-details.tsx')),
  screen('/orders/picklist/details/print', 'Pick List', () => import('./picklist-print.tsx')),
  screen('/customers', 'Customer Location', () => import('./customers.tsx'), readOrdersSearch),
  screen('/customer/add', 'Add Customer', customerForm),
  screen('/customer/$id', 'Customer Location', customerForm),
  screen('/customer/$id/fees', 'Customer fees', () => import('./customer-fees.tsx')),
  screen('/customer/$id/orderlists', 'Order Lists', () => import('./customer-orderlists.tsx')),
  screen('/priceRefresh', 'Price Refresh', () => import('./price-refresh.tsx')),
  screen('/reporting', 'Reporting', () => import('./reporting.tsx')),
  screen('/setup', 'Setup', setup),
  screen('/warehouse', 'Setup', setup),
  screen('/warehouse/add', 'Add Warehouse', warehouseWizard),
  screen('/warehouses/add', 'Add Warehouse', warehouseWizard),
  screen('/warehouse/$id', 'Edit Warehouse', warehouseWizard),
  screen('/orderlistPublic', 'Orderlist Public', () => import('./orderlist-public.tsx')),
  screen('/orderlistPrototype', 'Orderlist Prototype', () => import('./orderlist-prototype.tsx')),
  screen('/printPicklists', 'Order Management', () => import('./print-picklists.tsx')),
  screen('/mergeOrders', 'Merge Orders', () => import('./merge-orders.tsx')),
  screen('/generateInvoices', 'Bulk Generate Invoices', () => import('./generate-invoices.tsx')),
  screen('/emailInvoices', 'Email Invoices', () => import('./email-invoices.tsx')),
  screen('/exportInvoices', 'Export Invoices', () => import('./export-invoices.tsx')),
  screen('/receipt/upload', 'Receipt upload', () => import('./receipt-upload.tsx')),
  screen('/receiptDifference', 'Receipt Difference', () => import('./receipt-difference.tsx')),
  screen('/missingItems', 'Missing items', () => import('./missing-items.tsx')),
  screen('/demo/$name', 'Order list', () => import('./demo.tsx')),
]

const frames = ADMIN_FRAMES.map((frame) =>
  createRoute({
    getParentRoute: () => root,
    path: frame.path,
    component: () => <Frame {...frame} />,
    staticData: { title: frame.title },
  }),
)

export const router = createRouter({
  routeTree: root.addChildren([...screens, ...frames]),
  // A016: an address is the same with and without a slash at its end, and stays as it was typed.
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
