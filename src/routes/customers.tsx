/** `/customers`: the customers' locations. */
export { CustomersScreen as default } from '#features/customers/CustomersScreen.tsx'
