/** An invoice in the list that its customer has: `GET invoicesummaries`. */
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
  /** What is still to be paid. */
  due: Money,
  /** As of the invoice itself (B084). */
  paid_status: InvoicePaid,
  payment_in_progress: z.boolean(),
  payable: z.boolean(),
  /** Whose invoice it is: nobody else may pay it (B113). */
  customer: z.object({ username: z.string() }),
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>
