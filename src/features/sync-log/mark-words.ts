import { COUNTS } from '#contract/orders/acts.ts'
import type { OutboxRecord } from '#src/db/database.ts'

/** Returns the count of the edit, as one number. */
function countedBy({ adds, call }: Pick<OutboxRecord, 'adds' | 'call'>): number {
  return COUNTS.reduce((sum, field) => sum + Number(adds?.[field] ?? call.body?.[field] ?? 0), 0)
}

/**
 * A mark "out of stock" and a count that did not know of each other (readings, "Out of stock and counts"): "Ann marked Beef Ribeye out
 * of stock; you counted 2." Null for any other clash.
 */
export function markWords(
  record: Pick<OutboxRecord, 'adds' | 'call' | 'answer'>,
  product: string,
): string | null {
  const { clash = {}, by } = record.answer ?? {}
  const who = by?.who ?? 'Somebody'
  if (clash['out_of_stock']) {
    const count = countedBy(record)
    return `${who} marked ${product} out of stock; you ${count > 0 ? `counted ${count}` : 'picked it'}.`
  }
  if (record.call.body?.['out_of_stock'] !== true) return null
  const counts = COUNTS.flatMap((field) => (clash[field] ? [Number(clash[field].theirs)] : []))
  return counts.length === 0
    ? null
    : `You marked ${product} out of stock; ${who} counted ${counts.reduce((sum, count) => sum + count)}.`
}
