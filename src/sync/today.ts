/** What the distributor's clock shows, on a device that may not have asked for a while and whose own clock may be wrong. */
import { clockIn } from '#contract/day.ts'
import type { OrderingTerms } from '#contract/orders/cutoff.ts'

/** What the server last said of the time. */
export interface Heard {
  /** Its time then, ms. */
  at: number
  /** Ms by which the device's clock was ahead of it. */
  ahead: number
  /** The distributor's clock and cut-off; null where an older server did not say. */
  terms: OrderingTerms | null
}

/** So long a device may have been away; a clock that says more has been changed meanwhile. */
const MOST_MS_AWAY = 14 * 24 * 3_600_000

/** The server's time now: as long after what it last said as the device's clock has gone on since. */
function serverTime({ at, ahead }: Heard, now: Date): Date {
  const reckoned = now.getTime() - ahead
  return new Date(reckoned >= at && reckoned - at <= MOST_MS_AWAY ? reckoned : at)
}

/** `YYYY-MM-DD HH:MM`; by the device's own clock before the first pull. */
export const distributorClock = (heard: Heard | null, now: Date): string =>
  heard ? clockIn(heard.terms?.time_zone, serverTime(heard, now)) : clockIn(undefined, now)

/** The distributor's day, `YYYY-MM-DD`. */
export const dayNow = (heard: Heard | null, now: Date): string => distributorClock(heard, now).slice(0, 10)
