/** The device's clock may be hours off; the server's is what people compare. */
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from './store/meta.ts'

/** A page takes its time; a clock that is less off does no harm. */
const CLOCK_OFF_MS = 10 * 60_000

/** Ms by which the device's clock was ahead of the server's when it last brought something; 0 for one that is about right. */
export async function aheadMs(db: LarderDatabase): Promise<number> {
  const ahead = (await readMeta<number>(db, META.ahead)) ?? 0
  return Math.abs(ahead) > CLOCK_OFF_MS ? ahead : 0
}

/**
 * When an edit was made, by the server's clock (ms). The device's clock stood then as it does now, `ahead`, or was right:
 * the later of both that is possible, for the edit was there `by` then (ms, the server's clock).
 */
export function madeAtMs({ created_at }: { created_at: string }, ahead: number, by: number): number {
  const made = Date.parse(created_at)
  const possible = [made, made - ahead].filter((at) => at <= by)
  return possible.length > 0 ? Math.max(...possible) : by
}
