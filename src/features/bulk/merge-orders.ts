/** The call that merges, and what is made of a refusal. */
import type { MergeOrders } from '#contract/orders/merge.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText, isObject } from '#src/api/errors.ts'
import type { Outcome } from './run-each.ts'

/** C373. */
const FAILED = 'There was an error while merging the orders'

/** `key`: the same while the call is the same, so that one whose answer is lost is done once. */
export type Merge = MergeOrders & { key: string }

/** B240. Never rejects. */
export async function mergeOrders(
  client: Pick<Client, 'api'>,
  merge: Merge,
  newId: () => string,
): Promise<Outcome<Merge>> {
  const { key, ...body } = merge
  try {
    await client.api('POST', 'mergeorders/', { body, idempotencyKey: key })
    return { troubles: [], left: [], stopped: 0 }
  } catch (error) {
    // B261: a line for each thing that the answer says.
    const lines = errorText(error)
      .split('\n')
      .map((text) => ({ text }))
    const troubles = [{ heading: FAILED, lines }]
    const code = error instanceof ApiError && isObject(error.body) && error.body['code']
    // Devices still hold edits of these orders (docs/decisions/0039): the server wants it said twice.
    if (code === 'unsent_edits')
      return {
        troubles,
        left: [{ ...body, confirm_unsent: true, key: newId() }],
        again: 'Merge all the same',
        stopped: 0,
      }
    return { troubles, left: error instanceof ApiError ? [] : [merge], stopped: 0 }
  }
}
