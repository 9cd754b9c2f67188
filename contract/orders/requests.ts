/**
 * A customer's request to the office to change or cancel an order, until the cut-off, and the answer
 * (docs/decisions/0267).
 */
import { z } from 'zod'
import { can, NOT_ALLOWED, type Person } from '../permissions.ts'
import { Id } from '../values.ts'
import type { OrderFacts, Verdict } from './can.ts'
import { isLate, type OrderingTerms } from './cutoff.ts'

/** The most requests of an order without an answer. */
export const MOST_OPEN_REQUESTS = 5
/** The longest text, in characters. */
export const REQUEST_CHARACTERS = 1_000
const Text = z.string().trim().max(REQUEST_CHARACTERS)

/** The body of `POST orderrequests`. A change says what is to be changed. */
export const OrderRequestCreate = z
  .strictObject({ order: Id, kind: z.enum(['change', 'cancel']), text: Text.default('') })
  .refine(({ kind, text }) => kind === 'cancel' || text !== '', {
    path: ['text'],
    message: 'must say what to change',
  })

/** The body of `POST orderrequests/{id}/answer`. A refusal says why. */
export const OrderRequestAnswer = z
  .strictObject({ answer: z.enum(['done', 'declined']), text: Text.default('') })
  .refine(({ answer, text }) => answer === 'done' || text !== '', { path: ['text'], message: 'must say why' })

export const OrderRequest = z.object({
  id: z.int(),
  order: z.int(),
  /** The name of the order's location. */
  company: z.string(),
  kind: z.enum(['change', 'cancel']),
  text: z.string(),
  /** The person who asked; null for an account that is gone. */
  username: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Null while it waits for the office. */
  answer: z.enum(['done', 'declined']).nullable(),
  answer_text: z.string(),
  answered_by: z.string().nullable(),
  answered_at: z.iso.datetime().nullable(),
})
export type OrderRequest = z.infer<typeof OrderRequest>

/**
 * Returns why this person may not ask for a change of this order now; null where they may.
 * @param clock the time on the distributor's clock, `YYYY-MM-DD HH:MM`
 * @param terms null before a device has received them: the server then decides
 */
export function askDenial(
  order: OrderFacts & { delivery_date: string },
  person: Person | null,
  clock: string,
  terms: OrderingTerms | null,
): Verdict {
  if (!can(person, 'orders.ask')) return { status: 403, message: NOT_ALLOWED, hides: true }
  const instead = 'Call the office to change it.'
  if (order.invoiced)
    return { status: 423, message: `Order ${order.id} is invoiced. ${instead}`, hides: false }
  if (terms && isLate(clock, order.delivery_date, terms))
    return { status: 409, message: `The cut-off of order ${order.id} has passed. ${instead}`, hides: false }
  return null
}
