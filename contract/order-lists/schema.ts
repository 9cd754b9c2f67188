/** Order lists: what a location orders from, by category; some may be opened by anybody (A156, A157). */
import { z } from 'zod'
import { Money, Upc } from '../orders/schema.ts'

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
export const OrderListPrice = z.object({
  upc: Upc,
  unit_price: Money,
  case_price: Money,
  display_unit_price: Money,
  display_case_price: Money,
  display_unit_price_per_lb: Money.nullable(),
  display_case_price_per_lb: Money.nullable(),
})
export type OrderListPrice = z.infer<typeof OrderListPrice>
