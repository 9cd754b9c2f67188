import type { RecalledLot } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { useCallback, useEffect, useState } from 'react'
import { fetchRecalls } from './calls.ts'

interface Recalls {
  /** null until they were read once. */
  recalls: RecalledLot[] | null
  /** Why they could not be read, in words. */
  problem: string | null
}

/** Read when the screen is opened, when the server comes back, and after each change. */
export function useRecalls(client: Client, serverReachable: boolean): Recalls & { reload: () => void } {
  const [state, setState] = useState<Recalls>({ recalls: null, problem: null })
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!serverReachable) return undefined
    const leaving = new AbortController()
    fetchRecalls(client, leaving.signal)
      .then((recalls) => setState({ recalls, problem: null }))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setState((before) => ({ ...before, problem: errorText(error) }))
      })
    return () => leaving.abort()
    // Read again after a change.
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  }, [client, serverReachable, asked])
  const reload = useCallback(() => setAsked((before) => before + 1), [])
  return { ...state, reload }
}
