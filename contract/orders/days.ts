/**
 * The days that an order may have: a typing error in the year, or a device's clock, must not put it where no person
 * looks.
 */
import { addDays } from '../day.ts'
import { refuse, type Refused } from '../sync/outcome.ts'

const FIRST_DAY = '2000-01-01'
const MOST_DAYS_AHEAD = 366
const FIELDS = ['submitted_date', 'placed_date', 'delivery_date'] as const

/**
 * Refuses a call that gives an order a day before 2000 or more than a year ahead of the distributor's day; else
 * returns null.
 */
export function farDay(body: Readonly<Record<string, unknown>>, today: string): Refused | null {
  for (const field of FIELDS) {
    const day = body[field]
    if (typeof day !== 'string' || (day >= FIRST_DAY && day <= addDays(today, MOST_DAYS_AHEAD))) continue
    const message = 'must be a day from 2000 to a year ahead'
    return refuse(400, 'invalid', `${field}: ${message}`, { [field]: message })
  }
  return null
}
