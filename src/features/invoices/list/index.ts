/** Lists of invoices: the invoices, the open ones, and the state of one in words. */
export { invoiceStateOf } from './invoice-state.ts'
