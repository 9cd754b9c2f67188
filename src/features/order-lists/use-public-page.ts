import type { Client } from '#src/api/client.ts'
import { useCallback, useEffect, useState } from 'react'
import { readPage, type PublicPage } from './read-page.ts'

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
