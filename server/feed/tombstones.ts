/** How long the feed reports that a row was deleted. */
import { addDays } from '#contract/day.ts'
import type { Cursor } from './cursor.ts'

export const TOMBSTONE_DAYS = 90
/**
 * A cursor is judged by its day alone. So many days are left between the last good cursor and the first expired
 * tombstone.
 */
const SPARE_DAYS = 10

/**
 * Whether the feed still has the tombstones of all deletions since this cursor. A device behind an older one pulls
 * everything.
 */
export const hearsOfDeletions = ({ day, changed }: Cursor, today: string): boolean =>
  (changed?.day ?? day) >= addDays(today, SPARE_DAYS - TOMBSTONE_DAYS)
