/** Calendar days of the distributor. The demo data knows a day as its distance from today: 0, yesterday is -1. */

/** The distributor's own zone: Jersey City. */
export const ZONE = 'America/New_York'

const MS_A_DAY = 86_400_000

/** How many days lie between two `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_A_DAY)
}

/** A minute of a day in the distributor's zone, in words that PostgreSQL reads as an instant. */
export const instantOf = (day: string, minute: number, second = 0): string =>
  `${day} ${timeOf(minute)}:${two(second)} ${ZONE}`

/** Returns the time of the clock then, `HH:MM`. */
export const timeOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

const two = (value: number) => String(value).padStart(2, '0')
