/**
 * The invoice of an order as it travels (B §3). What was picked, weighed and agreed is copied into it when it is made; the
 * prices that the office sets over them afterwards, and the fees, lie beside the copy. Money and weights are decimal
 * strings; a weighable item's price is per lb (B041).
 */
import { z } from 'zod'
import { Count, Day, Id, Money, Price, RowId, UnitType, Upc, Weight } from '../values.ts'
import { FeeType } from '../fees/schema.ts'
import { PaymentState } from './payment.ts'

/** Two lists, of what was picked by the unit and by the case (B042). */
const byUnitType = <T extends z.ZodType>(one: T) => z.object({ u: z.array(one), c: z.array(one) })

/** B092. */
export const InvoiceSurcharge = z.object({
  /** Its number on this invoice, from 1. */
  id: z.int(),
  name: z.string(),
  quantity: Count,
  /** Of a percentage what one piece comes to, for display. */
  unit_price: Money,
  total: Money,
  type: FeeType,
  /** Dollars a piece, or the percentage of its item's total, with up to four places. */
  amount: z.string(),
  invoice_override_price: Money.nullable(),
  invoice_override_total: Money.nullable(),
})
export type InvoiceSurcharge = z.infer<typeof InvoiceSurcharge>

/** B088. `id` is the order item's. */
export const InvoiceItem = z.object({
  id: RowId,
  product: Upc,
  item_code: z.string(),
  name: z.string(),
  unit_quantity: Count,
  case_quantity: Count,
  unit_price: Money,
  case_price: Money,
  /** A line of its own under the item: it takes off at most what the item costs (`couponOf`). */
  coupon_amount: Money,
  coupon_note: z.string(),
  /** Before the coupon. */
  total: Money,
  invoice_override_unit_price: Money.nullable(),
  invoice_override_case_price: Money.nullable(),
  invoice_override_total: Money.nullable(),
  taxable: z.boolean(),
  weighable: z.boolean(),
  units_per_case: z.int(),
  display_units_per_case_on_invoice: z.boolean(),
  subitem_weights: byUnitType(Weight),
  subitem_lot_codes: byUnitType(z.string()),
  /** What a weighable item is charged for, lb; of what was picked by the unit, by the case, and of both. */
  unit_weight_lbs: Weight.nullable().optional(),
  case_weight_lbs: Weight.nullable().optional(),
  catch_weight_lbs: Weight.nullable(),
  /** By what the pieces are weighed: each (`r/w`), by their nominal weight (`fix`), or not at all. */
  weight_type: z.enum(['', 'r/w', 'fix']),
  /** How many of them nobody weighed: they count with the average weight, on purpose (`billed_at_average`). */
  at_average: z.object({ u: Count, c: Count }),
  /** Its price was set by hand on the order: then it is not what its pieces come to. */
  by_hand: z.boolean(),
  surcharges: z.array(InvoiceSurcharge),
})
export type InvoiceItem = z.infer<typeof InvoiceItem>

/** Readings, "Making an invoice": a line below 0, with its reason. */
export const InvoiceCredit = z.object({
  id: z.int(),
  /** The item of `of_order` that it credits; null for something else, which is not taxed. */
  item: RowId.nullable(),
  /** The invoice for which it was given; an earlier one's where that was paid already. */
  of_order: Id,
  reason: z.string(),
  /** 0 or less, both: the second is the part of the item's tax that goes with the first. */
  total: Money,
  tax: Money,
  created_date: z.string(),
  username: z.string().nullable(),
})
export type InvoiceCredit = z.infer<typeof InvoiceCredit>

/** A credit as the office sees it beside the invoice, wherever it stands and whatever became of it. */
export const GivenCredit = InvoiceCredit.extend({
  /** The invoice on which it stands or stood; null while it waits for the next one. */
  stands_on: Id.nullable(),
  /** `used` with an invoice that is settled; `reversed`: it was given by mistake and counts nowhere. */
  state: z.enum(['stands', 'waits', 'used', 'reversed']),
  /** Who has reversed it; null where nobody has, or that person is gone. */
  reversed_by: z.string().nullable(),
  /** It is what was paid too much of `of_order`: taking that payment back takes it back. */
  is_overpaid: z.boolean(),
})
export type GivenCredit = z.infer<typeof GivenCredit>

/** A piece that is charged by its own weight: for the weigh ticket. */
export const WeighedPiece = z.object({
  /** The order item's. */
  item: RowId,
  unit_type: UnitType,
  weight_lbs: Weight,
  lot_code: z.string().nullable(),
  /** ISO; null where it is not known. */
  weighed_at: z.string().nullable(),
})
export type WeighedPiece = z.infer<typeof WeighedPiece>

/** A credit that the office gives: of an item, or of something else, which is not taxed. */
export const CreditBody = z.strictObject({
  item: RowId.nullable().default(null),
  /** Before tax. */
  amount: Price,
  reason: z.string().trim().min(1, 'is needed').max(200),
  confirm_kept: z.boolean().optional(),
})
export type CreditBody = z.infer<typeof CreditBody>

