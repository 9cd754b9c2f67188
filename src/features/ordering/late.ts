/** What the confirm step says of an order that comes after the cut-off (readings, "Ordering"). */
import { cents } from '#contract/money.ts'
import { cutoffOf, firstDayInTime, isLate, type OrderingTerms } from '#contract/orders/cutoff.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { showDay, showMoney } from '#src/ui/format.ts'

export interface Lateness {
  /** That the cut-off has passed, and what that costs. */
  words: string
  /** The first day for which the order would be in time. */
  nextDay: string
}

/** What there is to say of an order for this day that is confirmed now; null where it is in time. `clock` is `YYYY-MM-DD HH:MM`. */
export function latenessOf(
  clock: string,
  terms: OrderingTerms | null,
  day: string,
  location: CompanyLocation | undefined,
): Lateness | null {
  if (!terms || !isLate(clock, day, terms)) return null
  const [cutoffDay = '', time] = cutoffOf(day, terms).split(' ')
  // A device of before this release knows no fee of its locations.
  const fee = location?.late_order_fee ?? '0.00'
  const cost =
    cents(fee) > 0n ? `A late order fee of $${showMoney(fee)} is charged.` : 'No late fee is charged.'
  return {
    words: `The cut-off for ${showDay(day)} was on ${showDay(cutoffDay)} at ${time}. ${cost}`,
    nextDay: firstDayInTime(clock, terms),
  }
}
