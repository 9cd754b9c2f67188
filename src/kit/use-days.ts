import { useState } from 'react'

/** A span of days, both `YYYY-MM-DD` and both included. */
interface Span {
  start: string
  end: string
}

/**
 * A span of days that is one day until a person picks others. Until then it follows that day: a device that has just been
 * signed in on hears of the distributor's day a moment after the screen is there.
 *
 * @param day the day that the screen begins with, such as the distributor's tomorrow (C400, C401)
 */
export function useDays(day: string): [days: Span, pick: (part: Partial<Span>) => void] {
  const [picked, setPicked] = useState<Span | null>(null)
  const days = picked ?? { start: day, end: day }
  return [days, (part) => setPicked({ ...days, ...part })]
}
