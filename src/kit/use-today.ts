/** The distributor's day and clock as a screen shows them: they advance while it is open. */
import { addDays } from '#contract/day.ts'
import type { OrderingTerms } from '#contract/orders/cutoff.ts'
import type { Engine } from '#src/sync/engine.ts'
import { distributorClock } from '#src/sync/today.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { tickingTime } from './ticking-time.ts'

/** How often the clock is read, in ms. A cut-off is exact to the minute. */
const LOOK_EVERY_MS = 5_000

type WithStatus = Pick<Engine, 'status'>

/** Returns `part` of what the distributor's clock shows; the screen is rendered again when it changes. */
function useClockPart({ status }: WithStatus, part: (clock: string) => string): string {
  const time = useMemo(() => tickingTime(LOOK_EVERY_MS, status.subscribe), [status])
  return useSyncExternalStore(time.subscribe, () =>
    part(distributorClock(status.get().heard, new Date(time.get()))),
  )
}

const day = (clock: string) => clock.slice(0, 10)
const whole = (clock: string) => clock

/** Returns the distributor's day and the one after it, which is an order's day unless another is chosen (A344). */
export function useToday(engine: WithStatus): { today: string; tomorrow: string } {
  const today = useClockPart(engine, day)
  return { today, tomorrow: addDays(today, 1) }
}

/**
 * Returns the distributor's clock, `YYYY-MM-DD HH:MM`, and the terms by which an order is late; null before they are
 * received.
 */
export function useOrderingTerms(engine: WithStatus): { clock: string; terms: OrderingTerms | null } {
  const { status } = engine
  const clock = useClockPart(engine, whole)
  const terms = useSyncExternalStore(status.subscribe, () => status.get().heard?.terms ?? null)
  return { clock, terms }
}
