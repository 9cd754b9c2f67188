import { tickingTime } from '#src/kit/ticking-time.ts'
import { useMemo, useSyncExternalStore } from 'react'

/** Ages are shown in seconds at first. */
const TICK_MS = 1_000

const never = () => () => undefined

/** Returns the time in ms, to the second; it advances by itself while `moving`, and otherwise means nothing. */
export function useNow(moving: boolean): number {
  // Made again when it begins to move: it may have been still for hours.
  const time = useMemo(() => (moving ? tickingTime(TICK_MS) : null), [moving])
  return useSyncExternalStore(time?.subscribe ?? never, () => time?.get() ?? 0)
}
