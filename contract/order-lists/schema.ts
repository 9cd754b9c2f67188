/** Order lists: the products that a location orders from, by category. Some lists are open to everyone (A156, A157). */
import { z } from 'zod'
import { Upc } from '../values.ts'
import { Product } from '../products/schema.ts'

/** The fields that a row may carry of its product (C161). */
const ListedProduct = z.object({ upc: Upc, name: z.string(), active: z.boolean(), is_primary: z.boolean() })

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

/**
 * A301: a list that is open to everyone. A person who is not signed in has no products in which to look up its rows.
 * So each row carries what the page shows of it, and nothing of prices or stock (docs/decisions/0030).
 */
export const PublicOrderList = OrderList.extend({
  categories: z.array(
    z.object({
      category_name: z.string(),
      rows: z.array(
        z.object({ product_id: Upc, ...Product.pick({ name: true, size: true, url: true }).shape }),
      ),
    }),
  ),
})
export type PublicOrderList = z.infer<typeof PublicOrderList>

/**
 * C161: one list as the office edits it: each row carries its product. A person who may see the whole catalogue also
 * gets products that are no longer sold, so that a save does not drop them.
 */
export const WholeOrderList = OrderList.extend({
  /** Whether the list is open to everyone, at `/demo/{public_name}`. */
  is_public: z.boolean(),
  categories: z.array(
    z.object({
      category_name: z.string(),
      rows: z.array(z.object({ product_id: Upc, products: z.array(ListedProduct) })),
    }),
  ),
})
export type WholeOrderList = z.infer<typeof WholeOrderList>

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

/** C324: every product with the lists that it is in, and the names of those lists. */
export const ProductsByOrderList = z.object({
  all_products: z.array(
    ListedProduct.extend({
      size: z.string(),
      item_code: z.object({ item_code: z.string() }),
      order_lists: z.array(z.object({ order_list_id: z.int(), category_name: z.string() })),
    }),
  ),
  order_list_names: z.array(
    z.object({ order_list_id: z.int(), company_location_name: z.string(), public_name: z.string() }),
  ),
})
export type ProductsByOrderList = z.infer<typeof ProductsByOrderList>
