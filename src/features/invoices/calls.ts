/** The calls that change an invoice (B §7). Each throws what the client throws. */
import type { BlockerCode } from '#contract/invoices/blockers.ts'
import type { CreditAnswer, CreditBody, Invoice } from '#contract/invoices/schema.ts'
import { answersTo } from '#src/queries/invoice-order.ts'
import type { Client } from '#src/api/client.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { feesOf, overridesOf, type InvoiceDraft } from './draft.ts'

interface DraftAnswers {
  credits: readonly CreditAnswer[]
  confirmsKept: boolean
  /** Takes the version that the saved overrides have made. */
  onVersion: (version: string) => void
}

/**
 * B218–B220: saves the overrides where one changed, then the fees where one changed. Each call names the version that
 * it changes, so that the server refuses it where another user has changed the invoice or made it again.
 */
export async function saveDraft(
  client: Client,
  invoice: Invoice,
  draft: InvoiceDraft,
  { credits, confirmsKept, onVersion }: DraftAnswers,
): Promise<void> {
  const path = `orders/${invoice.order_id}/invoice`
  const overrides = overridesOf(draft, invoice)
  const fees = feesOf(draft)
  let seenVersion = invoice.version
  const kept = confirmsKept && { confirm_kept: true }
  const answered = { ...(credits.length > 0 && { credits }), ...kept }
  if (overrides) {
    const body = { ...overrides, ...answered }
    seenVersion = readInvoice(await client.api('POST', `${path}/itemoverride`, { body, seenVersion })).version
    onVersion(seenVersion)
  }
  if (fees) await client.api('PATCH', path, { body: { ...fees, ...kept }, seenVersion })
}

/** B217. Sends the answers to the blockers that the server reported. */
export async function regenerate(
  client: Client,
  order: number,
  { confirmed, credits }: { confirmed: ReadonlySet<BlockerCode>; credits: readonly CreditAnswer[] },
  idempotencyKey: string,
): Promise<void> {
  const body = { force_regenerate: true, ...answersTo(confirmed, credits).body }
  await client.api('POST', `orders/${order}/generateinvoice`, { body, idempotencyKey })
}

/** The server refuses it, among other reasons, where less than this is left of the item. */
export const giveCredit = (client: Client, order: number, body: CreditBody, idempotencyKey: string) =>
  client.api('POST', `orders/${order}/invoice/credit`, { body, idempotencyKey })