/** What was done to an invoice, and what it came to after it; of an unlocked one, before. */
export const InvoiceHistoryLine = z.object({
  id: z.int(),
  act: z.enum([
    'generated',
    'regenerated',
    'overrides',
    'fees',
    'credit',
    'credit_reversed',
    'paid',
    'given_back',
    'held',
    'reopened',
    'unlocked',
  ]),
  /** What it changed, in words. */
  detail: z.string(),
  grand_total: Money,
  /** The number of the invoice that was issued by it, from 1; null where it issued none, and of earlier releases. */
  revision: z.int().nullable(),
  /** Null where that person is gone, and where the payment provider told of it. */
  username: z.string().nullable(),
  at: z.string(),
})
export type InvoiceHistoryLine = z.infer<typeof InvoiceHistoryLine>

/** B219: the fees that the office may change, in the order in which the invoice lists them. */
export const FEES = ['credit_card_fee', 'refrigerated_delivery_fee', 'late_fee', 'fuel_surcharge'] as const
export type FeeName = (typeof FEES)[number]
/** B039: what they are called on the invoice. */
export const FEE_LABELS: Record<FeeName, string> = {
  credit_card_fee: 'Credit card fee',
  refrigerated_delivery_fee: 'Refrigerated delivery fee',
  late_fee: 'Late fee',
  fuel_surcharge: 'Fuel surcharge',
}

/** Readings, "Paid status": `pe` is the order's `e`. */
export const InvoicePaid = z.enum(['', 'r', 'p', 'pe'])
export type InvoicePaid = z.infer<typeof InvoicePaid>

/** B084. Percentages have up to four places: `8.875`. */
export const Invoice = z.object({
  order_id: Id,
  /** Another one after each change: what `If-Match` names. */
  version: z.string(),
  order_delivery_date: Day,
  created_date: z.string(),
  company_location_name: z.string(),
  bill_to_address: z.string(),
  ship_to_address: z.string(),
  customer: z.object({ username: z.string(), email: z.string() }),
  items: z.array(InvoiceItem),
  credits: z.array(InvoiceCredit),
  /** With one invoice, not in lists of them. */
  weighed: z.array(WeighedPiece).optional(),
  subtotal: Money,
  credit_card_fee: Money,
  refrigerated_delivery_fee: Money,
  late_fee: Money,
  /** Why it was charged, in words: when the order was placed, and when it was received where that was later. */
  late_fee_note: z.string().optional(),
  fuel_surcharge: Money,
  tax_rate: z.string(),
  tax_total: Money,
  grand_total: Money,
  /** What paying it on time took off: so much less than `grand_total` was paid. */
  on_time_discount: Money,
  /** The money that came and did not go back, and what is still to be paid; null of a revision. */
  kept: Money.nullish(),
  due: Money.nullish(),
  /** The day until which it is to be paid (readings, "Due date"); null of a revision, and missing in the answer of an earlier release. */
  due_date: Day.nullish(),
  /** What QuickBooks was told that it comes to, for who invoices; null where it was told nothing, or an earlier release did not keep it. */
  exported_total: Money.nullish(),
  paid_status: InvoicePaid,
  /** An ACH debit or a card payment is on its way: nothing on the invoice changes until it has ended. */
  payment_in_progress: z.boolean(),
  payable: z.boolean(),
  payment_state: PaymentState,
  /** Why the payment failed, was returned or is held; only for who manages payments (readings, "Paying"). */
  payment_error: z.string().nullable(),
  /** B086: where a copy of the mailed invoice goes; null for none. */
  company_location_cc_addresses: z.array(z.string()).nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** What the office does about credits of an item which its line does not cover any more (readings, "Credits and lines that shrink"). */
export const CreditAnswer = z.discriminatedUnion('act', [
  /** The credits are lowered to what the line bills, the newest first. */
  z.strictObject({ item: RowId, act: z.literal('lower') }),
  /** They are for something else, without tax, and stay. */
  z.strictObject({
    item: RowId,
    act: z.literal('keep'),
    reason: z.string().trim().min(1, 'is needed').max(200),
  }),
  z.strictObject({ item: RowId, act: z.literal('remove') }),
])
export type CreditAnswer = z.infer<typeof CreditAnswer>

/** Readings, "Making an invoice": a typed total comes back to the cent. */
const OverridePrice = z
  .string()
  .regex(/^\d{1,7}(?:\.\d{1,6})?$/, 'must be a price such as "12.50", with six decimal places at most')

/** B218, B124: null takes an override away. */
export const ItemOverrides = z.strictObject({
  order_items: z
    .array(
      z.strictObject({
        id: RowId,
        invoice_override_case_price: OverridePrice.nullable(),
        invoice_override_unit_price: OverridePrice.nullable(),
      }),
    )
    .max(5_000)
    .default([]),
  surcharge_items: z
    .array(z.strictObject({ id: Id, invoice_override_price: OverridePrice.nullable() }))
    .max(5_000)
    .default([]),
  /** What is done about credits that the new prices do not cover; asked for by 409 `credit_exceeds_line`. */
  credits: z.array(CreditAnswer).max(5_000).optional(),
  /** The answer to 409 `below_kept`. */
  confirm_kept: z.boolean().optional(),
})
export type ItemOverrides = z.infer<typeof ItemOverrides>

/** B219: any of the four. */
export const InvoiceFees = z
  .strictObject({
    credit_card_fee: Price,
    refrigerated_delivery_fee: Price,
    late_fee: Price,
    fuel_surcharge: Price,
    /** The answer to 409 `below_kept`. */
    confirm_kept: z.boolean(),
  })
  .partial()
export type InvoiceFees = z.infer<typeof InvoiceFees>
