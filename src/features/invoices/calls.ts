/** What is done with an invoice (B §7). Each throws what the client throws. */
import type { BlockerCode } from '#contract/invoices/blockers.ts'
import type { CreditAnswer, CreditBody, Invoice } from '#contract/invoices/schema.ts'
import { answersTo } from '#src/api/invoice-order.ts'
import type { Client } from '#src/api/client.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { feesOf, overridesOf, type InvoiceDraft } from './draft.ts'

/**
 * B218–B220: the overrides where one changed, then the fees where one changed. Each names the version that it changes, so that nothing is
 * set over an invoice that somebody else has changed or made anew.
 */
export async function saveDraft(
  client: Client,
  invoice: Invoice,
  draft: InvoiceDraft,
  credits: readonly CreditAnswer[],
  confirmsKept: boolean,
): Promise<void> {
  const path = `orders/${invoice.order_id}/invoice`
  const overrides = overridesOf(draft, invoice)
  const fees = feesOf(draft)
  let seenVersion = invoice.version
  const kept = confirmsKept && { confirm_kept: true }
  const answered = { ...(credits.length > 0 && { credits }), ...kept }
  if (overrides)
    seenVersion = readInvoice(
      await client.api('POST', `${path}/itemoverride`, {
        body: { ...overrides, ...answered },
        seenVersion,
      }),
    ).version
  if (fees) await client.api('PATCH', path, { body: { ...fees, ...kept }, seenVersion })
}

/** B217. What was said to what stands against it. */
export async function regenerate(
  client: Client,
  order: number,
  { confirmed, credits }: { confirmed: ReadonlySet<BlockerCode>; credits: readonly CreditAnswer[] },
  idempotencyKey: string,
): Promise<void> {
  const body = { force_regenerate: true, ...answersTo(confirmed, credits).body }
  await client.api('POST', `orders/${order}/generateinvoice`, { body, idempotencyKey })
}

/** Refused where less than this is left of the item, among others. */
export const giveCredit = (client: Client, order: number, body: CreditBody, idempotencyKey: string) =>
  client.api('POST', `orders/${order}/invoice/credit`, { body, idempotencyKey })

/** Refused where a settled invoice has used it, or somebody else was first. */
export const takeBackCredit = (client: Client, order: number, credit: number, idempotencyKey: string) =>
  client.api('POST', `orders/${order}/invoice/credits/${credit}/reverse`, { idempotencyKey })
