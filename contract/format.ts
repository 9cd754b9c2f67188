/** Days, money and counts as people read them, on a screen and on paper. Days and money travel as strings (readings, "On the wire") and stay exact here. */
import { addDays, clockIn } from './day.ts'
import { cents, money } from './money.ts'

/** `YYYY-MM-DD`, or a timestamp that begins so, as MM/dd/yyyy; empty for nothing. */
export function showDay(day: string | null | undefined): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '')
  return found ? `${found[2]}/${found[3]}/${found[1]}` : ''
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** A day on which something is delivered, from `YYYY-MM-DD`: `Wednesday, 11/25/2026`. */
export const showLongDay = (day: string): string =>
  `${WEEKDAY.format(new Date(`${day}T00:00:00Z`))}, ${showDay(day)}`

/** A342: two decimals, with thousands apart. Empty for nothing. */
export function showMoney(amount: string | null | undefined): string {
  if (!amount) return ''
  const [whole = '', fraction] = money(cents(amount)).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** The same with its sign: `$1,240.10`, `−$4.00`. Empty for nothing. */
export const showDollars = (amount: string | null | undefined): string => addDollarSign(showMoney(amount))

/** An amount that is written already, with its sign. A text that does not begin with an amount stays as it is. */
export const addDollarSign = (text: string): string =>
  text.replace(/^(-?)(?=\d)/, (_, minus: string) => (minus ? '−$' : '$'))

/** A time of day, `HH:MM` or `HH:MM:SS`, as the distributor writes it: `18:00`, or `6:00 PM` where the day has twelve hours twice. */
export function showTimeOfDay(time: string, hours: '12' | '24' = '24'): string {
  if (hours === '24') return time
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A day as people say it: `today`, `tomorrow`, `11/28/2026`. */
export function dayWord(day: string, today: string): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : showDay(day)
}

/** `1 edit`, `3 edits`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The first three names and how many more there are: "Oil, Salt, Rice and 4 more". */
export function firstNames(names: readonly string[]): string {
  const more = names.length - 3
  return `${names.slice(0, 3).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * `MM/dd/yyyy HH:MM` of a moment on a wall.
 * @param timeZone IANA's name; undefined for the place where this runs
 */
export function showMoment(timeZone: string | undefined, moment: Date): string {
  const clock = clockIn(timeZone, moment)
  return `${showDay(clock)} ${clock.slice(-5)}`
}
