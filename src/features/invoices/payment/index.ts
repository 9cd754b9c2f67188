/** The payment of an invoice: by card or bank, external, in turn, and what is left. */
export { InvoicePayment } from './InvoicePayment.tsx'
export { PayInTurn } from './PayInTurn.tsx'
