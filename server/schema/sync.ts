/** The records that make edits safe to repeat, and the tombstones that report deleted rows to devices. */
import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, xid8, ownerId } from './columns.ts'
import { companies, users } from './people.ts'
import { sql } from 'drizzle-orm'

/**
 * Every edit that was applied or refused, by its idempotency key: for deduplication, and for the audit of who did what.
 * Kept for at least a year. 401, 429 and 5xx are never stored.
 */
export const mutations = pgTable(
  'mutations',
  {
    /** Unique for one person: two people may use the same key. */
    id: text('id').notNull(),
    /** SHA-256 of the call: the same key with another call is refused with 422. */
    fingerprint: text('fingerprint').notNull(),
    userId: integer('user_id').notNull(),
    /** The person who sent it, where another user imported an exported outbox. */
    broughtBy: integer('brought_by'),
    deviceId: text('device_id').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    orderId: integer('order_id'),
    method: text('method').notNull(),
    /** The fields that the call set, with the values that it set them to. */
    body: jsonb('body'),
    rawScan: text('raw_scan'),
    reason: text('reason'),
    retryOf: text('retry_of'),
    outcome: text('outcome').notNull(),
    status: integer('status').notNull(),
    answer: jsonb('answer'),
    madeAt: instant('made_at').notNull(),
    at: instant('at').notNull().defaultNow(),
    /**
     * The transaction by which the change feed reports to a person's devices which of their edits the rows hold
     * already.
     */
    changedXid: xid8('changed_xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    /** By a hash, which takes an eighth of the size of the ids: every edit writes this index. */
    index('mutations_row').on(sql`hashtextextended(${t.entityId}, 0)`),
    index('mutations_order').on(t.orderId),
    /** Edits are written in the order of their times. */
    index('mutations_time').using('brin', t.at),
    index('mutations_changed').on(t.userId, t.changedXid),
  ],
)

/** The number of edits that a person has sent on the distributor's day: the quota of `server/edits/quota.ts`. */
export const broughtEdits = pgTable('brought_edits', {
  userId: ownerId('user_id', () => users.id).primaryKey(),
  day: date('day', { mode: 'string' }).notNull(),
  edits: integer('edits').notNull(),
})

/**
 * Orders that people who do not pick have placed recently, even where they have been merged or deleted since.
 * `server/edits/bounds.ts` counts them. Those of yesterday and today are kept.
 */
export const placings = pgTable(
  'placings',
  {
    companyId: ownerId('company_id', () => companies.id),
    userId: ownerId('user_id', () => users.id),
    /** The distributor's day. */
    day: date('day', { mode: 'string' }).notNull(),
    at: instant('at').notNull(),
    lines: integer('lines').notNull(),
  },
  (t) => [index('placings_company').on(t.companyId, t.day)],
)

/** The people whose order met a bound last, and which bound. The office sees them. One row per person. */
export const boundedPeople = pgTable('bounded_people', {
  userId: ownerId('user_id', () => users.id).primaryKey(),
  at: instant('at').notNull(),
  /** The name of the setting with the bound. */
  setting: text('setting').notNull(),
})

/**
 * Calls of the office, other than edits of orders, that came with an `Idempotency-Key`: who made the call, which call
 * it was, and what it made.
 */
export const keyedCalls = pgTable('keyed_calls', {
  /** The person's id and their key. */
  key: text('key').primaryKey(),
  /** SHA-256 of the call: the same key with another call is refused with 422. */
  fingerprint: text('fingerprint').notNull(),
  /** The id of what the call made; null where it made nothing new. */
  made: text('made'),
  at: instant('at').notNull().defaultNow(),
})

/** Tombstones: written by the delete triggers, read by the change feed. */
export const goneRows = pgTable(
  'gone_rows',
  {
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    orderId: integer('order_id'),
    companyId: integer('company_id'),
    changedXid: xid8('changed_xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('gone_rows_changed').on(t.changedXid),
    index('gone_rows_entity').on(t.entity, t.entityId),
    /** Rows are deleted in the order of their times. */
    index('gone_rows_time').using('brin', t.at),
  ],
)

/** Facts about this database: its epoch, whether it holds demo data. */
export const facts = pgTable('facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
