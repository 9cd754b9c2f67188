/** Products, their other barcodes, and the warehouses that hold them. */
import { z } from 'zod'
import { Money, Upc, Weight } from '../values.ts'

/** A145. `unit_price` and `case_price` are per piece, or per lb where the product is weighed (`…_per_lb` then set). */
export const Product = z.object({
  upc: Upc,
  name: z.string(),
  size: z.string(),
  item_code: z.object({ item_code: z.string() }),
  url: z.string(),
  unit_price: Money,
  case_price: Money,
  display_unit_price: Money,
  display_case_price: Money,
  display_unit_price_per_lb: Money.nullable(),
  display_case_price_per_lb: Money.nullable(),
  units_per_case: z.int(),
  stock_level: z.int().nullable(),
  combined_stock_level: z.int().nullable(),
  stock_level_indicator: z.enum(['in stock', 'low stock', 'out of stock']),
  default_unit_type: z.enum(['u', 'c']),
  api_description: z.string(),
  active: z.boolean(),
  out_of_stock: z.boolean(),
  api_catch_weight: z.boolean(),
  average_unit_weight: Weight.nullable(),
  average_case_weight: Weight.nullable(),
  /** The usual range of one piece in lb; a weight outside it needs a reason. */
  weight_min_lbs: Weight.nullable(),
  weight_max_lbs: Weight.nullable(),
  weight_type: z.enum(['', 'r/w', 'fix']),
  tax_default: z.boolean(),
  bin: z.string(),
  warehouse: z.object({ id: z.int(), name: z.string() }).nullable(),
  acceptable_substitutions: z.array(z.object({ upc: Upc })),
  alternate_barcodes: z.array(z.string()),
  unit_type: z.enum(['Unit', 'Case', 'Unit / Case']),
  /**
   * The supplier's price per lb: it turns the price in a random-weight code into a weight. It is never our own price.
   */
  supplier_rate: Money.nullable(),
  /** Lots of the product that must not go out. Missing in a row that a device stored before recalls existed. */
  recalled_lots: z.array(z.string()).optional(),
  version: z.int(),
})
export type Product = z.infer<typeof Product>

/** C150: a product of a list answer. `order_lists` names the lists that contain it, only for the distributor itself. */
export const ListedProduct = Product.extend({
  is_primary: z.boolean(),
  order_lists: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type ListedProduct = z.infer<typeof ListedProduct>

/** Readings, "Barcodes": a code beside the upc that names the same product. */
export const BarcodeAlternate = z.object({
  /** Printable ASCII and FNC1: code point order is then the same on the device and in the database. */
  barcode: z
    .string()
    .min(1)
    .max(256)
    .refine((code) => [...code].every((c) => (c >= ' ' && c <= '~') || c === '\u001d'), 'must be a barcode'),
  product: Upc,
})
export type BarcodeAlternate = z.infer<typeof BarcodeAlternate>

/** A lot that the office has recalled. */
export const RecalledLot = z.object({
  id: z.int(),
  product: Upc,
  lot_code: z.string(),
  /** Why, in the office's words. */
  note: z.string(),
  created_at: z.string(),
  /** The person who entered it; null where that person is gone. */
  username: z.string().nullable(),
})
export type RecalledLot = z.infer<typeof RecalledLot>
export const RecallLot = z.strictObject({
  product: Upc,
  lot_code: z.string().trim().min(1, 'must be a lot').max(64),
  note: z.string().max(500).default(''),
})

export const Warehouse = z.object({ id: z.int(), name: z.string() })
export type Warehouse = z.infer<typeof Warehouse>
