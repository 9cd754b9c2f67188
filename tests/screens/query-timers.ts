/**
 * The timers of the query library, which forgets an unused answer after five minutes. A page that ends before that
 * takes these timers with it. Here they would hold all that the page had read until the worker ends.
 */
import { timeoutManager } from '@tanstack/react-query'

interface QueryTimers {
  /** Ends every timer that is running. */
  end(): void
}

function takeTimers(): QueryTimers {
  const running = new Set<NodeJS.Timeout>()
  const begin = (timer: NodeJS.Timeout) => {
    running.add(timer)
    return timer
  }
  const end = (timer: NodeJS.Timeout | undefined) => {
    clearTimeout(timer)
    if (timer) running.delete(timer)
  }
  timeoutManager.setTimeoutProvider<NodeJS.Timeout>({
    setTimeout(run, delay) {
      const timer = setTimeout(() => {
        running.delete(timer)
        run()
      }, delay)
      return begin(timer)
    },
    clearTimeout: end,
    setInterval: (run, delay) => begin(setInterval(run, delay)),
    clearInterval: end,
  })
  return { end: () => running.forEach(end) }
}

// The library takes timers once per process, but this module is loaded again for each file and window.
const kept = globalThis as { queryTimers?: QueryTimers }
export const queryTimers: QueryTimers = (kept.queryTimers ??= takeTimers())
