/**
 * SQL of the day on which an invoice is due, of an order `o` and its location `l` (readings, "Due date"): balances and QuickBooks
 * ask it. `dueDay` (contract/invoices/payment.ts) is the same rule.
 */
export const DUE_DAY_SQL = 'o.delivery_date + l.on_time_payment_days_threshold'
