import type { Days } from '#contract/day.ts'
import { useState, type ReactNode } from 'react'
import { useStayingDay } from './use-staying-day.tsx'

/**
 * A span of days that is one day until a person picks others. That day stays while the screen is open (`useStayingDay`).
 *
 * @param day the day that the screen begins with, such as the distributor's tomorrow (C400, C401)
 * @returns the days, what picks others, and a note while the screen is on a day that is over
 */
export function useDays(day: string): [days: Days, pick: (days: Days) => void, note: ReactNode] {
  const [picked, setPicked] = useState<Days | null>(null)
  const begun = useStayingDay(day)
  const days = picked ?? { start: begun.day, end: begun.day }
  return [days, setPicked, picked === null && begun.note]
}
