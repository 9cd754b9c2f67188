const clockOf = (at: Date): string =>
  at.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** A time as people read it: the clock for today, with the day for any other. */
export function showTime(iso: string, now = new Date()): string {
  const at = new Date(iso)
  return at.toDateString() === now.toDateString() ? clockOf(at) : showDayAndTime(iso)
}

/** A time with its day, also where that is today: for what is due. */
export function showDayAndTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return `${at.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })} ${clockOf(at)}`
}
