import { addDays } from '#contract/day.ts'
import type { Engine } from '#src/sync/engine.ts'
import { dayNow } from '#src/sync/today.ts'
import { useState, useSyncExternalStore } from 'react'

/** The distributor's day and the one after it, for which an order is unless another is chosen (A344). */
export function useToday({ status }: Engine): { today: string; tomorrow: string } {
  const { today: heard } = useSyncExternalStore(status.subscribe, status.get)
  const [opened] = useState(() => new Date())
  const today = dayNow(heard, opened)
  return { today, tomorrow: addDays(today, 1) }
}
