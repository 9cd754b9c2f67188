/** Which delivery days the orders list shows (docs/decisions/0083). */
import { addDays, type Days } from '#contract/day.ts'
import { ROLE } from '#contract/permissions.ts'

export const ORDER_DAYS = ['today', 'tomorrow', 'week', 'all'] as const
export type OrderDays = (typeof ORDER_DAYS)[number]

/** The chosen days, by `today`; null for all days. A week begins on Monday. */
export function daysOf(choice: OrderDays, today: string): Days | null {
  if (choice === 'all') return null
  if (choice === 'week') {
    const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    const monday = addDays(today, -sinceMonday)
    return { start: monday, end: addDays(monday, 6) }
  }
  const day = choice === 'today' ? today : addDays(today, 1)
  return { start: day, end: day }
}

/** The first choice of a person: today for a picker, all days for anybody else. */
export const firstDays = ({ role_id }: { role_id: number }): OrderDays =>
  role_id === ROLE.picker ? 'today' : 'all'
