import { addDays } from '#contract/day.ts'
import { MOST_DAYS } from '#contract/reports/reports.ts'
import { wrongField } from '../platform/problem.ts'

/** Throws 400 where the days are the wrong way round, or more than one answer holds. */
export function mustSpan(start: string, end: string): void {
  if (start > end) throw wrongField('end_date', 'must not be before the start date')
  if (end > addDays(start, MOST_DAYS - 1)) throw wrongField('end_date', `${MOST_DAYS} days at most`)
}
