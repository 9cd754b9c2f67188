/**
 * What the public page reads, without a token. The answers are not checked against their schemas: zod is half as big
 * again as all else that a guest loads, and nothing is stored of them.
 */
import type { Distributor } from '#contract/distributor/schema.ts'
import type { PublicOrderList } from '#contract/order-lists/schema.ts'
import type { Client } from '#src/api/client.ts'

export interface PublicPage {
  lists: PublicOrderList[]
  /** Its name, its address, how it is reached. A list is worth reading without them: empty where they did not come. */
  distributor: readonly string[]
}

/** A301. Rejects where the lists do not come. */
export async function readPage(client: Client, signal: AbortSignal): Promise<PublicPage> {
  const open = { signal, withoutToken: true } as const
  const [lists, { lines }] = await Promise.all([
    client.api<PublicOrderList[]>('GET', 'orderlists', { query: { no_page: 1, public: true }, ...open }),
    client.api<Distributor>('GET', 'distributor', open).catch(() => ({ lines: [] })),
  ])
  return { lists, distributor: lines }
}
