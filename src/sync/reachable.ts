/** Whether what waits goes, as every screen says it. */
import type { SyncStatus } from './status.ts'

/** A device without a network knows at once that the server is out of reach, and need not try. */
export const isReachable = ({ online, serverReachable }: SyncStatus): boolean => online && serverReachable

/** Something answers in the server's place, or the server with none of its own answers. */
export const isUnexpected = ({ online, unexpected }: SyncStatus): boolean => online && unexpected

/** How things are between device and server, in a word. */
export const reachWord = (status: SyncStatus): string =>
  isUnexpected(status) ? 'Server trouble' : isReachable(status) ? 'Online' : 'Offline'

/** Why nothing goes, where that is not for a person to mend; null where things go. */
export function whyNot(status: SyncStatus): string | null {
  if (isUnexpected(status))
    return 'The server does not answer as expected. Go on working: everything is stored on this device and tried again by itself.'
  if (isReachable(status)) return null
  return 'The server is not in reach. Go on working: everything is stored on this device and sent by itself later.'
}
