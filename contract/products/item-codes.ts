/** Item codes: what several products, of other packs or suppliers, have in common (C151, C302). */
import { z } from 'zod'
import { Upc } from '../values.ts'

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

/** C302. */
export const ItemCodePatch = z
  .strictObject({ name: z.string().trim().max(200), url: z.string().trim().max(2_000) })
  .partial()
export type ItemCodePatch = z.infer<typeof ItemCodePatch>
