import { useEffect, useState } from 'react'

/**
 * Returns the outcome of work that begins when the component is first drawn, once: null until it is done. An outcome
 * that comes after the component is gone is dropped. Not for the server's answers (`kit/use-server-query`) nor for rows
 * that change (`useLiveQuery`).
 *
 * @param begin never rejects: a failure is an outcome
 */
export function useOutcome<T extends object>(begin: () => Promise<T>): T | null {
  const [outcome, setOutcome] = useState<T | null>(null)
  useEffect(() => {
    let isGone = false
    void (async () => {
      const done = await begin()
      if (!isGone) setOutcome(done)
    })()
    return () => {
      isGone = true
    }
    // Once, whatever it is drawn with later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return outcome
}
