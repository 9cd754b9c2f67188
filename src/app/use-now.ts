import { useEffect, useState } from 'react'

/** Ages are told in seconds at first. */
const TICK_MS = 1_000

/** The time in ms, moving on every second while it matters. */
export function useNow(moving: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!moving) return undefined
    // It stood still until now.
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [moving])
  return now
}
