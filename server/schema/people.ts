/** Companies, their locations, people, and the sessions of their devices. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { NO_ADDRESS, type PostalAddress } from '#contract/people/address.ts'
import { instant, dollars, synced, ownerId, ownerUuid } from './columns.ts'

export const companies = pgTable('companies', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
})

/** A percentage as people write it: 8.875 for 8.875 %. Every rate has four places (readings, "On the wire"). */
const percentage = (name: string) => numeric(name, { precision: 7, scale: 4 })
const address = (name: string) => jsonb(name).$type<PostalAddress>().notNull().default(NO_ADDRESS)

export const companyLocations = pgTable(
  'company_locations',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    phoneNumber: text('phone_number').notNull().default(''),
    billingAddress: address('billing_address'),
    physicalAddress: address('physical_address'),
    /** The physical address in one line, as devices show it: `completeAddress` of it, kept with every edit. */
    completeAddress: text('complete_address').notNull(),
    /** The addresses that get a copy of what is sent: four at most. */
    ccAddresses: text('cc_addresses').array().notNull().default([]),
    /** Only the office sees these. */
    internalNotes: text('internal_notes').notNull().default(''),
    /** Whether goods are taxed here at all. The product says which goods. */
    taxable: boolean('taxable').notNull().default(true),
    salesTaxRate: percentage('sales_tax_rate').notNull().default('0'),
    lateOrderFee: dollars('late_order_fee').notNull().default('0'),
    creditCardChargeFee: percentage('credit_card_charge_fee').notNull().default('0'),
    paymentsEnabled: boolean('payments_enabled').notNull().default(false),
    onTimePaymentDiscountAmount: percentage('on_time_payment_discount_amount').notNull().default('0'),
    /** Days. */
    onTimePaymentDaysThreshold: integer('on_time_payment_days_threshold').notNull().default(0),
    /** The customer's name in the books (QuickBooks). */
    qbMapping: text('qb_mapping').notNull().default(''),
    unitsQuickbooksMappings: boolean('units_quickbooks_mappings').notNull().default(false),
    /** Whether this customer's lines need a lot code: `lot_tracking_enabled` on the customer's form. */
    lotTracked: boolean('lot_tracked').notNull().default(false),
    fuelSurcharge: boolean('fuel_surcharge').notNull().default(false),
    refrigeratedDeliveryFee: dollars('refrigerated_delivery_fee').notNull().default('0'),
    ...synced(),
  },
  (t) => [index('company_locations_company').on(t.companyId)],
)

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    username: text('username').notNull().unique(),
    email: text('email').notNull().default(''),
    /** The person's new address whose link is not opened yet (decision 0182); '' for none. */
    waitingEmail: text('waiting_email').notNull().default(''),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    roleId: integer('role_id').notNull(),
    isStaff: boolean('is_staff').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    /** Stops sign-in and refresh at once (readings, "People and roles"). */
    accountLock: boolean('account_lock').notNull().default(false),
    emailOrderConfirmation: boolean('email_order_confirmation').notNull().default(false),
    canSeePaymentsColumn: boolean('can_see_payments_column').notNull().default(false),
    /** Null for staff. */
    companyId: integer('company_id').references(() => companies.id),
    /** The locations that this person orders for; null means all of the company's. */
    locationIds: integer('location_ids').array(),
    passwordHash: text('password_hash').notNull(),
  },
  // People cannot distinguish names that differ only in case. This also keeps two calls at once apart.
  (t) => [uniqueIndex('users_username_any_case').on(sql`lower(${t.username})`)],
)

/**
 * Usernames that a person had. For a year no other person may take one, so that orders and histories, which show names,
 * refer to one person (decision 0210).
 */
export const freedUsernames = pgTable('freed_usernames', {
  /** In lower case. */
  name: text('name').primaryKey(),
  /** The person who had it last, and may have it back. */
  userId: ownerId('user_id', () => users.id),
  freedAt: instant('freed_at').notNull().defaultNow(),
})

/**
 * Each new password and each new mail address of an account (decision 0182): who set it, and the value that an undo
 * restores.
 */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: ownerId('user_id', () => users.id),
    /** The person, or a person who manages users. */
    changedBy: integer('changed_by').references(() => users.id, { onDelete: 'set null' }),
    /** 'address' or 'password'. */
    what: text('what').notNull(),
    addressBefore: text('address_before').notNull(),
    addressAfter: text('address_after').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [index('account_changes_user').on(t.userId)],
)

/** A family of refresh tokens: one sign-in on one device. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id', () => users.id),
    deviceId: text('device_id').notNull(),
    /** Browser and system of the sign-in, in words; '' where unknown. */
    deviceKind: text('device_kind').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The last call, to the minute: a session without calls ends (decision 0194). */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** When the device came back after a while without calls, and its last call before that (decision 0197). */
    contactAt: instant('contact_at').notNull().defaultNow(),
    silentFrom: instant('silent_from').notNull().defaultNow(),
    /** When the password was last typed in this session: at the sign-in, or since. */
    provedAt: instant('proved_at').notNull().defaultNow(),
    revokedAt: instant('revoked_at'),
    /** The restored epoch in which the server accepted a token that the backup does not know (decision 0225). */
    takenEpoch: text('taken_epoch'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** Refresh tokens, stored as hashes. A token stays valid until one of its successors has been used. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: ownerUuid('session_id', () => sessions.id),
    /** The number of exchanges before it in its session, plus one; 0 for tokens from before this was counted. */
    generation: integer('generation').notNull().default(0),
    /** The token that was exchanged for this one. */
    parentHash: text('parent_hash'),
    /** Set when a successor of this token has been used. From then on this token is refused. */
    supersededAt: instant('superseded_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId), index('refresh_tokens_parent').on(t.parentHash)],
)

/** A device that has signed in, with its last report about itself. */
export const devices = pgTable(
  'devices',
  {
    deviceId: text('device_id').notNull(),
    userId: ownerId('user_id', () => users.id),
    lastSeenAt: instant('last_seen_at')
      .notNull()
      .default(sql`now()`),
    /** Unsent edits by order id, as last reported. */
    unsent: text('unsent').notNull().default('{}'),
    /** Refused and clashing edits by order id, as last reported. A person decides on them on the device. */
    needsYou: text('needs_you').notNull().default('{}'),
    /** When the oldest unsent edit was made, as last reported; null where none waits. */
    oldestUnsentAt: instant('oldest_unsent_at'),
    /** The release that ran there last. */
    release: text('release'),
    /** When it last held other rows than the server (docs/decisions/0222), and of which tables; null for never. */
    differedAt: instant('differed_at'),
    differed: text('differed').array(),
  },
  (t) => [unique('devices_device_user').on(t.deviceId, t.userId)],
)

/**
 * The name that people give a device, the same for all who sign in on it. Kept when the device is forgotten, because
 * the history of items names it.
 */
export const deviceNames = pgTable(
  'device_names',
  {
    deviceId: text('device_id').primaryKey(),
    name: text('name').notNull(),
    namedBy: integer('named_by').references(() => users.id, { onDelete: 'set null' }),
    namedAt: instant('named_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('device_names_any_case').on(sql`lower(${t.name})`)],
)

/** Guesses of passwords that were wrong or are still open. They slow guessing without state in a process. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `name:…`, `address:…`, or `device:…` and a name. */
    key: text('key').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('sign_in_failures_key').on(t.key, t.at)],
)
