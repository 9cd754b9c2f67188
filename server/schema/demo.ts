/** Which rows the demo made: only these are moved to a new day, and everything else was added by people. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Written once, in the transaction that makes the demo (docs/decisions/0175). Empty where there is no demo data. */
export const demoRows = pgTable(
  'demo_rows',
  {
    /** The table that the row is in. */
    tableName: text('table_name').notNull(),
    /** The row's primary key as text. */
    key: text('key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tableName, t.key] })],
)
