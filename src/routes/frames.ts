/** The addresses that C §2 names and whose screens come with later issues. */
interface FrameRoute {
  path: string
  title: string
  what: string
}

/** Administration: needs the server. No address is restricted by role (C026); the server refuses the calls. */
export const ADMIN_FRAMES: readonly FrameRoute[] = [
  { path: '/inventory', title: 'Inventory', what: 'The products, with their prices and stock.' },
  { path: '/inventory/bulk', title: 'Inventory Export/Import', what: 'Products out to a file and back in.' },
  { path: '/inventory/$id', title: 'Inventory', what: 'The products, with their prices and stock.' },
  { path: '/product/add', title: 'Add product', what: 'A new product.' },
  { path: '/product/$upc', title: 'Edit product', what: 'One product and all that is known of it.' },
  { path: '/product/$upc/fees', title: 'Product fees', what: 'Margins and fees of one product.' },
  { path: '/itemcodes', title: 'Item Codes', what: 'The item codes that group products.' },
  { path: '/itemcodes/$code', title: 'Edit item code', what: 'One item code with its name and picture.' },
  { path: '/customers', title: 'Customer Location', what: 'The customers’ locations.' },
  { path: '/customer/add', title: 'Add customer', what: 'A new customer location.' },
  { path: '/customer/$id', title: 'Edit customer', what: 'One customer location.' },
  { path: '/customer/$id/orderlists', title: 'Order lists', what: 'The order lists of one location.' },
  { path: '/customer/$id/fees', title: 'Customer fees', what: 'Margins and fees of one location.' },
  { path: '/users', title: 'Users', what: 'The people who may sign in.' },
  { path: '/user/add', title: 'Add User', what: 'A new person who may sign in.' },
  { path: '/user/$id', title: 'Edit User', what: 'One person who may sign in.' },
  {
    path: '/receiptDifference',
    title: 'Receipt Difference',
    what: 'Receipts compared with what is in stock.',
  },
  { path: '/missingItems', title: 'Missing items', what: 'What a receipt comparison found missing.' },
  { path: '/receipt/upload', title: 'Receipt upload', what: 'Receipts out of a file.' },
  { path: '/priceRefresh', title: 'Price Refresh', what: 'New prices for orders that are placed.' },
  { path: '/printPicklists', title: 'Order Management', what: 'Pick lists of many orders, printed at once.' },
  { path: '/mergeOrders', title: 'Merge Orders', what: 'Two orders of one location made into one.' },
  { path: '/generateInvoices', title: 'Bulk Generate Invoices', what: 'Invoices for many orders at once.' },
  { path: '/emailInvoices', title: 'Email Invoices', what: 'Invoices of many orders sent by mail.' },
  { path: '/exportInvoices', title: 'Export Invoices', what: 'Invoices of many orders as files.' },
  { path: '/reporting', title: 'Reporting', what: 'The reports.' },
  { path: '/setup', title: 'Setup', what: 'Warehouses and settings.' },
  { path: '/warehouse', title: 'Warehouse', what: 'One warehouse.' },
  { path: '/warehouse/add', title: 'Add Warehouse', what: 'A new warehouse.' },
  { path: '/warehouses/add', title: 'Add Warehouse', what: 'A new warehouse.' },
  { path: '/warehouse/$id', title: 'Edit warehouse', what: 'One warehouse.' },
  { path: '/orderlistPublic', title: 'Orderlist Public', what: 'The order lists that anybody may see.' },
  { path: '/orderlistPrototype', title: 'Orderlist Prototype', what: 'Order lists to copy from.' },
  { path: '/order/$id/invoice/print', title: 'Invoice', what: 'The invoice of this order, to print.' },
]

/** Ordering: comes with the cart. */
export const ORDERING_FRAMES: readonly FrameRoute[] = [
  {
    path: '/orders/add',
    title: 'Create Order',
    what: 'The catalogue to order from. It comes with ordering.',
  },
]
