import type { Client } from '#src/api/client.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Distributor } from '#contract/distributor/schema.ts'
import type { PublicOrderList } from '#contract/order-lists/schema.ts'

/**
 * What the public page reads, without a token. The answers are not checked against their schemas: zod is half as large again as all
 * else that a guest loads, and nothing of them is stored.
 */
interface PublicPage {
  lists: PublicOrderList[]
  /** Its name, its address, how it is reached. A list is worth reading without them: empty where they did not come. */
  distributor: readonly string[]
}

/** A301. Rejects where the lists do not come. */
async function readPage(client: Client, signal: AbortSignal): Promise<PublicPage> {
  const open = { signal, withoutToken: true } as const
  const [lists, { lines }] = await Promise.all([
    client.api<PublicOrderList[]>('GET', 'orderlists', { query: { no_page: 1, public: true }, ...open }),
    client.api<Distributor>('GET', 'distributor', open).catch(() => ({ lines: [] })),
  ])
  return { lists, distributor: lines }
}

interface Read {
  value: PublicPage | null
  /** What the last try threw; null while the first is on its way, and after a good one. */
  failure: unknown
  /** Somebody asked for it again and waits. */
  isBusy: boolean
}

/** What the public page shows. It has a reading of its own: a guest's browser loads nothing that asks more than this. */
export function usePublicPage(client: Client): Read & { reload: () => void } {
  const [read, setRead] = useState<Read>({ value: null, failure: null, isBusy: false })
  const start = useCallback(() => {
    const stop = new AbortController()
    readPage(client, stop.signal).then(
      (value) => setRead({ value, failure: null, isBusy: false }),
      (failure: unknown) => {
        if (!stop.signal.aborted) setRead((before) => ({ ...before, failure, isBusy: false }))
      },
    )
    return () => stop.abort()
  }, [client])
  useEffect(start, [start])
  const reload = useCallback(() => {
    setRead((before) => ({ ...before, isBusy: true }))
    start()
  }, [start])
  return { ...read, reload }
}
