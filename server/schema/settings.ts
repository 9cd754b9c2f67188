/** The distributor's own settings (contract/settings/settings.ts): one row each, made by the migration that adds it. */
import { pgTable, text } from 'drizzle-orm/pg-core'

export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  /** The value that a person set; null where it is not set. */
  value: text('value'),
  defaultValue: text('default_value').notNull(),
})
