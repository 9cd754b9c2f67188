/** What people read and type: days, ages and counts. Words that a server says too are in `contract/`. */
export {
  addDollarSign,
  dayWord,
  plural,
  showDay,
  showDollars,
  showLongDay,
  showMoney,
  showTimeOfDay,
} from '#contract/format.ts'

/** MM/dd/yyyy as a person types it (one digit will do) to `YYYY-MM-DD`; null when no calendar has that day. */
export function readDay(text: string): string | null {
  const found = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text)
  if (!found) return null
  const [month, day, year] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** How long ago, in the largest whole unit: `40 s`, `3 min`, `2 h`, `4 d`. */
export function showAge(since: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - since) / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** "order 7", "orders 7 and 9": the noun, and the numbers of the rows that are meant. */
export const numbered = (noun: string, numbers: readonly number[]) =>
  `${noun}${numbers.length === 1 ? '' : 's'} ${new Intl.ListFormat('en-US').format(numbers.map(String))}`

/** Returns the number of waiting edits of this device, in the words of `docs/ux.md`. */
export const sentWord = (waiting: number): string => (waiting > 0 ? `${waiting} not sent` : 'All sent')

/** `1 needs you`, `3 need you`: what waits for a person. */
export const needYou = (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} you`
