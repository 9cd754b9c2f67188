/**
 * Until when an order is in time (readings, "Making an invoice"; docs/decisions/0102). What a wall clock shows at the
 * distributor is compared as text, `YYYY-MM-DD HH:MM`: on the days on which clocks change there is nothing to reckon.
 */
import { z } from 'zod'
import { addDays, clockIn } from '../day.ts'
import { Settings } from '../settings/settings.ts'

/** The distributor's clock and cut-off. Devices get them with every pull. */
export const OrderingTerms = z.object({
  /** The distributor's, IANA's name. */
  time_zone: z.string(),
  cutoff: Settings.shape.cutoff,
  cutoff_days: z.int().min(0),
  /** An older server does not say. */
  clock_hours: Settings.shape.clock_hours.optional(),
})
export type OrderingTerms = z.infer<typeof OrderingTerms>

type Cutoff = Pick<OrderingTerms, 'cutoff' | 'cutoff_days'>

/** The last minute in which an order for this day is in time, `YYYY-MM-DD HH:MM`. */
export const cutoffOf = (delivery: string, { cutoff, cutoff_days }: Cutoff): string =>
  `${addDays(delivery, -cutoff_days)} ${cutoff}`

/**
 * Whether an order is late. The minute of the cut-off itself is in time.
 * @param clock what the distributor's clock shows when it is placed, `YYYY-MM-DD HH:MM`
 */
export const isLate = (clock: string, delivery: string, terms: Cutoff): boolean =>
  clock > cutoffOf(delivery, terms)

/** The same of an order that has been placed: `placed_at` is an instant. */
export const wasLate = (
  { placed_at, delivery_date }: { placed_at: string; delivery_date: string },
  terms: OrderingTerms,
): boolean => isLate(clockIn(terms.time_zone, new Date(placed_at)), delivery_date, terms)

/** The first day for which an order is in time now. */
export function firstDayInTime(clock: string, terms: Cutoff): string {
  const day = addDays(clock.slice(0, 10), terms.cutoff_days)
  return isLate(clock, day, terms) ? addDays(day, 1) : day
}

const MOST_MS_EARLIER = 24 * 3_600_000

/**
 * When an order was placed: when it reached the server, or when somebody confirmed it on a device that could not send it,
 * where that is at most 24 h earlier and the server has heard nothing of the device since (readings, "Placed"). Instants, to
 * the second.
 * @param silentSince the last that the server heard of the device before it came back
 */
export function placedAt(confirmed: string, received: string, silentSince: string): string {
  const at = Date.parse(confirmed)
  const earlier = Date.parse(received) - at
  const counts = earlier > 0 && earlier <= MOST_MS_EARLIER && at >= Date.parse(silentSince)
  return counts ? confirmed.replace(/\.\d+Z$/, 'Z') : received
}
