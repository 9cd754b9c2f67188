/** Days and money as people read them. Both travel as strings (readings, "On the wire") and stay exact here. */
import { cents, money } from '#contract/money.ts'

/** `YYYY-MM-DD`, or a timestamp that begins so, as MM/dd/yyyy; empty for nothing. */
export function showDay(day: string | null | undefined): string {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '')
  return found ? `${found[2]}/${found[3]}/${found[1]}` : ''
}

/** MM/dd/yyyy as a person types it (one digit will do) to `YYYY-MM-DD`; null when no calendar has that day. */
export function readDay(text: string): string | null {
  const found = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text)
  if (!found) return null
  const [month, day, year] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

/** A342: two decimals, with thousands apart. Empty for nothing. */
export function showMoney(amount: string | null | undefined): string {
  if (!amount) return ''
  const [whole = '', fraction] = money(cents(amount)).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** How long ago, in the largest whole unit: `40 s`, `3 min`, `2 h`, `4 d`. */
export function showAge(since: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - since) / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

/** `1 edit`, `3 edits`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `1 needs you`, `3 need you`: what waits for a person. */
export const needYou = (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} you`
