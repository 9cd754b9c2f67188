/** Calendar days, `YYYY-MM-DD`, as both sides reckon with them. */

/** The day some days from another; before it where `days` is less than 0. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Making one takes longer than many a call of the change feed. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: 'h23',
  })
  clocks.set(timeZone, made)
  return made
}

/**
 * Returns the time of the calendar and clock on a wall, `YYYY-MM-DD HH:MM`, to be compared as text.
 * @param timeZone IANA's name; undefined for the place where this runs
 */
export function clockIn(timeZone: string | undefined, moment: Date): string {
  const parts = clockOf(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** The calendar day in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string | undefined, moment: Date): string =>
  clockIn(timeZone, moment).slice(0, 10)

/** B268, C399: Friday adds three days, Saturday two, every other day one. */
export function nextBusinessDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 5 ? 3 : weekday === 6 ? 2 : 1)
}

/** A span of calendar days. */
export interface Days {
  /** `YYYY-MM-DD`, both included. */
  start: string
  end: string
}
