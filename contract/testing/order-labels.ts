/** The headings of the orders list for staff who may see payments, in their order. The picker's comes after them. */
export const ORDER_LABELS = [
  'Order ID',
  'Company',
  'Username',
  'Status',
  'Created Date',
  'Delivery Date',
  'Total Price',
  'Invoice Total',
  'Picking Complete',
  'Paid Status',
]
