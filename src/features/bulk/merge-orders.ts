/** The call that merges, and what is made of a refusal. */
import type { MergeOrders } from '#contract/orders/merge.ts'
import type { Client } from '#src/api/client.ts'
import { refusalCodeOf, errorText } from '#src/api/errors.ts'
import type { Call, RunVerdict } from '#src/kit/long-run/long-runner.ts'

/** C373. */
export const MERGE_FAILED = 'There was an error while merging the orders'

/** Devices still hold edits of these orders (docs/decisions/0039): the server wants it said twice. */
const UNSENT = 'unsent_edits'
export const MERGE_QUESTIONS = {
  [UNSENT]: {
    title: 'Devices still hold changes of these orders.',
    yes: 'Merge anyway',
    no: 'Do not merge',
  },
} as const

/** B240. */
export const mergeOrders = (client: Pick<Client, 'api'>, merge: MergeOrders, { key, answers }: Call) =>
  client.api('POST', 'mergeorders/', {
    body: { ...merge, ...(answers.includes(UNSENT) && { confirm_unsent: true }) },
    idempotencyKey: key,
  })

/** B261: a line for each thing that the answer says. */
export function judgeMerge(_merge: MergeOrders, error: unknown): RunVerdict {
  const words = errorText(error)
  return refusalCodeOf(error) === UNSENT
    ? { heading: MERGE_FAILED, question: { code: UNSENT, words } }
    : { heading: MERGE_FAILED, words }
}
