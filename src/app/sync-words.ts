/** What the sync pill says: a shape, a word and a count, never a colour alone. */
import type { SyncStatus } from '#src/sync/status.ts'
import { plural, showAge } from '#src/ui/format.ts'

export interface PillWords {
  /** `act`: a person must do something; nothing else is ever red. */
  shape: 'online' | 'offline' | 'act'
  word: string
  counts: string
}

/** What needs a person, most urgent first; null when nothing does. */
export function needsPerson(status: SyncStatus): string | null {
  const { storageTrouble, signInNeeded, refused, conflicts } = status
  if (storageTrouble) return 'Cannot store'
  if (refused + conflicts > 0) return `${refused + conflicts} need you`
  if (signInNeeded) return 'Sign in to send'
  return null
}

/** "214 scanned · 214 acknowledged", and what waits with the age of the oldest. */
export function pillWords(status: SyncStatus, now: number): PillWords {
  const { unsent, oldestUnsentAt, acknowledged, refused, conflicts, serverReachable } = status
  const act = needsPerson(status)
  const age = oldestUnsentAt === null ? '' : ` · ${showAge(oldestUnsentAt, now)}`
  return {
    shape: act ? 'act' : serverReachable ? 'online' : 'offline',
    word: act ?? (serverReachable ? 'Online' : 'Offline'),
    counts:
      unsent > 0
        ? `${unsent} unsent${age}`
        : `${acknowledged + refused + conflicts} scanned · ${acknowledged} acknowledged`,
  }
}

/** The whole of it as one sentence, for the panel and for a screen reader. */
export function pillSentence(status: SyncStatus, now: number): string {
  const { word, counts } = pillWords(status, now)
  const scanned = status.acknowledged + status.unsent + status.refused + status.conflicts
  return `${word}. ${counts}. ${plural(scanned, 'edit')} on this device, ${status.acknowledged} acknowledged by the server.`
}
