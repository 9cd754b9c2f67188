/** What a location orders again: its last order, and what it orders usually (readings, "Ordering"). */
import { z } from 'zod'
import { Count, Money, Upc } from '../values.ts'

/** A usual order looks at so many orders, and takes what is in at least so many of them. */
export const USUAL_OF_ORDERS = 6
export const USUAL_IN_ORDERS = 3

/** A product as it was ordered, with what a piece cost then; null where that is not known, as of a substituted line. */
export const AgainLine = z.object({
  upc: Upc,
  unit_quantity: Count,
  case_quantity: Count,
  price_per_unit: Money.nullable(),
  price_per_case: Money.nullable(),
  /** In a last order: its substitute, which is ordered if the product itself is not sold any more. */
  instead: z.object({ upc: Upc, unit_quantity: Count, case_quantity: Count }).nullable().optional(),
})
export type AgainLine = z.infer<typeof AgainLine>

/** The usual order of one location. Its lines are in the order in which they were ordered last. */
export const UsualOrder = z.object({
  company_location: z.int(),
  /** In at least three of the last six orders that are no top-ups, each with the median of its quantities. */
  usual: z.array(AgainLine),
  last: z
    .object({ order: z.int(), placed_date: z.string().nullable(), lines: z.array(AgainLine) })
    .nullable(),
})
export type UsualOrder = z.infer<typeof UsualOrder>
