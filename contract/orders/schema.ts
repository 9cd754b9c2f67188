/**
 * Orders, their items and the pieces of an item, as they are transmitted and as the device stores them. `values.ts`
 * defines the values.
 */
import { z } from 'zod'
import { Count, Day, Id, Money, RowId, UnitType, Upc, Weight } from '../values.ts'

/** The price of a line per piece and per pound, stored with the line from the moment that it was ordered. */
export const PriceSnapshot = z.object({
  weight_type: z.enum(['', 'r/w', 'fix']),
  unit_price_per_lb: Money.nullable(),
  case_price_per_lb: Money.nullable(),
  average_unit_weight: Weight.nullable(),
  average_case_weight: Weight.nullable(),
})

/**
 * A price that differed from the one that the person had seen when the order was made (readings, "Ordering"). Prices
 * of a piece. `unit_type` says whether of a unit or of a case.
 */
export const PriceChange = z.object({
  product: Upc,
  name: z.string(),
  unit_type: UnitType,
  seen: Money,
  price: Money,
})
export type PriceChange = z.infer<typeof PriceChange>

/** A149, with the ids by which the device looks names up. The server maintains `total` and its kin. */
export const OrderRow = z.object({
  id: Id,
  customer: z.string(),
  /** The customer's user id. Missing in a row that a device stored before the server sent it. */
  customer_id: Id.nullable().optional(),
  company_id: z.int(),
  company_location: z.object({
    id: z.int(),
    name: z.string(),
    physical_address: z.object({ complete_address: z.string() }),
  }),
  status: z.enum(['placed', 'picking', 'picked', 'invoiced']),
  status_label: z.string(),
  created_date: z.string(),
  placed_date: Day.nullable(),
  /** When the order was placed, for the cut-off: an instant that is never edited. */
  placed_at: z.string(),
  delivery_date: Day,
  /** The charge for ordering after the cut-off; null or missing where it is not decided yet. */
  late_fee: Money.nullable().optional(),
  note: z.string(),
  /**
   * The username of the person who is to pick it; null where there is none, for customers, and in a row that a device
   * stored earlier.
   */
  picker: z.string().nullable().optional(),
  /**
   * Prices that changed while the order was on its way. Missing in a row that a device stored before the server sent
   * them.
   */
  price_changes: z.array(PriceChange).optional(),
  total: Money,
  invoice_total: Money.nullable(),
  picking_complete: z.boolean(),
  picked_total: Money,
  /** The number of the order's lines, and how many of them are done: what the list shows without the items. */
  items_count: Count,
  picked_count: Count,
  paid_status: z.enum(['', 'r', 'i', 'p', 'e']),
  paid_status_label: z.string(),
  invoiced: z.boolean(),
  version: z.int(),
})

/** The price and tax of a line before its product was replaced. */
export const OriginalTerms = z.object({
  price_per_unit: Money,
  price_per_case: Money,
  price_snapshot: PriceSnapshot,
  coupon_amount: Money,
  coupon_note: z.string(),
  taxable: z.boolean(),
  hand_taxable: z.boolean().optional(),
  hand_total: Money.nullable().optional(),
  hand_rates: z.boolean().optional(),
})
export type OriginalTerms = z.infer<typeof OriginalTerms>

