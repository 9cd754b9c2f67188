/**
 * Joins two edits of one row before either is sent. Only patches of plain values, and the commands of a staged product,
 * are joined; a scan never is (architecture, "What an outbox record is").
 */
import { COUNTS } from '#contract/orders/acts.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { OutboxRecord } from '#src/db/database.ts'

type Edit = Pick<Mutation, 'entity' | 'adds' | 'raw_scan' | 'reason' | 'retry_of' | 'act' | 'call'>
type Unstored = Omit<OutboxRecord, 'seq'>

/** Whether an edit is a patch of plain values. */
const isPlainPatch = ({ adds, raw_scan, reason, retry_of, act, call }: Edit): boolean =>
  call.method === 'PATCH' && !adds && raw_scan === null && reason === null && !retry_of && act === null

/** Whether an edit may be joined with the one before it at all: if not, that one need not be read. */
export const mayJoin = ({ entity, method, adds, raw_scan, reason }: NewEdit): boolean =>
  entity === 'sharedcartitems' ? method !== 'POST' : method === 'PATCH' && !adds && !raw_scan && !reason

/** Returns both as one, under the key of the first; null where they must stay two. */
export function joined(older: OutboxRecord, newer: Unstored): OutboxRecord | null {
  if (older.entity === 'sharedcartitems')
    return older.retry_of || newer.retry_of ? null : counted(older, newer)
  return isPlainPatch(older) && isPlainPatch(newer) ? patched(older, newer) : null
}

/** Setting one of these changes other fields as well, so it is done before the later edit, and not with it. */
const REACHING = ['out_of_stock', 'product', 'original_product', 'price_snapshot', 'final_price']

function patched(older: OutboxRecord, newer: Unstored): OutboxRecord | null {
  if (REACHING.some((field) => field in (older.call.body ?? {}))) return null
  return {
    ...older,
    call: { ...older.call, body: { ...older.call.body, ...newer.call.body } },
    // The oldest base: what the person saw before the first of the joined edits.
    base: { version: older.base.version, values: { ...newer.base.values, ...older.base.values } },
    reads: [...older.reads, ...newer.reads],
  }
}

/**
 * B146: three presses are one call with their sum. Its body holds what the person saw at the end. A field that one of
 * them has set is set, else it is added to. A newly staged product stays an addition. The last press decides whether it
 * is a change or, where nothing is left, a removal (B144).
 */
function counted(older: OutboxRecord, { call, adds }: Unstored): OutboxRecord | null {
  if (older.call.method === 'DELETE') return null
  if (older.call.method === 'POST') {
    const body: Record<string, unknown> = { ...older.call.body }
    for (const field of COUNTS) {
      const by = adds?.[field]
      const sum = Number(body[field] ?? 0) + (by ?? 0)
      // Something is set, or taken from what was there before: that is not an addition.
      if (by === undefined || sum < 0) return null
      body[field] = sum
    }
    return { ...older, call: { ...older.call, body } }
  }
  const sums: NonNullable<Mutation['adds']> = {}
  for (const field of COUNTS) {
    const [first, then] = [older.adds?.[field], adds?.[field]]
    if (first !== undefined && then !== undefined) sums[field] = first + then
  }
  return { ...older, call, adds: Object.keys(sums).length > 0 ? sums : null }
}
