/** Payments of invoices, one row an attempt, and who the payers are at the provider. */
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, money } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

export const payments = pgTable(
  'payments',
  {
    /** Also the idempotency key under which the provider makes the PaymentIntent: one row is never two of them. */
    id: uuid('id').primaryKey(),
    /** Null once the order is deleted: what was tried stays known. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** 'ach' or 'card'; 'external' where the office was paid by check, in cash or otherwise. */
    method: text('method').notNull(),
    /** open (the customer may pay) → processing (ACH) → succeeded; or canceled, with the error that ended it. */
    status: text('status').notNull().default('open'),
    /** What the invoice came to when the attempt began; what a card costs on top; and both: what is paid. */
    invoiceTotal: money('invoice_total').notNull(),
    cardFee: money('card_fee').notNull().default('0'),
    amount: money('amount').notNull(),
    /** The provider's number of the PaymentIntent; null while it is being made. */
    intentId: text('intent_id').unique(),
    /** The provider's words for the last thing that went wrong. */
    errorMessage: text('error_message'),
    /** `PaymentIntentFacts` (contract/invoices/payment.ts): what the provider said of a payment that succeeded. */
    intent: jsonb('intent'),
    /** What the office wrote down of an external payment. */
    note: text('note').notNull().default(''),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    modifiedAt: instant('modified_at').notNull().defaultNow(),
    /** Grows with every change: what was asked of the provider before a change is asked again. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('payments_order').on(t.orderId),
    // Two presses of Pay, two tabs, two servers: one attempt.
    uniqueIndex('payments_one_open')
      .on(t.orderId)
      .where(sql`${t.status} in ('open', 'processing')`),
  ],
)

/** A person's customer record at the provider, which keeps their cards and accounts. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  providerId: text('provider_id').notNull(),
})
