/** The invoice's calls (B §7). */
import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice, type PrintedInvoice } from '#contract/invoices/document.ts'
import type { StandingCode } from '#contract/invoices/against.ts'
import { InvoiceHistoryLine, type CreditBody, type Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import { dropSeen, findSeen, keepSeen, type SeenInvoice } from '#src/db/seen-invoices.ts'
import { answersTo } from '#src/api/invoice-order.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { showMoney } from '#src/ui/format.ts'
import type { HistoryLine } from '#src/ui/HistoryDialog.tsx'
import { feesOf, overridesOf, type Draft } from './draft.ts'

export interface InvoicePage {
  invoice: Invoice
  /** The same, as it stands on paper. */
  printed: PrintedInvoice
  /** As it was last seen on this device: what can be done with it, the server has to be asked. */
  isSeen: boolean
}

const pageOf = ({ invoice, letterhead }: SeenInvoice, isSeen: boolean): InvoicePage => ({
  invoice,
  printed: printedInvoice(invoice, letterhead),
  isSeen,
})

/**
 * B214, with the lines that stand above it (B002). What the server tells stays readable on this device (readings, "Offline"),
 * until it says that there is no such invoice for this person.
 */
export async function readPage(
  client: Client,
  person: number,
  order: number,
  signal: AbortSignal,
): Promise<InvoicePage> {
  try {
    const [answer, letterhead] = await Promise.all([
      client.api('GET', `orders/${order}/invoice`, { signal }),
      client.api('GET', 'distributor/letterhead', { schema: Letterhead, signal }),
    ])
    const seen = { order, at: Date.now(), invoice: readInvoice(answer), letterhead }
    // Not waited for: the page shows it before the disk has it.
    if (!signal.aborted) void keepSeen(person, seen)
    return pageOf(seen, false)
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403))
      await dropSeen(person, order)
    throw error
  }
}

/** The invoice as it was last seen here, and when. Null where it never was. */
export async function seenPage(
  person: number,
  order: number,
): Promise<{ page: InvoicePage; at: number } | null> {
  const seen = await findSeen(person, order, Date.now())
  return seen && { page: pageOf(seen, true), at: seen.at }
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
