/** Invoicing many orders: the call of each, and what the server asks before it makes one. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { Call, Verdict } from '#src/kit/long-runner.ts'
import { codeOf, failureText } from './failure-text.ts'

/** C371. */
export const GENERATE_FAILED = 'There was an error while generating the invoice'

/** What stands against an invoice and is asked (readings, "Making an invoice"): the 409's code, and the answer to it. */
export const QUESTIONS = {
  weights: {
    title: 'Pieces of these orders are not weighed yet.',
    yes: 'Bill at average weight',
    no: 'Leave out',
    answer: { confirm_average: true },
  },
  unsent_edits: {
    title: 'Devices still hold changes of these orders.',
    yes: 'Invoice without them',
    no: 'Leave out',
    answer: { confirm_unsent: true },
  },
} as const

const isAsked = (code: string | null): code is keyof typeof QUESTIONS => code !== null && code in QUESTIONS

/** B155: no body at first; then with the answers to what the server asked. */
export function generateInvoice(client: Pick<Client, 'api'>, { id }: Pick<OrderRow, 'id'>, call: Call) {
  const answers = call.answers.filter(isAsked).map((code) => QUESTIONS[code].answer)
  return client.api('POST', `orders/${id}/generateinvoice`, {
    idempotencyKey: call.key,
    ...(answers.length > 0 && { body: Object.assign({}, ...answers) as object }),
  })
}

export function judgeGenerate({ id }: Pick<OrderRow, 'id'>, error: unknown): Verdict {
  const code = codeOf(error)
  return isAsked(code)
    ? { heading: GENERATE_FAILED, question: { code, words: errorText(error) } }
    : { heading: GENERATE_FAILED, words: failureText(id, error) }
}
