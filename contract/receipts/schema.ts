/**
 * Receipts of the outside supplier, their lines, and the invoices that the supplier's own system reports (C167–C171).
 */
import { z } from 'zod'
import { Amount, Day, Id, Money, Quantity, RowId } from '../values.ts'

/** C167, C168: the stored values, and the words by which a list of receipts is requested. */
export const PRICING_TYPES = { s: 'shelf', c: 'contract' } as const
type PricingType = keyof typeof PRICING_TYPES
export type PricingWord = (typeof PRICING_TYPES)[PricingType]

const text = (length: number) =>
  z
    .string()
    .max(length, `must have at most ${length} characters`)
    .refine((value) => !value.includes('\0'), 'holds a character that cannot be stored')

export const Receipt = z.object({
  id: Id,
  /** The receipt's name. */
  description: z.string(),
  total: Money,
  warehouse: z.int(),
  pricing_type: z.enum(['s', 'c']),
  /** False for receipts that were converted from the supplier's invoices. */
  user_uploaded: z.boolean(),
  date: Day,
  /** Lines that were sent and not stored; 0 where the receipt is complete. */
  missing_lines: z.int(),
})
export type Receipt = z.infer<typeof Receipt>

/** C319. */
export const ReceiptCreate = z.strictObject({
  description: text(200).trim().min(1, 'must be a name'),
  total: Amount,
  warehouse: Id,
  pricing_type: z.enum(['s', 'c']),
})
export type ReceiptCreate = z.infer<typeof ReceiptCreate>

/** C169. `product` is as the supplier wrote it: a upc, one that we do not carry, or "Surcharge: …", "Void: …". */
export const ReceiptLine = z.object({
  id: Id,
  receipt: Id,
  product: z.string(),
  item_code: z.string(),
  product_name: z.string(),
  quantity: Quantity,
  unit_type: z.enum(['U', 'C', '']),
  total: Money,
  /** The price of one piece. */
  price: Money,
  line: z.int(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** C319: one line of the array. A line without a number gets the next one of its receipt. */
export const ReceiptLineCreate = z.object({
  receipt: Id,
  product: text(120).trim().min(1, 'is needed'),
  item_code: text(60).default(''),
  product_name: text(200).default(''),
  quantity: Quantity,
  unit_type: z.enum(['U', 'C', ''], 'must be U or C'),
  total: Amount,
  price: Amount.optional(),
  line: Id.optional(),
})
export type ReceiptLineCreate = z.infer<typeof ReceiptLineCreate>

/** C320: the result for the lines. The last two fields are present only where some lines were not stored. */
export const ReceiptLinesAnswer = z.object({
  saved: z.int(),
  message: z.string().optional(),
  message_detail: z.array(z.unknown()).optional(),
})
export type ReceiptLinesAnswer = z.infer<typeof ReceiptLinesAnswer>

/** C170: one of the supplier's invoices. */
export const SupplierInvoice = z.object({
  receiptNumber: z.string(),
  sales: Money,
  purchaseDate: Day,
  branch: z.string(),
  converted: z.boolean(),
  /** The name of the receipt that it was converted to. */
  description: z.string(),
})
export type SupplierInvoice = z.infer<typeof SupplierInvoice>

/** C322. */
export const ConvertInvoice = z.strictObject({
  purchaseDate: Day,
  branch: text(60),
  receiptNumber: text(60),
  description: text(200).trim(),
})
export type ConvertInvoice = z.infer<typeof ConvertInvoice>

/** C333. */
export const LatestSync = z.object({ latest_sync_date: z.string().nullable(), num_products_synced: z.int() })

/** C317. */
export const DifferenceRequest = z.strictObject({
  order_ids: z.array(Id).max(2_000),
  receipt_ids: z.array(Id).max(500),
  use_current_pricing: z.boolean(),
  /** A tolerance as a fraction (readings, "Receipts"). */
  price_margin: z.number().min(0).max(2),
  show_pricing_differences: z.boolean(),
})
export type DifferenceRequest = z.infer<typeof DifferenceRequest>

export const CATEGORY_PREFIX = 'DifferenceCategory.'
/** C172: the categories whose names the specification prints. */
export type DifferenceCategory =
  | 'NO_RECEIPT_ITEM'
  | 'NO_ORDER_ITEM'
  | 'UNIT_QUANTITY'
  | 'CASE_QUANTITY'
  | 'PRICE'
  | 'APPROXIMATE_PRICE'
  | 'LINKED_UPC_1TO1'
  | 'OUT_OF_STOCK'

/** C174: what the chosen orders have of a product, over all of their lines. */
export const DifferenceOrderItem = z.object({
  /** The picked quantity, which is compared with the receipts. */
  unit_quantity: z.number(),
  case_quantity: z.number(),
  total: Money,
  referenced_orders: z.array(Id),
  /** The picked quantity. */
  base_unit_quantity: z.number(),
  units_ordered: z.number(),
  unit_quantity_to_ordered_difference: z.number(),
  base_case_quantity: z.number(),
  cases_ordered: z.number(),
  case_quantity_to_ordered_difference: z.number(),
  /** Each of the items is ignored. */
  ignore_missing_items: z.boolean(),
  referenced_order_items: z.array(RowId),
  /** The invoiced ones of `referenced_orders`: nothing of them can be ignored any more. */
  invoiced_orders: z.array(Id).default([]),
})
export type DifferenceOrderItem = z.infer<typeof DifferenceOrderItem>

const DifferenceReceiptItem = z.object({
  unit_quantity: z.number(),
  case_quantity: z.number(),
  total: Money,
})
type DifferenceReceiptItem = z.infer<typeof DifferenceReceiptItem>

/** C171, with the product's bin, by which the missing items are sorted (C204). */
const Difference = z.object({
  product: z.object({
    upc: z.string(),
    item_code: z.string(),
    name: z.string(),
    combined_stock_level: z.number().nullable(),
    bin: z.string().default(''),
  }),
  /** The product on the receipt in place of the ordered product's upc, where the two are linked. */
  receipt_upc: z.string().nullable().default(null),
  order_item: DifferenceOrderItem.nullable(),
  receipt_item: DifferenceReceiptItem.nullable(),
})

/** One difference: of a product, or of a linked pair, which shows the ordered product. */
export const DifferenceGroup = z.object({
  /** Each with `CATEGORY_PREFIX`; none where orders and receipts agree. */
  difference_categories: z.array(z.string()),
  differences: z.array(Difference),
})
export type DifferenceGroup = z.infer<typeof DifferenceGroup>

export const DifferenceResult = z.object({ difference_groups: z.array(DifferenceGroup) })
export type DifferenceResult = z.infer<typeof DifferenceResult>
