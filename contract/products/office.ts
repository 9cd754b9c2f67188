/**
 * A product as the office edits it (`productedit`, C140–C149): the synced product, and fields that no device stores.
 */
import { z } from 'zod'
import { Money, PriceDay, Upc, Weight } from '../values.ts'
import { Product } from './schema.ts'

/** C149: the supplier's own fields. They are shown, and no call changes them. */
export const SupplierFields = z.object({
  category_id: z.int().nullable(),
  /** The product of its item code that customers see. */
  primary_upc: Upc.nullable(),
  sales_ranking: z.int().nullable(),
  seasonal: z.boolean(),
  special_order_item: z.boolean(),
  temporarly_unavailable: z.boolean(),
  pending_deletion: z.boolean(),
  new_status: z.boolean(),
  on_sale: z.boolean(),
  reorder: z.boolean(),
  tag_main_description: z.string(),
  tag_secondary_description: z.string(),
})
export type SupplierFields = z.infer<typeof SupplierFields>

export const OfficeProduct = Product.extend({
  item_code: z.object({
    item_code: z.string(),
    master_upc: Upc.nullable(),
    name: z.string(),
    url: z.string(),
  }),
  warehouse_id: z.int().nullable(),
  is_primary: z.boolean(),
  /** C145: the substitutes with their names, in the order in which they are offered. */
  acceptable_substitutions_detail: z.array(z.object({ upc: Upc, name: z.string(), active: z.boolean() })),
  /** The bin as bins are compared: upper case, without blanks. */
  bin_normalized: z.string(),
  items_per_case: z.int().nullable(),
  volume_level: z.int().nullable(),
  volume_price: Money.nullable(),
  weight: Weight.nullable(),
  volume: Weight.nullable(),
  on_order: z.int().nullable(),
  lot_tracked: z.boolean(),
  display_units_per_case_on_invoice: z.boolean(),
  qb_mapping: z.string(),
  qb_site_mapping: z.string(),
  surcharge_upc1: z.string(),
  surcharge_upc2: z.string(),
  price_as_of: PriceDay.nullable(),
  department: z.string(),
  department_id: z.int().nullable(),
  group: z.string(),
  group_id: z.int().nullable(),
  /** A supplier's feed keeps this product; `api_manager` names it. */
  api_managed: z.boolean(),
  api_manager: z.string(),
  /** C148: in these fields the distributor's value differs from the supplier's feed. */
  use_override: z.boolean(),
  overridden_fields: z.array(z.string()),
  overridden_fields_original_values: z.record(z.string(), z.unknown()),
  ...SupplierFields.shape,
})
export type OfficeProduct = z.infer<typeof OfficeProduct>
