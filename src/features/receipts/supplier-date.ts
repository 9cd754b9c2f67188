/** Days as suppliers write them: "11/25/2026", "11-25-26", "Nov 25, 2026", "25-Nov-2026", "2026-11-25", or a spreadsheet's number. */

interface SupplierDate {
  day: number
  /** 1 to 12. */
  month: number
  year: number
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
/** A year of two digits belongs to this century. */
const yearOf = (digits: string): number => Number(digits) + (digits.length === 2 ? 2_000 : 0)

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/
/** Month first, as in the United States. */
const NUMBERS = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/
const MONTH_NAMED_FIRST = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4}|\d{2})(?!\d)/i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?!\d)/i
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/i
/** Day 0 of a spreadsheet is 1899-12-30. */
const SPREADSHEET_DAY = /^\d{5}(?:\.\d+)?$/

function parts(text: string): SupplierDate | null {
  const iso = ISO.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    // No month is above 12, so a larger first number is the day.
    const [month, day] = first > 12 ? [second, first] : [first, second]
    return { year: yearOf(numbers[3]!), month, day }
  }
  const named = MONTH_NAMED_FIRST.exec(text)
  if (named) return { year: yearOf(named[3]!), month: monthOf(named[1]!), day: Number(named[2]) }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return { year: yearOf(dayFirst[3]!), month: monthOf(dayFirst[2]!), day: Number(dayFirst[1]) }
  if (!SPREADSHEET_DAY.test(text)) return null
  const date = new Date(Date.UTC(1899, 11, 30 + Math.floor(Number(text))))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/**
 * Returns the day that a text begins with; null where it begins with none, or with one that is not in the calendar. A
 * time after it is ignored.
 */
export function supplierDate(text: string): SupplierDate | null {
  const found = parts(text.trim().replace(WEEKDAY, ''))
  if (!found) return null
  const { year, month, day } = found
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? found : null
}
