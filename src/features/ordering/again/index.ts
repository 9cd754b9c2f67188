/** An order again: the usual products and the last order. */
export { OrderAgain } from './OrderAgain.tsx'