/** A151's own fields: what an item itself holds. The fields of its product are in `OrderItem`. */
export const OrderItemRow = z.object({
  id: RowId,
  order: Id,
  product: Upc,
  original_product: Upc.nullable(),
  units_ordered: Count,
  cases_ordered: Count,
  unit_quantity: Count,
  case_quantity: Count,
  units_originally_ordered: Count,
  cases_originally_ordered: Count,
  bin_override: z.string().nullable(),
  picked: z.boolean(),
  /** null not handled, true picked, false scanned or skipped (A151, A170–A175). */
  scanned: z.boolean().nullable(),
  out_of_stock: z.boolean(),
  taxable: z.boolean(),
  ignore_missing_items: z.boolean(),
  admin_added: z.boolean(),
  coupon_amount: Money,
  coupon_note: z.string(),
  estimated_price: Money,
  final_price: Money,
  price_per_unit: Money,
  price_per_case: Money,
  price_snapshot: PriceSnapshot,
  /**
   * The line total, after the coupon, that a person typed (readings, "Hand-set price"); null or missing where there
   * is none.
   */
  hand_total: Money.nullable().optional(),
  /**
   * A person typed prices per lb into `price_snapshot`. Missing in a row that a device stored before the server sent
   * it.
   */
  hand_rates: z.boolean().optional(),
  /** A person set `taxable` on the line: the line no longer follows its product (readings, "Tax"). */
  hand_taxable: z.boolean().optional(),
  /**
   * For a substitute: the terms that a revert restores; null for a product that was ordered, and for a substitute from
   * before they were stored.
   */
  original_terms: OriginalTerms.nullable().optional(),
  lot_tracked: z.boolean(),
  version: z.int(),
})

/** A154: one picked piece. `raw_scan` and `weight_kg` are stored beside what the specification names. */
export const OrderSubitemRow = z.object({
  id: RowId,
  order_item: RowId,
  order: Id,
  unit_type: UnitType,
  weight_lbs: Weight.nullable(),
  lot_code: z.string().nullable(),
  weight_kg: Weight.nullable(),
  serial: z.string().nullable(),
  raw_scan: z.string().nullable(),
  version: z.int(),
})

export type OrderRow = z.infer<typeof OrderRow>
export type OrderItemRow = z.infer<typeof OrderItemRow>
export type OrderSubitemRow = z.infer<typeof OrderSubitemRow>

/**
 * The fields that an item's product adds to it (A151). `bin` is the product's; `bin_override` wins where it is set
 * (A100).
 */
const ItemProduct = z.object({
  name: z.string(),
  bin: z.string(),
  weight_type: z.enum(['', 'r/w', 'fix']),
  unit_type: z.enum(['Unit', 'Case', 'Unit / Case']),
  subitem_type: z.enum(['', 'w', 'l', 'wl']),
  acceptable_substitutions: z.array(z.object({ upc: Upc })),
  warehouse: z.object({ id: z.int(), name: z.string() }).nullable(),
  item_code: z.object({ item_code: z.string() }),
  stock_level: z.int().nullable(),
  combined_stock_level: z.int().nullable(),
  units_per_case: z.int(),
})
export const OrderSubitem = OrderSubitemRow.extend({ price_per_unit: Money, price_per_case: Money })
export const OrderItem = OrderItemRow.extend(ItemProduct.shape).extend({
  /** Its unweighed pieces were billed at the average weight, on purpose (readings, "Making an invoice"). */
  billed_at_average: z.boolean(),
  subitems: z.array(OrderSubitem),
})
export type OrderItem = z.infer<typeof OrderItem>

/** B103, C164: an item for a call with `product_detail`, its product's own facts in one place. */
export const DetailedItem = OrderItem.extend({
  product_data: ItemProduct.pick({ name: true, bin: true, weight_type: true, item_code: true }),
})
export type DetailedItem = z.infer<typeof DetailedItem>
export type OrderSubitem = z.infer<typeof OrderSubitem>

/**
 * A155: returns what the Weight / Lot dialog asks for, from the product's weight type and whether the customer tracks
 * lots.
 */
export function subitemType(weightType: string, lotTracked: boolean): '' | 'w' | 'l' | 'wl' {
  return `${weightType === 'r/w' ? 'w' : ''}${lotTracked ? 'l' : ''}`
}

/**
 * Readings, "Settled where rows and readings meet": returns whether a line is done: picked, out of stock, or with
 * nothing on it.
 */
export function isDone(
  item: Pick<
    OrderItemRow,
    'picked' | 'out_of_stock' | 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity'
  >,
): boolean {
  return (
    item.picked ||
    item.out_of_stock ||
    item.units_ordered + item.cases_ordered + item.unit_quantity + item.case_quantity === 0
  )
}
