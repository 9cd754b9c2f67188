/** What the sync pill says: a shape, a word and a count, never a colour alone. */
import type { SyncStatus } from '#src/sync/status.ts'
import { needYou, showAge } from '#src/ui/format.ts'

export interface PillWords {
  /** `act`: a person must do something; nothing else is ever red. */
  shape: 'online' | 'offline' | 'act'
  word: string
  counts: string
}

/** What needs a person, most urgent first; null when nothing does. */
export function needsPerson(status: SyncStatus): string | null {
  const { storageTrouble, signInNeeded, online, refused, conflicts } = status
  if (storageTrouble) return 'Cannot store'
  if (refused + conflicts > 0) return needYou(refused + conflicts)
  // Without a network nobody can sign in to the server: then there is nothing to act on.
  if (signInNeeded && online) return 'Sign in to send'
  return null
}

/** Today's edits on this device: acknowledged, waiting, and those that need a person. */
const scannedToday = (status: SyncStatus): number =>
  acknowledgedToday(status) + status.unsent + status.refused + status.conflicts

export const acknowledgedToday = ({ acknowledged }: SyncStatus): number => acknowledged.today

/** A device without a network knows at once that the server is out of reach, and need not try. */
export const isReachable = ({ online, serverReachable }: SyncStatus): boolean => online && serverReachable

/** Why nothing goes, where that is not for a person to mend; null where things go. */
export function whyNot(status: SyncStatus): string | null {
  if (status.unexpected && status.online)
    return 'The server does not answer as expected. Go on working: everything is stored on this device and tried again by itself.'
  if (isReachable(status)) return null
  return 'The server is not in reach. Go on working: everything is stored on this device and sent by itself later.'
}

/** "214 scanned · 214 acknowledged", and what waits with the age of the oldest. */
export function pillWords(status: SyncStatus, now: number): PillWords {
  const { unsent, oldestUnsentAt } = status
  const act = needsPerson(status)
  const reachable = isReachable(status)
  const age = oldestUnsentAt === null ? '' : ` · ${showAge(oldestUnsentAt, now)}`
  return {
    shape: act ? 'act' : reachable && !status.unexpected ? 'online' : 'offline',
    word: act ?? (status.unexpected && status.online ? 'Server trouble' : reachable ? 'Online' : 'Offline'),
    counts:
      unsent > 0
        ? `${unsent} unsent${age}`
        : `${scannedToday(status)} scanned · ${acknowledgedToday(status)} acknowledged`,
  }
}

/** The whole of it, for a screen reader and for whoever rests on it. */
export function pillSentence(status: SyncStatus, now: number): string {
  const { unsent, oldestUnsentAt } = status
  const oldest = oldestUnsentAt === null ? '' : `, the oldest ${showAge(oldestUnsentAt, now)} old`
  const counts = `${scannedToday(status)} scanned, ${acknowledgedToday(status)} acknowledged, ${unsent} unsent${oldest}`
  const trouble = status.unexpected && status.online ? ' The server does not answer as expected.' : ''
  return `${pillWords(status, now).word}.${trouble} ${counts}.`
}
