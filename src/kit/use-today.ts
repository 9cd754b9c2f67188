/** The distributor's day and clock as a screen shows them: they go on while it is open. */
import { addDays } from '#contract/day.ts'
import type { OrderingTerms } from '#contract/orders/cutoff.ts'
import type { Engine } from '#src/sync/engine.ts'
import { distributorClock } from '#src/sync/today.ts'
import { useCallback, useSyncExternalStore } from 'react'

/** A minute is the least that a cut-off knows. */
const LOOK_EVERY_MS = 5_000

type WithStatus = Pick<Engine, 'status'>

/** What the distributor's clock shows, as far as `part` of it; drawn anew when that changes. */
function useClockPart({ status }: WithStatus, part: (clock: string) => string): string {
  const subscribe = useCallback(
    (look: () => void) => {
      const timer = setInterval(look, LOOK_EVERY_MS)
      const stop = status.subscribe(look)
      return () => {
        clearInterval(timer)
        stop()
      }
    },
    [status],
  )
  return useSyncExternalStore(subscribe, () => part(distributorClock(status.get().heard, new Date())))
}

const day = (clock: string) => clock.slice(0, 10)
const whole = (clock: string) => clock

/** The distributor's day and the one after it, for which an order is unless another is chosen (A344). */
export function useToday(engine: WithStatus): { today: string; tomorrow: string } {
  const today = useClockPart(engine, day)
  return { today, tomorrow: addDays(today, 1) }
}

/** The distributor's clock, `YYYY-MM-DD HH:MM`, and what an order is late by; no terms before they were heard. */
export function useOrderingTerms(engine: WithStatus): { clock: string; terms: OrderingTerms | null } {
  const { status } = engine
  const clock = useClockPart(engine, whole)
  const terms = useSyncExternalStore(status.subscribe, () => status.get().heard?.terms ?? null)
  return { clock, terms }
}
