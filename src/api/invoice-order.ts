/** A207, B024: the office's call that makes an invoice of an order, without force_regenerate. */
import {
  CONFIRMS,
  isAnswerable,
  type Confirmations,
  type Blocker,
  type BlockerCode,
} from '#contract/invoices/blockers.ts'
import type { CreditAnswer } from '#contract/invoices/schema.ts'
import type { Client } from './client.ts'
import { ApiError, errorText, isObject } from './errors.ts'

export type Invoiced =
  | { kind: 'done' }
  /** What the server has against it that was not answered. */
  | { kind: 'stands'; against: readonly Blocker[] }
  | { kind: 'failed'; message: string }

/** What an `error` of making an invoice says stands against it; null where it is about something else. */
export function blockersOf(error: unknown): readonly Blocker[] | null {
  const body = error instanceof ApiError && isObject(error.body) ? error.body : null
  return body && Array.isArray(body['against']) ? (body['against'] as Blocker[]) : null
}

/** The body of the call that answers what was asked; none where nothing was (B155). */
export function answersTo(
  answered: ReadonlySet<BlockerCode>,
  credits: readonly CreditAnswer[] = [],
): { body?: Confirmations & { credits?: readonly CreditAnswer[] } } {
  const confirmed = [...answered].filter(isAnswerable).map((code) => [CONFIRMS[code], true])
  if (confirmed.length + credits.length === 0) return {}
  return { body: { ...Object.fromEntries(confirmed), ...(credits.length > 0 && { credits }) } }
}

/** `answered`: what the person said yes to; `credits`: what becomes of credits that are more than their lines. With the same key it is made once, whatever becomes of the answer. Never throws. */
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
