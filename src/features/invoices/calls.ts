/** The invoice's calls (B §7). */
import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice, type PrintedInvoice } from '#contract/invoices/document.ts'
import type { StandingCode } from '#contract/invoices/against.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { answersTo } from '#src/api/invoice-order.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { feesOf, overridesOf, type Draft } from './draft.ts'

export interface InvoicePage {
  invoice: Invoice
  /** The same, as it stands on paper. */
  printed: PrintedInvoice
}

/** B214, with the lines that stand above it (B002). */
export async function readPage(client: Client, order: number, signal: AbortSignal): Promise<InvoicePage> {
  const [answer, letterhead] = await Promise.all([
    client.api('GET', `orders/${order}/invoice`, { signal }),
    client.api('GET', 'distributor/letterhead', { schema: Letterhead, signal }),
  ])
  const invoice = readInvoice(answer)
  return { invoice, printed: printedInvoice(invoice, letterhead) }
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
