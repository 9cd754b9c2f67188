/** The text of the sync pill: a shape, a word and a count, never a colour alone. */
import { isReachable, isUnexpected, reachWord } from '#src/sync/reachable.ts'
import type { FirstPull } from '#src/sync/store/meta.ts'
import type { Rescue, SyncStatus } from '#src/sync/status.ts'
import { needYou as needYouWords, plural, sentWord, showAge } from '#src/ui/format.ts'

export interface PillWords {
  /** `act`: a person must do something; nothing else is ever red. */
  shape: 'online' | 'offline' | 'act'
  word: string
  counts: string
}

/** Returns what needs a person, most urgent first; null when nothing does. */
export function needsPerson(status: SyncStatus): string | null {
  const { storageTrouble, signInNeeded, online, needYou } = status
  if (storageTrouble) return storageTrouble.kind === 'outdated' ? 'Reload Larder' : 'Cannot store'
  if (needYou > 0) return needYouWords(needYou)
  // Without a network no person can sign in to the server: then there is nothing to act on.
  if (signInNeeded && online) return 'Sign in to send'
  return null
}

/**
 * Returns what waits, with the age of the oldest; else what was done today: "214 scanned · 214 acknowledged", for a
 * person who scans nothing "3 sent today". '' where nothing was done.
 */
export function pillWords(status: SyncStatus, now: number, scans = true): PillWords {
  const { waiting, scanned, acknowledged, oldestUnsentAt } = status
  const act = needsPerson(status)
  const age = oldestUnsentAt === null ? '' : ` · ${showAge(oldestUnsentAt, now)}`
  return {
    shape: act ? 'act' : isReachable(status) && !isUnexpected(status) ? 'online' : 'offline',
    word: act ?? reachWord(status),
    counts: waiting > 0 ? `${sentWord(waiting)}${age}` : doneWords({ scanned, acknowledged }, scans),
  }
}

function doneWords(
  { scanned, acknowledged: { today } }: Pick<SyncStatus, 'scanned' | 'acknowledged'>,
  scans: boolean,
): string {
  if (scanned === 0 && today === 0) return ''
  return scans ? `${scanned} scanned · ${today} acknowledged` : `${today} sent today`
}

/** Returns how much of a first pull has arrived, up to 99; null where the server does not say how much there is. */
export const loadedPercent = ({ rows, expected }: FirstPull): number | null =>
  expected === null || expected === 0 ? null : Math.min(99, Math.floor((rows * 100) / expected))

/** Returns "Loading 45 %", while a device reads everything for the first time. */
export const loadingWords = (pull: FirstPull): string => {
  const percent = loadedPercent(pull)
  return percent === null ? 'Loading …' : `Loading ${percent} %`
}

/** Returns the whole text, for a screen reader and for a person who hovers over the pill. */
export function pillSentence(status: SyncStatus, now: number, scans = true): string {
  const { waiting, scanned, acknowledged, oldestUnsentAt } = status
  const oldest = oldestUnsentAt === null ? '' : `, the oldest ${showAge(oldestUnsentAt, now)} old`
  const done = scans
    ? `${scanned} scanned, ${acknowledged.today} acknowledged`
    : `${acknowledged.today} sent today`
  const counts = `${done}, ${waiting} not sent${oldest}`
  const trouble = isUnexpected(status) ? ' The server does not answer as expected.' : ''
  return `${pillWords(status, now).word}.${trouble} ${counts}.`
}

/** Returns the words for what only memory holds, in place of what waits. `noun` is the word for this person's edits. */
export function inMemoryWords({ waiting, isFull }: Rescue, carts: number, noun: 'scan' | 'change'): string {
  const why = isFull ? 'This device is full' : 'The storage of this device was cleared'
  const held = [waiting > 0 && plural(waiting, noun), carts > 0 && plural(carts, 'cart')].filter(Boolean)
  if (held.length === 0) return `${why}. Everything was sent.`
  return `${why}: ${held.join(' and ')} ${waiting + carts === 1 ? 'is' : 'are'} only in memory. Keep Larder open.`
}
