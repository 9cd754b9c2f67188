import { useState, type ReactNode } from 'react'
import { useStayingDay } from './use-staying-day.tsx'

/** A span of days, both `YYYY-MM-DD` and both included. */
interface Span {
  start: string
  end: string
}

/**
 * A span of days that is one day until a person picks others. That day stays while the screen is open (`useStayingDay`).
 *
 * @param day the day that the screen begins with, such as the distributor's tomorrow (C400, C401)
 * @returns the days, what picks others, and a note while the screen is on a day that is over
 */
export function useDays(day: string): [days: Span, pick: (part: Partial<Span>) => void, note: ReactNode] {
  const [picked, setPicked] = useState<Span | null>(null)
  const begun = useStayingDay(day)
  const days = picked ?? { start: begun.day, end: begun.day }
  return [days, (part) => setPicked({ ...days, ...part }), picked === null && begun.note]
}
