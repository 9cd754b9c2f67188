/** When a device takes all rows anew after a release that changed their shape: not all devices at once. */
import { createHash } from 'node:crypto'

/** Within so long after the server's start the turn of every device comes. */
const ALL_TURNS_MS = 60_000

/** Whether a device's turn has come, so many ms after the server's start. Until then it goes on with the rows that it has. */
export function isTurnOf(device: string, sinceStartMs: number): boolean {
  const share = createHash('sha256').update(device).digest().readUInt32BE() / 2 ** 32
  return sinceStartMs >= share * ALL_TURNS_MS
}
