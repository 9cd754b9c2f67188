/** What each customer's location has been invoiced, and how far that is paid: `GET openbalances`. */
import { z } from 'zod'
import { Count, Day, Id, Money } from '../values.ts'

/** `invoiced` is `paid`, `discounts`, `pending` and `open` together; `overdue` is part of `open`. */
export const OpenBalance = z.object({
  company_location: Id,
  name: z.string(),
  invoices: Count,
  invoiced: Money,
  paid: Money,
  /** What paying on time took off. */
  discounts: Money,
  /** On its way: an ACH debit that has not succeeded yet. */
  pending: Money,
  open: Money,
  /** Open for more days after its delivery than the location's threshold. */
  overdue: Money,
  /** The first day by which something that is open should have been paid; null where nothing is. */
  oldest_due: Day.nullable(),
  /** Credits that wait for the next invoice: 0 or less, with their tax. */
  credits: Money,
})
export type OpenBalance = z.infer<typeof OpenBalance>
