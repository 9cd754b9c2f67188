/** What the distributor settles for itself (contract/settings/settings.ts): a row a setting, made by the migration that brings it. */
import { pgTable, text } from 'drizzle-orm/pg-core'

export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  /** As somebody set it; null where nobody has. */
  value: text('value'),
  defaultValue: text('default_value').notNull(),
})
