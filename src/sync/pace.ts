/**
 * How much is asked of the line at once. A batch should take 5–8 s: less wastes round trips, more runs into time limits,
 * shows nothing for long and is lost as a whole when the line breaks. The measure is the time of a whole call, with the
 * round trip and the server's work.
 */

/** What a call should take. */
const AIM_MS = 8_000
/** A line is fast if a whole batch takes less: the round trip then dominates, and calls may overlap. */
const FAST_MS = 1_000
/** One slow or quick call says little: from one to the next the amount changes by no more. */
const MOST_CHANGE_FACTOR = 4

export interface CallPace {
  /** How much the next call should carry, in the counted unit (bytes, rows). */
  readonly amount: number
  /** Whether the line is known to be fast. */
  readonly isFast: boolean
  /** A call that carried so much took so long. */
  took(amount: number, ms: number): void
  /** A call that carried so much did not come to its end in time. */
  timedOut(amount: number): void
}

/** @param first what the first call may carry, when nothing is known of the line */
export function createPace({ first, least, most }: { first: number; least: number; most: number }): CallPace {
  let amount = first
  let isFast = false
  const within = (wanted: number) => Math.round(Math.min(most, Math.max(least, wanted)))
  return {
    get amount() {
      return amount
    },
    get isFast() {
      return isFast
    },
    took(carried, ms) {
      isFast = ms < FAST_MS
      const wanted = carried * Math.min(MOST_CHANGE_FACTOR, AIM_MS / Math.max(ms, 1))
      // A small call that was quick does not say that a large one must be smaller.
      if (wanted > amount || ms > AIM_MS) amount = within(Math.max(wanted, amount / MOST_CHANGE_FACTOR))
    },
    timedOut(carried) {
      isFast = false
      amount = within(Math.min(amount, carried / 2))
    },
  }
}
