/** Payments of invoices, one row per attempt, with what the provider reported, and who the payers are there. */
import { sql } from 'drizzle-orm'
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { instant, dollars, ownerId } from './columns.ts'
import { users } from './people.ts'

export const payments = pgTable(
  'payments',
  {
    /** Also the idempotency key under which the provider makes the PaymentIntent: one row never makes two. */
    id: uuid('id').primaryKey(),
    /**
     * The order's number. It stays known when the order is deleted, so there is no foreign key. Null where money
     * arrived that names no order.
     */
    orderId: integer('order_id'),
    /** The order that held money came for, where the office applied it to another one. */
    cameFor: integer('came_for'),
    /** 'ach' or 'card'; 'external' where the office was paid by check, in cash or otherwise. */
    method: text('method').notNull(),
    /**
     * open (the customer may pay) → verifying (ACH: the bank account is not verified yet) → processing (ACH) → succeeded;
     * or canceled, with the error that ended it. Money that does not fit its invoice is held, until the office applies it
     * (succeeded) or has given it back (refunded).
     */
    status: text('status').notNull().default('open'),
    /**
     * The invoice's total when the attempt began, the discount for paying on time, the card fee on top, and the amount
     * that is paid.
     */
    invoiceTotal: dollars('invoice_total').notNull(),
    discount: dollars('discount').notNull().default('0'),
    cardFee: dollars('card_fee').notNull().default('0'),
    amount: dollars('amount').notNull(),
    /** The amounts that went back after it arrived: refunds that have not failed, and disputes of a card. */
    refunded: dollars('refunded').notNull().default('0'),
    disputed: dollars('disputed').notNull().default('0'),
    /** The provider's number of the PaymentIntent; null while it is being made. */
    intentId: text('intent_id').unique(),
    /** The payment that this row takes back: the bank returned it. Its amounts are that payment's, with the other sign. */
    reverses: uuid('reverses')
      .unique()
      .references((): AnyPgColumn => payments.id),
    /** What went wrong last, in the provider's words, or why the payment is held and what the office did about it. */
    errorMessage: text('error_message'),
    /** `PaymentIntentFacts` (contract/invoices/payment.ts): what the provider said of a payment that succeeded. */
    intent: jsonb('intent'),
    /** How and when an external payment came: `EXTERNAL_WAYS`, and the day; null for others, and for those of earlier releases. */
    way: text('way'),
    receivedOn: date('received_on'),
    /** The office's note on an external payment, or on one that was held. */
    note: text('note').notNull().default(''),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    modifiedAt: instant('modified_at').notNull().defaultNow(),
    /** Grows with every change. An answer that the provider gave before a change is asked for again. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('payments_order').on(t.orderId),
    index('payments_came_for').on(t.cameFor),
    index('payments_held')
      .on(t.createdAt)
      .where(sql`${t.status} = 'held'`),
    // Two presses of Pay, two tabs, two servers: one attempt.
    uniqueIndex('payments_one_open')
      .on(t.orderId)
      .where(sql`${t.status} in ('open', 'verifying', 'processing')`),
  ],
)

/**
 * The provider's events, each stored once. An event is only a reason to ask the provider: its text about a payment is
 * never trusted.
 */
export const paymentEvents = pgTable('payment_events', {
  /** The provider's id. */
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  intentId: text('intent_id'),
  /** Null where the event is about no payment of ours. */
  paymentId: uuid('payment_id').references(() => payments.id),
  /** The event's object, without the secret by which its payer pays. */
  object: jsonb('object').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
  /** Null until the server has asked the provider about the event's subject and stored the answer. */
  handledAt: instant('handled_at'),
})

/** A person's customer record at the provider, which keeps their cards and accounts. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: ownerId('user_id', () => users.id).primaryKey(),
  providerId: text('provider_id').notNull(),
})
