/**
 * What the keys of a scan tell that its text does not: whether a suffix ended it, and how long it took to type.
 * A pure state machine; the screen gives it every key before the wedge listener sees it.
 */

import { WEDGE_LONG_SILENCE_MS } from '#src/device/wedge.ts'

export type ScanEnd = 'enter' | 'tab' | 'nothing'

export interface KeyLog {
  key(key: string, at: number): void
  /** What the last burst ended with, and its time from the first to the last key in ms. */
  last(): { end: ScanEnd; ms: number }
}

export function createKeyLog(): KeyLog {
  let firstAt = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let end: ScanEnd = 'nothing'

  return {
    key(key, at) {
      if (key.length > 1 && key !== 'Enter' && key !== 'Tab') return
      const goesOn = at - lastAt <= WEDGE_LONG_SILENCE_MS && end === 'nothing'
      if (!goesOn) firstAt = at
      lastAt = at
      end = key === 'Enter' ? 'enter' : key === 'Tab' ? 'tab' : 'nothing'
    },
    last: () => ({ end, ms: Math.max(0, lastAt - firstAt) }),
  }
}
