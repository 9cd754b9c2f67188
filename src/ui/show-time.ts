/** Times as people read them: by the distributor's clock, wherever the device is (docs/decisions/0279). */
import { clockIn } from '#contract/day.ts'
import type { OrderingTerms } from '#contract/orders/cutoff.ts'
import { showDay, showTimeOfDay } from './format.ts'

type Clock = Pick<OrderingTerms, 'time_zone' | 'clock_hours'>

/** null before the server has said: by the device's own clock then. */
let clock: Clock | null = null

/** From now on times are shown by this clock. */
export const showBy = (terms: Clock | null): void => {
  clock = terms
}

const dayOf = (at: Date): string => clockIn(clock?.time_zone, at).slice(0, 10)

const timeOf = (at: Date): string =>
  showTimeOfDay(
    at.toLocaleTimeString('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...(clock && { timeZone: clock.time_zone }),
    }),
    clock?.clock_hours,
  )

/** The time of an instant: alone for today, with the day for any other. */
export function showTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return dayOf(at) === dayOf(now) ? timeOf(at) : showDayAndTime(iso)
}

/** The day of an instant, MM/dd/yyyy. */
export function showDayOf(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : showDay(dayOf(at))
}

/** A time with its day, also where that is today: for what is due. */
export function showDayAndTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return `${showDay(dayOf(at))} ${timeOf(at)}`
}
