/** An invoice in its customer's list: `GET invoicesummaries`. */
import { z } from 'zod'
import { Day, Id, Money } from '../values.ts'
import { InvoicePaid } from './schema.ts'

export const InvoiceSummary = z.object({
  /** The number of its order. */
  id: Id,
  /** The name of the location (ship-to). */
  company: z.string(),
  delivery_date: Day,
  /** The last day on which it is paid on time (readings, "Due date"). */
  due_date: Day,
  grand_total: Money,
  /** The amount that is still to be paid. */
  due: Money,
  /** As on the invoice itself (B084). */
  paid_status: InvoicePaid,
  payment_in_progress: z.boolean(),
  payable: z.boolean(),
  /** The invoice's customer: no other person may pay it (B113). */
  customer: z.object({ username: z.string() }),
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>
