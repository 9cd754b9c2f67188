/** When a device pulls all rows again after a release that changed their shape: not all devices at once. */
import { createHash } from 'node:crypto'

/** The time after the server's start within which the turn of every device comes. */
const ALL_TURNS_MS = 60_000

/**
 * Whether a device's turn has come, so many ms after the server's start. Until then it continues with the rows that it
 * has.
 */
export function isTurnOf(device: string, sinceStartMs: number): boolean {
  const share = createHash('sha256').update(device).digest().readUInt32BE() / 2 ** 32
  return sinceStartMs >= share * ALL_TURNS_MS
}
