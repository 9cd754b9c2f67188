/** The calls behind the list of recalled lots (docs/decisions/0016). */
import { RecalledLot, type RecallLot } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, errorText } from '#src/api/errors.ts'
import type { z } from 'zod'

export const fetchRecalls = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'recalledlots', {
    query: { no_page: 1 },
    schema: RecalledLot.array(),
    signal,
  })

/** Twice the same lot is one recall: after no answer it can be asked for again. */
export const recallLot = (client: Client, lot: z.input<typeof RecallLot>) =>
  client.api('POST', 'recalledlots', { body: lot })

/** Throws the server's words. A recall that somebody else took back meanwhile is taken back. */
export async function takeRecallBack(client: Client, id: number): Promise<void> {
  try {
    await client.api('DELETE', `recalledlots/${id}`)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404))
      throw new Error(errorText(error), { cause: error })
  }
}
