import type { ReadCell } from '#src/ui/cell.ts'

/**
 * Makes the time in ms for one place on a screen. It advances by ticks and stays between them: React reads it several
 * times for one render, and must read the same value.
 *
 * @param alsoOn subscribes to what makes a tick besides the timer
 */
export function tickingTime(
  everyMs: number,
  alsoOn: ReadCell<unknown>['subscribe'] = () => () => undefined,
): ReadCell<number> {
  let shown = Date.now()
  return {
    get: () => shown,
    subscribe(listener) {
      const tick = () => {
        shown = Date.now()
        listener()
      }
      const timer = setInterval(tick, everyMs)
      const stop = alsoOn(tick)
      return () => {
        clearInterval(timer)
        stop()
      }
    },
  }
}
