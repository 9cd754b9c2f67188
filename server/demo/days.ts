/** Calendar days of the distributor. The demo data knows a day as its distance from today: 0, yesterday is -1. */

/** The distributor's own zone: Jersey City. */
export const ZONE = 'America/New_York'

const MS_A_DAY = 86_400_000

/** How many days lie between two `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_A_DAY)
}

/** The calendar day that it is now in a zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** A minute of a day in the distributor's zone, in words that PostgreSQL reads as an instant. */
export function instantOf(day: string, minute: number, second = 0): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(second)} ${ZONE}`
}
