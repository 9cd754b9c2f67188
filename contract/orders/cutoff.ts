/**
 * The time until which an order is in time (readings, "Making an invoice"; docs/decisions/0102). Wall clock times at
 * the distributor are compared as text, `YYYY-MM-DD HH:MM`, so the days on which clocks change need no computation.
 */
import { z } from 'zod'
import { addDays, clockIn } from '../day.ts'
import { Settings } from '../settings/settings.ts'

/** The distributor's clock and cut-off. Devices receive them with every pull. */
export const OrderingTerms = z.object({
  /** The distributor's time zone, an IANA name. */
  time_zone: z.string(),
  cutoff: Settings.shape.cutoff,
  cutoff_days: z.int().min(0),
  /** Missing in the answer of an older server. */
  clock_hours: Settings.shape.clock_hours.optional(),
})
export type OrderingTerms = z.infer<typeof OrderingTerms>

type Cutoff = Pick<OrderingTerms, 'cutoff' | 'cutoff_days'>

/** Returns the last minute in which an order for this day is in time, `YYYY-MM-DD HH:MM`. */
export const cutoffOf = (delivery: string, { cutoff, cutoff_days }: Cutoff): string =>
  `${addDays(delivery, -cutoff_days)} ${cutoff}`

/**
 * Returns whether an order is late. The minute of the cut-off itself is in time.
 * @param clock the time on the distributor's clock when it is placed, `YYYY-MM-DD HH:MM`
 */
export const isLate = (clock: string, delivery: string, terms: Cutoff): boolean =>
  clock > cutoffOf(delivery, terms)

/** Returns the same for an order that has been placed: `placed_at` is an instant. */
export const wasLate = (
  { placed_at, delivery_date }: { placed_at: string; delivery_date: string },
  terms: OrderingTerms,
): boolean => isLate(clockIn(terms.time_zone, new Date(placed_at)), delivery_date, terms)

/** Returns the first day for which an order is in time now. */
export function firstDayInTime(clock: string, terms: Cutoff): string {
  const day = addDays(clock.slice(0, 10), terms.cutoff_days)
  return isLate(clock, day, terms) ? addDays(day, 1) : day
}

const MOST_MS_EARLIER = 24 * 3_600_000

/**
 * Returns when an order was placed: when it reached the server. An order that a person confirmed on a device that
 * could not send it was placed at that time, if it is at most 24 h earlier and the server has received nothing from
 * the device since (readings, "Placed"). Instants, to the second.
 * @param silentSince when the server last received something from the device before it came back
 */
export function placedAt(confirmed: string, received: string, silentSince: string): string {
  const at = Date.parse(confirmed)
  const earlier = Date.parse(received) - at
  const counts = earlier > 0 && earlier <= MOST_MS_EARLIER && at >= Date.parse(silentSince)
  return counts ? confirmed.replace(/\.\d+Z$/, 'Z') : received
}
