import { useSyncExternalStore } from 'react'

/** Ages are shown in seconds at first. */
const TICK_MS = 1_000

/**
 * The time that the screens show. It advances by ticks: React reads it several times for one render, and must read
 * the same value.
 */
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
  // There was no tick for longer, because no screen needed one.
  if (Date.now() - shown >= 2 * TICK_MS) shown = Date.now()
  return shown
}

/** Returns the time in ms, to the second; it advances by itself while `moving`. */
export const useNow = (moving: boolean): number => useSyncExternalStore(moving ? everySecond : never, read)
