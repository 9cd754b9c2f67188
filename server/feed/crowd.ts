/**
 * How the feed treats many devices that listen at once. With few devices, the feed notifies each at once, and each
 * reads its own answer. With many, it notifies them one after the other, and those that ask at nearly the same time
 * share an answer.
 */

/** Up to this many listeners, the feed notifies each at once. */
const FEW_LISTENERS = 20
/** What each further listener adds to the time within which the feed notifies all. */
const SPREAD_MS_PER_LISTENER = 4
const MAX_SPREAD_MS = 5_000
const MAX_ANSWER_AGE_MS = 500

/**
 * Returns the time within which the feed notifies so many listeners of one change: 0 for a few, 720 ms for 200, 3.9 s
 * for 1,000.
 */
export const spreadMs = (listeners: number): number =>
  Math.min(MAX_SPREAD_MS, Math.max(0, listeners - FEW_LISTENERS) * SPREAD_MS_PER_LISTENER)

/**
 * Returns how old a shared answer may be with so many listeners; 0 for none. A notice waits as long before it goes to
 * the first device: then each answer that the device may get holds the change.
 */
export const answerAgeMs = (listeners: number): number => Math.min(MAX_ANSWER_AGE_MS, spreadMs(listeners) / 4)
