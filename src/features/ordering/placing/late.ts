/** The texts about the cut-off: until when an order is in time, and the cost of a later one (readings, "Ordering"). */
import { addDays } from '#contract/day.ts'
import { cents } from '#contract/money.ts'
import { cutoffOf, firstDayInTime, isLate, type OrderingTerms } from '#contract/orders/cutoff.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { dayWord, showDay, showDollars, showTimeOfDay } from '#src/ui/format.ts'

export interface Lateness {
  /** Says that the cut-off has passed, and what a late order costs. */
  words: string
  /** The first day for which the order would be in time. */
  nextDay: string
}

/**
 * Describes the lateness of an order for this day that is confirmed now; null where it is in time. `clock` is
 * `YYYY-MM-DD HH:MM`.
 */
export function latenessOf(
  clock: string,
  terms: OrderingTerms | null,
  day: string,
  location: CompanyLocation | undefined,
): Lateness | null {
  if (!terms || !isLate(clock, day, terms)) return null
  const [cutoffDay = '', time = ''] = cutoffOf(day, terms).split(' ')
  // A device from before this release has no fee for its locations.
  const fee = location?.late_order_fee ?? '0.00'
  const cost =
    cents(fee) > 0n ? `A late order fee of ${showDollars(fee)} is charged.` : 'No late fee is charged.'
  return {
    words: `The cut-off for ${showDay(day)} was on ${showDay(cutoffDay)} at ${showTimeOfDay(time, terms.clock_hours)}. ${cost}`,
    nextDay: firstDayInTime(clock, terms),
  }
}

const MINUTE_MS = 60_000
const minutesOf = (clock: string) => Date.parse(`${clock.replace(' ', 'T')}Z`) / MINUTE_MS

/** "2 h 10", "45 min". */
const showMinutes = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`

/**
 * Says until when an order for this day is in time: "Order by 18:00 for tomorrow, 2 h 10 left". Null where it is late.
 * The remaining time is calculated by the distributor's wall clock. Until the device has the terms, the text names only
 * the day.
 */
export function deadlineOf(clock: string, terms: OrderingTerms | null, day: string): string | null {
  const today = clock.slice(0, 10)
  if (!terms) return `Delivery ${dayWord(day, today)}`
  if (isLate(clock, day, terms)) return null
  const cutoff = cutoffOf(day, terms)
  const [cutoffDay = '', at = ''] = cutoff.split(' ')
  const time = showTimeOfDay(at, terms.clock_hours)
  if (cutoffDay === today)
    return `Order by ${time} for ${dayWord(day, today)}, ${showMinutes(minutesOf(cutoff) - minutesOf(clock))} left`
  return `Order by ${time} ${cutoffDay === addDays(today, 1) ? 'tomorrow' : `on ${showDay(cutoffDay)}`} for ${showDay(day)}`
}
