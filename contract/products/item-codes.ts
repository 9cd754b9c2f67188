/** Item codes: what several products, of other packs or suppliers, have in common (C151, C302). */
import { z } from 'zod'
import { Money, Upc } from '../values.ts'
import { PictureAddress } from './picture.ts'
import { Product } from './schema.ts'

/** C151. `master_upc` is the product that customers see of it. Nothing overrides another product here yet. */
export const ItemCode = z.object({
  item_code: z.string(),
  name: z.string(),
  url: z.string(),
  master_upc: Upc.nullable(),
  products: z.array(Upc),
  override_products: z.array(Upc),
})
export type ItemCode = z.infer<typeof ItemCode>

/** C058: an item code of a list answer, with the prices of its `master_upc` and the stock of all its products. */
export const ListedItemCode = ItemCode.extend({
  /** The code's own picture, or where it has none the product's; empty where there is neither. */
  picture: z.string(),
  /** How the product is sold, and for how much; null where the code has no product. */
  unit_type: Product.shape.unit_type.nullable(),
  display_unit_price: Money.nullable(),
  display_case_price: Money.nullable(),
  combined_stock_level: z.int().nullable(),
})
export type ListedItemCode = z.infer<typeof ListedItemCode>

/** C302. */
export const ItemCodePatch = z
  .strictObject({ name: z.string().trim().max(200), url: PictureAddress })
  .partial()
export type ItemCodePatch = z.infer<typeof ItemCodePatch>
