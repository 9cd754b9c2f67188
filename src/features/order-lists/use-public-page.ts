import type { Client } from '#src/api/client.ts'
import { useCallback, useEffect, useState } from 'react'
import { readPage, type PublicPage } from './read-page.ts'

interface Read {
  value: PublicPage | null
  /** What the last try threw; null while the first is on its way, and after a good one. */
  failure: unknown
  isBusy: boolean
}

/** What the public page shows. It has a reading of its own: a guest's browser loads nothing that asks more than this. */
export function usePublicPage(client: Client): Read & { reload: () => void } {
  const [read, setRead] = useState<Read>({ value: null, failure: null, isBusy: true })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    readPage(client, signal).then(
      (value) => !signal.aborted && setRead({ value, failure: null, isBusy: false }),
      (failure: unknown) => !signal.aborted && setRead((before) => ({ ...before, failure, isBusy: false })),
    )
    return () => stop.abort()
  }, [client, turn])
  const reload = useCallback(() => {
    setRead((before) => ({ ...before, isBusy: true }))
    setTurn((before) => before + 1)
  }, [])
  return { ...read, reload }
}
