/** `/orderlistPrototype`: every product with the order lists that it is on. */
export { ManagementScreen as default } from '#features/order-lists/ManagementScreen.tsx'
