/**
 * Reports a code after as many equal reads as its engine needs, and once for as long as it stays in the picture.
 *
 * A pure state machine, the clock comes with each read. Measured: single live reads were wrong in one video of 24,
 * two equal ones in none.
 */
import type { CodeRead } from './engine.ts'

/** Equal reads further apart than this may be of two different looks at the shelf. */
const EQUAL_WITHIN_MS = 1_000
/** A code that was out of the picture for this long is scanned again when it comes back. */
const GONE_AFTER_MS = 1_500

export interface ReadGate {
  /** What the next frame gave. `at` in ms. Returns the read that is to be reported now. */
  push(read: CodeRead | null, at: number): CodeRead | null
}

export function createReadGate({ equalReads }: { equalReads: number }): ReadGate {
  let text = ''
  let count = 0
  let seenAt = 0
  /** When each reported code was last in the picture. */
  const reported = new Map<string, number>()

  return {
    push(read, at) {
      if (!read) return null
      const goesOn = read.text === text && at - seenAt <= EQUAL_WITHIN_MS
      count = goesOn ? count + 1 : 1
      text = read.text
      seenAt = at
      for (const [code, lastAt] of reported) if (at - lastAt > GONE_AFTER_MS) reported.delete(code)
      if (reported.has(text)) {
        reported.set(text, at)
        return null
      }
      if (count < equalReads) return null
      reported.set(text, at)
      return read
    },
  }
}
