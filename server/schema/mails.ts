/** Every mail of the house: waiting ones, sent ones, and their outcome (docs/decisions/0110). */
import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { bytes, instant, searched, searchIndex, ownerId } from './columns.ts'
import { orders } from './orders.ts'
import { accountChanges, users } from './people.ts'

export const mails = pgTable(
  'mails',
  {
    /** Also the id of its job in `pg-boss`. */
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * 'order' confirms an order, 'orders' names those beyond a day's bound, 'invoice' carries an invoice. 'password'
     * has the link that sets a new password, 'invitation' the link that sets the first, 'address' the link that
     * confirms a person's own new address, 'undo' the link that undoes a change of the account. 'dispute' reports a
     * payment that is disputed, 'test' that mails arrive.
     */
    kind: text('kind').notNull(),
    /** The order that it is about; null where there is none, or the order was deleted since. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** The version of the invoice that its PDF shows; null for other mails, and for those of earlier releases. */
    invoiceVersion: text('invoice_version'),
    /** The user whose account or order it is about. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The change that an 'undo' would undo. */
    changeId: integer('change_id').references(() => accountChanges.id, { onDelete: 'cascade' }),
    /** The 'orders' mail that names the order of this one. This one is not sent itself (decision 0183). */
    summaryId: uuid('summary_id').references((): AnyPgColumn => mails.id, { onDelete: 'set null' }),
    toAddress: text('to_address').notNull(),
    cc: text('cc').array().notNull().default([]),
    subject: text('subject').notNull(),
    /** The text when it was handed over last; '' before, because the text is written when the mail is sent. */
    textBody: text('text_body').notNull().default(''),
    htmlBody: text('html_body').notNull().default(''),
    attachmentName: text('attachment_name'),
    /** Kept until the mail is sent or dropped. */
    attachment: bytes('attachment'),
    /** The same for every attempt to send it: `<order-12-1795000000@example.com>`. */
    messageId: text('message_id').notNull().unique(),
    /** waiting → sent | perhaps | refused; a mail that is not sent can be dropped. */
    state: text('state').notNull().default('waiting'),
    /** The mail server's words, or why it was dropped. */
    serverSaid: text('server_said').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    /** The mark of the process that sends it now, or last did; null where none does. */
    claim: uuid('claim'),
    claimedAt: instant('claimed_at'),
    /** From then on the mail server may have it, even if no answer comes. */
    handedOverAt: instant('handed_over_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    settledAt: instant('settled_at'),
    /** The person who sent it by hand, or dropped it. */
    settledBy: integer('settled_by').references(() => users.id, { onDelete: 'set null' }),
    ...searched(
      (): SQL =>
        sql`${mails.subject} || ' ' || ${mails.toAddress} || ' ' || text_of(${mails.cc}) || ' ' || coalesce(${mails.orderId}::text, '') || ' ' || ${mails.serverSaid}`,
    ),
  },
  (t) => [
    index('mails_newest').on(t.createdAt.desc().nullsFirst(), t.id),
    index('mails_kind').on(t.kind, t.createdAt.desc().nullsFirst(), t.id),
    index('mails_order').on(t.orderId),
    index('mails_state').on(t.state, t.createdAt),
    index('mails_user').on(t.userId, t.createdAt),
    index('mails_to').on(sql`lower(${t.toAddress})`, t.createdAt),
    index('mails_summary').on(t.summaryId),
    searchIndex('mails_search', t.search),
  ],
)

/** The links that set a password (decisions 0112, 0278): the hash of each, until it is used or expired. */
export const passwordLinks = pgTable('password_links', {
  hash: text('hash').primaryKey(),
  userId: ownerId('user_id', () => users.id),
  expiresAt: instant('expires_at').notNull(),
  /** Whether it sets the first password. It ends as soon as the person has signed in. */
  isInvitation: boolean('is_invitation').notNull().default(false),
})

/**
 * The links that confirm a person's own new address, or undo a change (decision 0182): the hash of each, until it is
 * used or expired.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    hash: text('hash').primaryKey(),
    userId: ownerId('user_id', () => users.id),
    /** The change that it undoes; null where it confirms `address`. */
    changeId: integer('change_id').references(() => accountChanges.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('account_links_user').on(t.userId)],
)
