/** Order lists: what a location orders from, by category; some may be opened by anybody (A156, A157). */
import { z } from 'zod'
import { Upc } from '../orders/schema.ts'
import { Product } from '../products/schema.ts'

/** A156. `product_id` is the upc. */
export const OrderList = z.object({
  id: z.int(),
  public_name: z.string(),
  company_location: z.int().nullable(),
  company_location_name: z.string(),
  active: z.boolean(),
  visible: z.boolean(),
  categories: z.array(z.object({ category_name: z.string(), rows: z.array(z.object({ product_id: Upc })) })),
})
export type OrderList = z.infer<typeof OrderList>

/** A157. Per piece, or per lb where the product is weighed (`…_per_lb` then set), as on the product. */
export const OrderListPrice = Product.pick({
  upc: true,
  unit_price: true,
  case_price: true,
  display_unit_price: true,
  display_case_price: true,
  display_unit_price_per_lb: true,
  display_case_price_per_lb: true,
})
export type OrderListPrice = z.infer<typeof OrderListPrice>
