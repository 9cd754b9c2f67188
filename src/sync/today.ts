/** Which day it is for the distributor, on a device that may not have asked for a while. */
import { localDay } from '#contract/day.ts'

/** So many days a device may have been away; a clock that says more is wrong. */
const MOST_DAYS_AWAY = 14

/**
 * The day that the server said last, or the device's own where that is later by some days: it was away so long.
 * @param heard `YYYY-MM-DD`; null before the first pull
 */
export function dayNow(heard: string | null, now: Date): string {
  const own = localDay(now)
  if (heard === null) return own
  const days = (Date.parse(own) - Date.parse(heard)) / 86_400_000
  return days > 0 && days <= MOST_DAYS_AWAY ? own : heard
}
