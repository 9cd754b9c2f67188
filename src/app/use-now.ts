import { useSyncExternalStore } from 'react'

/** Ages are told in seconds at first. */
const TICK_MS = 1_000

/** What the screens show. It moves on by ticks: React reads it several times for one drawing, and must read the same. */
let shown = Date.now()

function everySecond(tick: () => void): () => void {
  const timer = setInterval(() => {
    shown = Date.now()
    tick()
  }, TICK_MS)
  return () => clearInterval(timer)
}
const never = () => () => undefined

function read(): number {
  // No tick for longer: nobody needed one.
  if (Date.now() - shown >= 2 * TICK_MS) shown = Date.now()
  return shown
}

/** The time in ms, to the second; it moves on by itself while it matters. */
export const useNow = (moving: boolean): number => useSyncExternalStore(moving ? everySecond : never, read)
