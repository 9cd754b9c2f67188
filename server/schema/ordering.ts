/** What customers put together before they order. A cart lies on a device; a staged order is its location's, for all to see. */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, synced } from './columns.ts'
import { orders } from './orders.ts'
import { companyLocations, users } from './people.ts'
import { products } from './products.ts'

/** A product with nothing of either kind is not staged; its row stays, so that its version only grows (decision 0113). */
export const sharedCartItems = pgTable(
  'shared_cart_items',
  {
    /** `stagedId`: the location and the product. */
    id: text('id')
      .primaryKey()
      .generatedAlwaysAs(sql`company_location_id::text || '-' || upc`),
    companyLocationId: integer('company_location_id')
      .notNull()
      .references(() => companyLocations.id, { onDelete: 'cascade' }),
    upc: text('upc')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    unitQuantity: integer('unit_quantity').notNull().default(0),
    caseQuantity: integer('case_quantity').notNull().default(0),
    /** Of a customer's own substitute: the product that it is in place of, and how much of that was wanted. */
    originalProduct: text('original_product').references(() => products.upc, {
      onDelete: 'set null',
      onUpdate: 'cascade',
    }),
    unitsOriginallyOrdered: integer('units_originally_ordered'),
    casesOriginallyOrdered: integer('cases_originally_ordered'),
    ...synced(),
  },
  (t) => [index('shared_cart_items_location').on(t.companyLocationId)],
)

/** Which orders took a staged order, and who placed them: whoever comes second is told of the first. */
export const stagedTakings = pgTable(
  'staged_takings',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    companyLocationId: integer('company_location_id')
      .notNull()
      .references(() => companyLocations.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('staged_takings_location').on(t.companyLocationId, t.orderId)],
)
