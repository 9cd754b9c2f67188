/** Authentication events, and changes of rights, fees, prices and settings: a table that only grows (decision 0208). */
import { sql, type SQL } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, searched, searchIndex } from './columns.ts'

export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** One of `SECURITY_EVENT_KINDS` (contract/security/events.ts). */
    kind: text('kind').notNull(),
    /**
     * The person who did it; null where the caller had not signed in, and for a command on the machine. No foreign key:
     * a person may be deleted, and the event stays as it was.
     */
    userId: integer('user_id'),
    /** Their name at that time. */
    username: text('username').notNull().default(''),
    /** The object of the act: a name, a product, a setting. */
    about: text('about').notNull().default(''),
    details: text('details').notNull().default(''),
    /** Where the call came from; '' for a command on the machine. */
    address: text('address').notNull().default(''),
    /** The id that the call's lines in the log carry; '' for a command on the machine. */
    requestId: text('request_id').notNull().default(''),
    ...searched(
      (): SQL =>
        sql`${securityEvents.username} || ' ' || ${securityEvents.about} || ' ' || ${securityEvents.details} || ' ' || ${securityEvents.address} || ' ' || ${securityEvents.requestId}`,
    ),
  },
  (t) => [
    index('security_events_at').on(t.at),
    index('security_events_kind').on(t.kind, t.at),
    searchIndex('security_events_search', t.search),
  ],
)
