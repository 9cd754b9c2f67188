/**
 * The invoice of an order, as it is transmitted (B §3). The picked, weighed and agreed values are copied into it when
 * it is made. The prices that the office sets over them afterwards, and the fees, are stored beside the copy. Money
 * and weights are decimal strings; a weighable item's price is per lb (B041).
 */
import { z } from 'zod'
import { Count, Day, Id, Money, Price, RowId, UnitType, Upc, Weight } from '../values.ts'
import { FeeType } from '../fees/schema.ts'
import { PaymentState } from './payment.ts'

/** Two lists: what was picked by the unit and by the case (B042). */
const byUnitType = <T extends z.ZodType>(one: T) => z.object({ u: z.array(one), c: z.array(one) })

/** B092. */
export const InvoiceSurcharge = z.object({
  /** The surcharge's number on this invoice, from 1. */
  id: z.int(),
  name: z.string(),
  quantity: Count,
  /** For a percentage: the amount for one piece, for display. */
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
  /** A separate line under the item. It takes off at most what the item costs (`couponOf`). */
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
  /** The weight that a weighable item is charged for, lb: what was picked by the unit, by the case, and both. */
  unit_weight_lbs: Weight.nullable().optional(),
  case_weight_lbs: Weight.nullable().optional(),
  catch_weight_lbs: Weight.nullable(),
  /** How the pieces are weighed: each (`r/w`), by their nominal weight (`fix`), or not at all. */
  weight_type: z.enum(['', 'r/w', 'fix']),
  /**
   * The number of pieces that were not weighed: they count with the average weight, on purpose (`billed_at_average`).
   */
  at_average: z.object({ u: Count, c: Count }),
  /** The price was set by hand on the order: then it is not the sum of the pieces. */
  by_hand: z.boolean(),
  surcharges: z.array(InvoiceSurcharge),
})
export type InvoiceItem = z.infer<typeof InvoiceItem>

/** Readings, "Making an invoice": a line below 0, with its reason. */
export const InvoiceCredit = z.object({
  id: z.int(),
  /** The item of `of_order` that it credits; null for something else, which is not taxed. */
  item: RowId.nullable(),
  /** The invoice for which the credit was given: an earlier invoice, where that one was already paid. */
  of_order: Id,
  reason: z.string(),
  /** The amount that was typed, above 0; missing in the answer of an earlier release. */
  amount: Money.optional(),
  /**
   * Both are 0 or less. `total` is what is credited: the amount, less its part of the discount for paying on time where
   * an item is credited. `tax` is that of the whole amount.
   */
  total: Money,
  tax: Money,
  created_date: z.string(),
  username: z.string().nullable(),
})
export type InvoiceCredit = z.infer<typeof InvoiceCredit>

/** A credit as the office sees it beside the invoice, on whichever invoice it is and whatever became of it. */
export const GivenCredit = InvoiceCredit.extend({
  /** The invoice that the credit is or was on; null while it waits for the next one. */
  stands_on: Id.nullable(),
  /** `used`: on an invoice that is settled. `reversed`: given by mistake; it no longer counts. */
  state: z.enum(['stands', 'waits', 'used', 'reversed']),
  /** The person who reversed the credit; null where it is not reversed, that person is gone, or a bank's return did. */
  reversed_by: z.string().nullable(),
  /** The credit is the overpaid amount of `of_order`: taking that payment back takes the credit back. */
  is_overpaid: z.boolean(),
})
export type GivenCredit = z.infer<typeof GivenCredit>

/** A credit that is on no invoice yet: `GET waitingcredits`. */
export const WaitingCredit = InvoiceCredit.omit({ item: true }).extend({
  company_location: Id,
  location_name: z.string(),
  /** As in `GivenCredit`. */
  is_overpaid: z.boolean(),
  /** It waits for the next invoice of its order, which is unlocked, and not for that of its location. */
  is_bound: z.boolean(),
  /** The order is deleted. Money that was paid too much on it can no longer be taken back. */
  is_order_gone: z.boolean(),
})
export type WaitingCredit = z.infer<typeof WaitingCredit>

/** A piece that is charged by its own weight, for the weigh ticket. */
export const WeighedPiece = z.object({
  /** The order item's id. */
  item: RowId,
  unit_type: UnitType,
  weight_lbs: Weight,
  lot_code: z.string().nullable(),
  /** ISO; null where it is not known. */
  weighed_at: z.string().nullable(),
})
export type WeighedPiece = z.infer<typeof WeighedPiece>

