/**
 * What customers put together before they order. A cart is stored on a device; a staged order belongs to its location,
 * for all people there to see.
 */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, synced, ownerId } from './columns.ts'
import { orders } from './orders.ts'
import { companyLocations, users } from './people.ts'
import { products } from './products.ts'

/** A product without units and cases is not staged. Its row stays, so that its version only grows (decision 0113). */
export const sharedCartItems = pgTable(
  'shared_cart_items',
  {
    /** `stagedId`: the location and the product. */
    id: text('id')
      .primaryKey()
      .generatedAlwaysAs(sql`company_location_id::text || '-' || upc`),
    companyLocationId: ownerId('company_location_id', () => companyLocations.id),
    upc: text('upc')
      .notNull()
      .references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    unitQuantity: integer('unit_quantity').notNull().default(0),
    caseQuantity: integer('case_quantity').notNull().default(0),
    /** For a customer's own substitute: the product that it replaces, and how much of that was wanted. */
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

/** The orders that took a staged order, and who placed them. A person who comes second is notified of the first. */
export const stagedTakings = pgTable(
  'staged_takings',
  {
    orderId: ownerId('order_id', () => orders.id).primaryKey(),
    companyLocationId: ownerId('company_location_id', () => companyLocations.id),
    userId: ownerId('user_id', () => users.id),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [index('staged_takings_location').on(t.companyLocationId, t.orderId)],
)
