/** Money by location and invoice, as rows that are only added (docs/decisions/0242). */
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, dollars } from './columns.ts'

/**
 * One amount that a location owes more (above 0) or less (below 0). Deferred triggers on invoices, credits and payments
 * post the difference between those tables and the ledger when a transaction ends. No references here: a deleted row
 * stays in the ledger.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** One of `LEDGER_KINDS` (contract/invoices/ledger.ts). */
    kind: text('kind').notNull(),
    amount: dollars('amount').notNull(),
    /** Null for money that arrived and names no order. */
    locationId: integer('company_location_id'),
    /** The invoice that the amount is part of; null for a credit that waits. */
    orderId: integer('order_id'),
    creditId: integer('credit_id'),
    paymentId: uuid('payment_id'),
    /** The line of `invoice_history` of the same transaction: who did what. Null for what the provider said. */
    historyId: integer('history_id'),
  },
  (t) => [
    index('ledger_location').on(t.locationId, t.id),
    index('ledger_order').on(t.orderId),
    index('ledger_credit').on(t.creditId),
    index('ledger_payment').on(t.paymentId),
  ],
)

/**
 * The sums of the ledger by location, which a trigger adds to as rows come (migration 0062): open balances would take longer each year if
 * they summed up the ledger itself. Names as in `LedgerSums` (contract/invoices/ledger.ts), of rows that belong to an invoice.
 */
export const locationSums = pgTable('location_sums', {
  locationId: integer('company_location_id').primaryKey(),
  invoiced: dollars('invoiced').notNull(),
  kept: dollars('kept').notNull(),
  discounts: dollars('discounts').notNull(),
  /** Credits that wait for an invoice. */
  credits: dollars('credits').notNull(),
})
