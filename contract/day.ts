/** Calendar days, `YYYY-MM-DD`, as both sides reckon with them. */

/** The day some days from another; before it where `days` is less than 0. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The calendar day of a clock where it stands: a device's own, never UTC's. */
export function localDay(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** B268, C399: Friday adds three days, Saturday two, every other day one. */
export function nextBusinessDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 5 ? 3 : weekday === 6 ? 2 : 1)
}
