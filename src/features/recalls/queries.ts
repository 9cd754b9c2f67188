/** The queries and calls of the recalled lots (docs/decisions/0016). */
import { RecalledLot, type RecallLot } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { isNotFound } from '#src/api/errors.ts'
import type { RowsQuery } from '#src/queries/server-query.ts'
import type { z } from 'zod'

export const RECALLS: RowsQuery<RecalledLot> = {
  queryKey: ['recalledlots'],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'recalledlots', { query: { no_page: 1 }, schema: RecalledLot.array(), signal }),
}

export type Recall = z.input<typeof RecallLot>

/** The same lot twice is one recall, so the call can be repeated after no answer. */
export const recallLot = (client: Client, lot: Recall) => client.api('POST', 'recalledlots', { body: lot })

/** Takes a recall back. It succeeds where another user has taken it back meanwhile. */
export async function takeRecallBack(client: Client, id: number): Promise<void> {
  try {
    await client.api('DELETE', `recalledlots/${id}`)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}
