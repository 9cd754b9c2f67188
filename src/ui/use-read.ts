import { useCallback, useEffect, useRef, useState } from 'react'

export interface Reading<T> {
  /** null until it was read once; what was read last stays when it cannot be read again. */
  value: T | null
  /** Ms; when it was read. */
  readAt: number
  /** Why it could not be read. */
  failure: unknown
  /** Somebody asked for it again and waits. */
  busy: boolean
}

/**
 * What the server knows: read when a screen is opened, when the server comes back, and when somebody asks. `read` must stay
 * the same function. Only the screens of bulk and invoices still ask so; all others by `kit/use-server-query`.
 */
export function useRead<T>(
  read: (signal: AbortSignal) => Promise<T>,
  serverReachable: boolean,
): Reading<T> & { reload: () => void } {
  const [state, setState] = useState<Reading<T>>({ value: null, readAt: 0, failure: null, busy: false })
  const reading = useRef<AbortController | null>(null)

  const start = useCallback(() => {
    reading.current?.abort()
    const mine = new AbortController()
    reading.current = mine
    read(mine.signal).then(
      (value) => setState({ value, readAt: Date.now(), failure: null, busy: false }),
      (failure: unknown) => {
        if (!mine.signal.aborted) setState((before) => ({ ...before, failure, busy: false }))
      },
    )
  }, [read])

  useEffect(() => {
    if (!serverReachable) return undefined
    start()
    return () => reading.current?.abort()
  }, [start, serverReachable])

  const reload = useCallback(() => {
    if (!serverReachable) return
    setState((before) => ({ ...before, busy: true }))
    start()
  }, [start, serverReachable])
  return { ...state, reload }
}
