/** A207, B024: the office's call that makes the invoice of an order, without force_regenerate. */
import {
  CONFIRMS,
  isAnswerable,
  type Confirmations,
  type Blocker,
  type BlockerCode,
} from '#contract/invoices/blockers.ts'
import type { CreditAnswer } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText, isObject } from '#src/api/errors.ts'

export type Invoiced =
  | { kind: 'done' }
  /** The server's blockers that the person has not answered. */
  | { kind: 'stands'; against: readonly Blocker[] }
  | { kind: 'failed'; message: string }

/** Returns the blockers that an `error` of making an invoice names; null where it is about something else. */
export function blockersOf(error: unknown): readonly Blocker[] | null {
  const body = error instanceof ApiError && isObject(error.body) ? error.body : null
  return body && Array.isArray(body['against']) ? (body['against'] as Blocker[]) : null
}

/** Returns the body of the call that answers the server's questions; none where there are no answers (B155). */
export function answersTo(
  answered: ReadonlySet<BlockerCode>,
  credits: readonly CreditAnswer[] = [],
): { body?: Confirmations & { credits?: readonly CreditAnswer[] } } {
  const confirmed = [...answered].filter(isAnswerable).map((code) => [CONFIRMS[code], true])
  if (confirmed.length + credits.length === 0) return {}
  return { body: { ...Object.fromEntries(confirmed), ...(credits.length > 0 && { credits }) } }
}

/**
 * Makes the invoice. `answered`: the blockers that the person confirmed; `credits`: the answers for credits that are
 * more than their lines. With the same key it is made once, even if the answer is lost. Never throws.
 */
export async function invoiceOrder(
  client: Client,
  order: number,
  answered: ReadonlySet<BlockerCode>,
  credits: readonly CreditAnswer[],
  idempotencyKey: string,
): Promise<Invoiced> {
  try {
    const call = { ...answersTo(answered, credits), idempotencyKey }
    await client.api('POST', `orders/${order}/generateinvoice`, call)
    return { kind: 'done' }
  } catch (error) {
    const against = blockersOf(error)
    return against ? { kind: 'stands', against } : { kind: 'failed', message: errorText(error) }
  }
}
