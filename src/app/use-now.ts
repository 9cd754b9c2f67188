import { useSyncExternalStore } from 'react'

/** Ages are told in seconds at first. */
const TICK_MS = 1_000

const thisSecond = () => Math.floor(Date.now() / TICK_MS) * TICK_MS

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}
const never = () => () => undefined

/** The time in ms, to the second; it moves on by itself while it matters. */
export const useNow = (moving: boolean): number =>
  useSyncExternalStore(moving ? everySecond : never, thisSecond)
