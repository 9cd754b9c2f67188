/** A customer's location as the office keeps it (C156–C160): how it is billed, taxed, charged and paid. */
import { z } from 'zod'
import { Email, Id } from '../values.ts'
import { Fee } from '../fees/schema.ts'
import { fromUnits, toUnits } from '../money.ts'
import { CallBody } from '../sync/mutation.ts'
import { PostalAddress } from './address.ts'
import { plainName } from './names.ts'
import { CompanyLocation } from './schema.ts'

/** C240. */
export const CC_ADDRESSES_MAX = 4
/** C238: per cent. */
export const DISCOUNT_MAX_PERCENT = 15
/** C238: days. */
export const THRESHOLD_DAYS_MAX = 60

/** A decimal from 0 that is kept with so many places: `8.875` is `8.8750`. Rates have four. */
const decimal = (places: number, max: number) =>
  z
    .string()
    .regex(new RegExp(String.raw`^\d{1,10}(?:\.\d{1,${places}})?$`), `must be a number such as "12.50"`)
    .refine((text) => Number(text) <= max, `must be 0 to ${max}`)
    .transform((text) => fromUnits(toUnits(text, places), places))
const amount = decimal(2, 1_000_000)

const fields = {
  name: plainName(z.string().trim().min(1, 'is needed').max(200)),
  phone_number: z.string().trim().max(50),
  /** The customer's name in the books. */
  qb_mapping: z.string().trim().max(200),
  internal_notes: z.string().max(4_000),
  billing_address: PostalAddress,
  physical_address: PostalAddress,
  cc_addresses: z.array(z.string().trim().max(254).pipe(Email)).max(CC_ADDRESSES_MAX),
  taxable: z.boolean(),
  /** Per cent. */
  sales_tax_rate: decimal(4, 100),
  refrigerated_delivery_fee: amount,
  late_order_fee: amount,
  /** Per cent. */
  credit_card_charge_fee: decimal(4, 100),
  fuel_surcharge: z.boolean(),
  lot_tracking_enabled: z.boolean(),
  payments_enabled: z.boolean(),
  units_quickbooks_mappings: z.boolean(),
  /** Per cent. */
  on_time_payment_discount_amount: decimal(4, DISCOUNT_MAX_PERCENT),
  on_time_payment_days_threshold: z.int().min(0).max(THRESHOLD_DAYS_MAX),
}
const { name, ...others } = fields

/** C287. Only the name is needed; without a company the location gets one of its own. */
export const CustomerCreate = z
  .object({ name, ...z.object(others).partial().shape, company_id: Id.nullable().default(null) })
  .strict()
export type CustomerCreate = z.infer<typeof CustomerCreate>

/** C286. `base` has the values that the person saw, as with users (B234). */
export const CustomerPatch = z
  .object({ ...fields, company_id: Id })
  .partial()
  .extend({ base: CallBody.optional() })
  .strict()
export type CustomerPatch = z.infer<typeof CustomerPatch>

/** What the call answers to the office; everybody else is given a `CompanyLocation`. */
export const Customer = CompanyLocation.extend({
  ...z.object(fields).shape,
  physical_address: PostalAddress.extend({ complete_address: z.string() }),
  /** C160: `fees` are both. */
  margins: z.array(Fee),
  surcharges: z.array(Fee),
  fees: z.array(Fee),
})
export type Customer = z.infer<typeof Customer>

/** The fields of the form, by the names of the call. */
export type CustomerFields = Required<Omit<CustomerPatch, 'base'>>
