import type { Client } from '#src/api/client.ts'
import { useCallback, useEffect, useState } from 'react'
import type { Distributor } from '#contract/distributor/schema.ts'
import type { PublicOrderList } from '#contract/order-lists/schema.ts'

/**
 * The data of the public page, read without a token. The answers are not checked against their schemas: zod is half as
 * large again as all else that a guest loads, and nothing of them is stored.
 */
interface PublicPage {
  lists: PublicOrderList[]
  /**
   * The distributor's name, address and contacts. A list is useful without them: empty where they could not be read.
   */
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
  /** The error of the last try; null while the first is on its way, and after a good one. */
  failure: unknown
  /** A person asked for it again and waits. */
  isBusy: boolean
}

/** Reads the public page. It has a hook of its own, so that a guest's browser loads no more than this needs. */
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