/** A credit that the office gives: for an item, or for something else, which is not taxed. */
export const CreditBody = z.strictObject({
  item: RowId.nullable().default(null),
  /** Before tax. */
  amount: Price,
  reason: z.string().trim().min(1, 'is needed').max(200),
  confirm_kept: z.boolean().optional(),
  /** The answer to 409 `credit_exceeds_invoice`. */
  confirm_exceeds: z.boolean().optional(),
})
export type CreditBody = z.infer<typeof CreditBody>

/** One act on an invoice, and the invoice's total after it; an unlock has the total before it. */
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
  /** The change in words. */
  detail: z.string(),
  grand_total: Money,
  /**
   * The number of the invoice that the act issued, from 1; null where it issued none, and for acts of earlier
   * releases.
   */
  revision: z.int().nullable(),
  /** Null where that person is gone, and where the payment provider reported the act. */
  username: z.string().nullable(),
  at: z.string(),
})
export type InvoiceHistoryLine = z.infer<typeof InvoiceHistoryLine>

/** B219: the fees that the office may change, in the order in which the invoice lists them. */
export const FEES = ['credit_card_fee', 'refrigerated_delivery_fee', 'late_fee', 'fuel_surcharge'] as const
export type FeeName = (typeof FEES)[number]
/** B039: the labels of the fees on the invoice. */
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
  /** Differs after each change; `If-Match` names it. */
  version: z.string(),
  order_delivery_date: Day,
  created_date: z.string(),
  company_location_name: z.string(),
  bill_to_address: z.string(),
  ship_to_address: z.string(),
  customer: z.object({ username: z.string(), email: z.string() }),
  items: z.array(InvoiceItem),
  credits: z.array(InvoiceCredit),
  /** Sent with one invoice, not in lists of them. */
  weighed: z.array(WeighedPiece).optional(),
  subtotal: Money,
  credit_card_fee: Money,
  refrigerated_delivery_fee: Money,
  late_fee: Money,
  /**
   * Why the late fee was charged, in words: when the order was placed, and when it was received where that was later.
   */
  late_fee_note: z.string().optional(),
  fuel_surcharge: Money,
  tax_rate: z.string(),
  tax_total: Money,
  grand_total: Money,
  /** The amount that paying on time took off: so much less than `grand_total` was paid. */
  on_time_discount: Money,
  /** The money that arrived and did not go back, and the amount still to be paid; null of a revision. */
  kept: Money.nullish(),
  due: Money.nullish(),
  /**
   * The day until which the invoice is to be paid (readings, "Due date"); null of a revision, and missing in the
   * answer of an earlier release.
   */
  due_date: Day.nullish(),
  /**
   * The total that was exported to QuickBooks, for people who invoice; null where none was exported, or an earlier
   * release did not store it.
   */
  exported_total: Money.nullish(),
  paid_status: InvoicePaid,
  /** An ACH debit or a card payment is in progress: nothing on the invoice changes until it has ended. */
  payment_in_progress: z.boolean(),
  payable: z.boolean(),
  payment_state: PaymentState,
  /** Why the payment failed, was returned or is held; only for people who manage payments (readings, "Paying"). */
  payment_error: z.string().nullable(),
  /** B086: the addresses that get a copy of the mailed invoice; null for none. */
  company_location_cc_addresses: z.array(z.string()).nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/**
 * The office's answer about credits of an item that its line no longer covers (readings, "Credits and lines that
 * shrink").
 */
export const CreditAnswer = z.discriminatedUnion('act', [
  /** The credits are lowered to the billed amount of the line, the newest first. */
  z.strictObject({ item: RowId, act: z.literal('lower') }),
  /** The credits stay, for something else and without tax. */
  z.strictObject({
    item: RowId,
    act: z.literal('keep'),
    reason: z.string().trim().min(1, 'is needed').max(200),
  }),
  z.strictObject({ item: RowId, act: z.literal('remove') }),
])
export type CreditAnswer = z.infer<typeof CreditAnswer>

/** Readings, "Making an invoice": a typed total is reproduced to the cent. */
const OverridePrice = z
  .string()
  .regex(/^\d{1,7}(?:\.\d{1,6})?$/, 'must be a price such as "12.50", with six decimal places at most')

/** B218, B124: null removes an override. */
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
  /** The answer about credits that the new prices do not cover; 409 `credit_exceeds_line` asks for it. */
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
