/** The device's clock may be hours off; people compare the server's. */
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from './store/meta.ts'

/** A page takes its time to arrive; a clock that is less off does no harm. */
const CLOCK_OFF_MS = 10 * 60_000

/**
 * Returns the ms by which the device's clock was ahead of the server's at the last page; 0 for one that is about right.
 */
export async function aheadMs(db: LarderDatabase): Promise<number> {
  const ahead = (await readMeta<number>(db, META.ahead)) ?? 0
  return Math.abs(ahead) > CLOCK_OFF_MS ? ahead : 0
}

/**
 * Returns when an edit was made, by the server's clock (ms). The device's clock was off by `ahead` then as now, or it
 * was right. The later possible time of both counts: the edit existed at `by` (ms, the server's clock).
 */
export function madeAtMs({ created_at }: { created_at: string }, ahead: number, by: number): number {
  const made = Date.parse(created_at)
  const possible = [made, made - ahead].filter((at) => at <= by)
  return possible.length > 0 ? Math.max(...possible) : by
}
