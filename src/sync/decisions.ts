/** What a person has to decide, counted alike by pill, panel, tile and the list of cards. */
import type { OutboxRecord } from '#src/db/database.ts'

export interface ClosedOrder {
  /** The order that is invoiced or deleted: the one that the edit's order was merged into, where it was. */
  order: number
  why: 'order_locked' | 'order_gone'
}

/** The order whose being invoiced or deleted is why the edit was refused; else null. */
export function closedOrder({ state, order, answer }: OutboxRecord): ClosedOrder | null {
  if (state !== 'refused' || order === null) return null
  const code = answer?.code
  if (code !== 'order_locked' && code !== 'order_gone') return null
  return { order: Number(answer?.fields?.['order'] ?? order), why: code }
}

/** One record for each decision, oldest first: forty refusals of one invoiced order are one thing to decide. */
export function decisionsOf(records: readonly OutboxRecord[]): OutboxRecord[] {
  const first = new Map<string, OutboxRecord>()
  for (const record of records) {
    if (record.state === 'pending') continue
    const closed = closedOrder(record)
    const key = closed ? `${closed.order} ${closed.why}` : record.mutation_id
    if (!first.has(key)) first.set(key, record)
  }
  return [...first.values()]
}
