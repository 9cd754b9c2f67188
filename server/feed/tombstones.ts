/** How long it is told that a row was deleted. */
import { addDays } from '#contract/day.ts'
import type { Cursor } from './cursor.ts'

export const TOMBSTONE_DAYS = 90
/** A cursor is judged by its day alone: so many days are left between the last good one and the first tombstone that is gone. */
const SPARE_DAYS = 10

/** Whether all deletions since this cursor are still told. A device behind an older one pulls everything. */
export const hearsOfDeletions = ({ day, changed }: Cursor, today: string): boolean =>
  (changed?.day ?? day) >= addDays(today, SPARE_DAYS - TOMBSTONE_DAYS)
