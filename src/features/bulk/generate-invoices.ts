/** Invoicing many orders: the call of each, and what the server asks before it makes one. */
import { isAnswerable, type CONFIRMS, type BlockerCode } from '#contract/invoices/blockers.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { answersTo, blockersOf } from '#src/queries/invoice-order.ts'
import type { Call, RunVerdict } from '#src/kit/long-run/long-runner.ts'
import { failureText } from './failure-text.ts'

/** C371. */
export const GENERATE_FAILED = 'There was an error while generating the invoice'

/** The questions about what blocks an invoice (readings, "Making an invoice"), by the code of the 409. */
export const GENERATE_QUESTIONS: Record<keyof typeof CONFIRMS, { title: string; yes: string; no: string }> = {
  weights: {
    title: 'Pieces of these orders are not weighed yet.',
    yes: 'Bill at average weight',
    no: 'Leave out',
  },
  nothing_delivered: {
    title: 'Nothing of these orders was picked.',
    yes: 'Make their invoices anyway',
    no: 'Leave out',
  },
  zero_price: {
    title: 'Lines of these orders are billed at $0.00.',
    yes: 'Bill at $0.00',
    no: 'Leave out',
  },
  unsent_edits: {
    title: 'Devices still hold changes of these orders.',
    yes: 'Invoice without them',
    no: 'Leave out',
  },
  below_kept: {
    title: 'More was paid of these orders than their invoices come to.',
    yes: 'Keep the rest for the location',
    no: 'Leave out',
  },
}

/** B155: the first call has no body. Later calls have the answers to the server's questions. */
export const generateInvoice = (client: Pick<Client, 'api'>, { id }: Pick<OrderRow, 'id'>, call: Call) =>
  client.api('POST', `orders/${id}/generateinvoice`, {
    idempotencyKey: call.key,
    ...answersTo(new Set(call.answers as BlockerCode[])),
  })

/** Asks about the first blocker. Missing lots and missing averages cannot be answered. */
export function judgeGenerate({ id }: Pick<OrderRow, 'id'>, error: unknown): RunVerdict {
  const against = blockersOf(error) ?? []
  const asked = against.every(({ code }) => isAnswerable(code)) ? against[0] : undefined
  return asked
    ? { heading: GENERATE_FAILED, question: { code: asked.code, words: asked.message } }
    : { heading: GENERATE_FAILED, words: failureText(id, error) }
}
