/** What the calls that edit an order may carry (A271, A276, A277, A280, A281); `mutations.ts` says what they do. */
import { z } from 'zod'
import { PriceSnapshot } from './schema.ts'
import { Amount, Count, Day, ExactPrice, Id, Price, RowId, UnitType, Upc, Weight } from '../values.ts'

const Text = z.string().max(2_000)
/** Readings, "On the wire" and A222: an empty lot is no lot. */
const LotCode = z
  .string()
  .max(64)
  .transform((lot) => lot.trim() || null)
  .nullable()

/** A271, and who is to pick it (docs/decisions/0271), by username. */
export const OrderPatch = z.strictObject({
  delivery_date: Day.optional(),
  placed_date: Day.nullable().optional(),
  note: Text.optional(),
  picker: z.string().min(1).max(150).nullable().optional(),
})

const StatedSnapshot = PriceSnapshot.extend({
  unit_price_per_lb: ExactPrice.nullable(),
  case_price_per_lb: ExactPrice.nullable(),
})

const itemFields = {
  bin_override: z.string().max(32).nullable().optional(),
  cases_ordered: Count.optional(),
  case_quantity: Count.optional(),
  coupon_amount: Amount.optional(),
  coupon_note: Text.optional(),
  estimated_price: Price.optional(),
  order: Id.optional(),
  original_product: Upc.nullable().optional(),
  out_of_stock: z.boolean().optional(),
  product: Upc.optional(),
  taxable: z.boolean().optional(),
  units_ordered: Count.optional(),
  unit_quantity: Count.optional(),
  picked: z.boolean().optional(),
  ignore_missing_items: z.boolean().optional(),
}

/** A281. `id` and `order` may be sent and must not differ from the row's. */
export const ItemPatch = z.strictObject({
  ...itemFields,
  id: RowId.optional(),
  admin_added: z.boolean().optional(),
  final_price: Price.optional(),
  price_snapshot: StatedSnapshot.optional(),
  scanned: z.boolean().nullable().optional(),
})

/** A280. The device names the row's permanent id; without one the server does. */
export const ItemCreate = z.strictObject({
  ...itemFields,
  id: RowId.optional(),
  order: Id,
  product: Upc,
  scanned: z.boolean().nullable().optional(),
  admin_added: z.boolean().optional(),
})

const subitemFields = {
  unit_type: UnitType.optional(),
  weight_lbs: Weight.nullable().optional(),
  lot_code: LotCode.optional(),
  weight_kg: Weight.nullable().optional(),
  serial: z.string().max(64).nullable().optional(),
  raw_scan: z.string().max(1024).nullable().optional(),
}
/** A277. */
export const SubitemPatch = z.strictObject({ ...subitemFields, order_item: RowId.optional() })
/** A276. */
export const SubitemCreate = z.strictObject({
  ...subitemFields,
  id: RowId.optional(),
  order_item: RowId,
  unit_type: UnitType,
})
