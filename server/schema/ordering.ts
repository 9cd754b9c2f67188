/** What customers put together before they order. A cart lies on a device; a staged order is its location's, for all to see. */
import { integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { companyLocations } from './people.ts'
import { products } from './products.ts'

export const sharedCartItems = pgTable(
  'shared_cart_items',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    companyLocationId: integer('company_location_id')
      .notNull()
      .references(() => companyLocations.id, { onDelete: 'cascade' }),
    upc: text('upc')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    unitQuantity: integer('unit_quantity').notNull().default(0),
    caseQuantity: integer('case_quantity').notNull().default(0),
  },
  (t) => [unique('shared_cart_items_product').on(t.companyLocationId, t.upc)],
)
