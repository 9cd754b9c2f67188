/** Fees: margins and surcharges that the office keeps. They are asked for where they are edited and lie on no device. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { companyLocations } from './people.ts'
import { products, warehouses } from './products.ts'

export const feeTemplates = pgTable(
  'fee_templates',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** 'margin' or 'surcharge': each has calls of its own (A305). */
    kind: text('kind').notNull(),
    /** 'f' a flat amount, '%' a percentage. */
    type: text('type').notNull(),
    /** Dollars with two places, or a percentage with four. */
    amount: numeric('amount', { precision: 14, scale: 4 }).notNull(),
    description: text('description').notNull().default(''),
    warehouseId: integer('warehouse_id').references(() => warehouses.id, { onDelete: 'cascade' }),
    product: text('product').references(() => products.upc, { onDelete: 'cascade', onUpdate: 'cascade' }),
    companyLocationId: integer('company_location_id').references(() => companyLocations.id, {
      onDelete: 'cascade',
    }),
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    /** Who made it under which `Idempotency-Key`: a call that is repeated makes no second fee. */
    madeBy: text('made_by').unique(),
  },
  (t) => [
    index('fee_templates_location').on(t.companyLocationId),
    index('fee_templates_product').on(t.product),
    check('fee_templates_surcharge', sql`kind <> 'surcharge' or amount >= 0`),
  ],
)
