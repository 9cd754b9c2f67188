/** Each change of a price: a table that only grows (docs/decisions/0235). */
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Who did it; null for a command on the machine. No references here: a deleted row stays in the history. */
    userId: integer('user_id'),
    username: text('username').notNull().default(''),
    /** One of `PRICE_CHANGE_KINDS` (contract/products/price-history.ts). */
    kind: text('kind').notNull(),
    what: text('what').notNull().default(''),
    product: text('product'),
    locationId: integer('company_location_id'),
    warehouseId: integer('warehouse_id'),
    orderId: integer('order_id'),
    /** '' where there was none, or is none any more. */
    before: text('before').notNull().default(''),
    after: text('after').notNull().default(''),
  },
  (t) => [
    index('price_changes_product').on(t.product, t.id),
    index('price_changes_location').on(t.locationId, t.id),
    index('price_changes_kind').on(t.kind, t.id),
  ],
)
