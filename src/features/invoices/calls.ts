/** The invoice's calls (B §7). */
import { Distributor } from '#contract/distributor/schema.ts'
import type { StandingCode } from '#contract/invoices/against.ts'
import { InvoiceHistoryLine, type CreditBody, type Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { answersTo } from '#src/api/invoice-order.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { showMoney } from '#src/ui/format.ts'
import type { HistoryLine } from '#src/ui/HistoryDialog.tsx'
import { feesOf, overridesOf, type Draft } from './draft.ts'

export interface InvoicePage {
  invoice: Invoice
  /** The distributor's lines (B003). */
  header: readonly string[]
}

/** B214, with the lines that stand above it (B002). */
export async function readPage(client: Client, order: number, signal: AbortSignal): Promise<InvoicePage> {
  const [invoice, { lines }] = await Promise.all([
    client.api('GET', `orders/${order}/invoice`, { signal }),
    client.api('GET', 'distributor/letterhead', { schema: Distributor, signal }),
  ])
  return { invoice: readInvoice(invoice), header: lines }
}

/** B218–B220: the overrides where one changed, then the fees where one changed. */
export async function saveDraft(client: Client, invoice: Invoice, draft: Draft): Promise<void> {
  const path = `orders/${invoice.order_id}/invoice`
  const overrides = overridesOf(draft, invoice)
  const fees = feesOf(draft)
  if (overrides) await client.api('POST', `${path}/itemoverride`, { body: overrides })
  if (fees) await client.api('PATCH', path, { body: fees })
}

/** B217. `answered`: what stands against it, and is not waited for. */
export async function regenerate(
  client: Client,
  order: number,
  answered: ReadonlySet<StandingCode>,
): Promise<void> {
  const body = { force_regenerate: true, ...answersTo(answered).body }
  await client.api('POST', `orders/${order}/generateinvoice`, { body })
}

/** Throws the server's refusal, such as that less than this is left of the item. */
export const giveCredit = (client: Client, order: number, body: CreditBody, idempotencyKey: string) =>
  client.api('POST', `orders/${order}/invoice/credit`, { body, idempotencyKey })

const ACTS: Record<InvoiceHistoryLine['act'], string> = {
  generated: 'Generated',
  regenerated: 'Regenerated',
  overrides: 'Prices set over its own',
  fees: 'Fees changed',
  credit: 'Credited',
  unlocked: 'Unlocked, and the invoice deleted',
}

/** What was done to the invoice, newest first. Throws the server's words. */
export async function readHistory(client: Client, order: number): Promise<HistoryLine[]> {
  try {
    const lines = await client.api('GET', `orders/${order}/invoice/history`, {
      schema: InvoiceHistoryLine.array(),
    })
    return lines.map(({ id, act, detail, grand_total, username, at }) => ({
      id: String(id),
      title: ACTS[act],
      detail,
      who: username ?? 'Somebody who is gone',
      at,
      note: `It came to ${showMoney(grand_total)}`,
      code: '',
    }))
  } catch (error) {
    throw new Error(errorText(error), { cause: error })
  }
}
