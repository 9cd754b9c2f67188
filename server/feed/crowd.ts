/**
 * How the feed treats many devices that listen at once. A few are told of a change at once, and each reads its own
 * answer. Many are told one after the other, and those that ask at nearly the same time read the same answer.
 */

/** With no more listeners than this, each is told at once. */
const FEW_LISTENERS = 20
/** What each further listener adds to the time within which all are told. */
const SPREAD_MS_PER_LISTENER = 4
const MAX_SPREAD_MS = 5_000
const MAX_ANSWER_AGE_MS = 500

/** The time within which so many listeners are told of one change: 0 for a few, 720 ms for 200, 3.9 s for 1,000. */
export const spreadMs = (listeners: number): number =>
  Math.min(MAX_SPREAD_MS, Math.max(0, listeners - FEW_LISTENERS) * SPREAD_MS_PER_LISTENER)

/**
 * How old an answer may be that another device has read, with so many listeners; 0 for none. A notice waits as long
 * before the first device is told: what a device is told of is then in each answer that it may get.
 */
export const answerAgeMs = (listeners: number): number => Math.min(MAX_ANSWER_AGE_MS, spreadMs(listeners) / 4)
