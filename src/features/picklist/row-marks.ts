/** What a row wants seen: overridden quantities, a missing lot, and edits that have not reached the server. */
import { itemsWithoutLot } from '#contract/orders/before-invoice.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { nameOf, type CountField, type PickRow } from './pick-rows.ts'

const ORDERED = {
  units_ordered: ['units_originally_ordered', 'units_ordered'],
  unit_quantity: ['units_originally_ordered', 'units_ordered'],
  cases_ordered: ['cases_originally_ordered', 'cases_ordered'],
  case_quantity: ['cases_originally_ordered', 'cases_ordered'],
} as const satisfies Record<CountField, readonly (keyof OrderItemRow)[]>

/** What a quantity is compared with and reset to: what was ordered; of a substitute, what is wanted of it (readings, "Originally ordered"). */
export const orderedOf = (item: OrderItemRow, field: CountField): number =>
  item[ORDERED[field][item.original_product === null ? 0 : 1]]

/**
 * A201: whether a quantity differs from what was originally ordered. What is not picked yet is not an override: a
 * picked quantity counts from the moment that it is entered.
 */
export function isOverridden(item: OrderItemRow, field: CountField): boolean {
  if (item.out_of_stock) return false
  const isPickedField = field === 'unit_quantity' || field === 'case_quantity'
  if (isPickedField && !item.picked && item[field] === 0) return false
  return item[field] !== orderedOf(item, field)
}

export const lacksLot = (row: PickRow): boolean => itemsWithoutLot(row).length > 0

/** A200: `new`, `modified` and `to_delete` wait to be sent; `failed` was refused or clashes and waits for a person. */
export type Flag = 'new' | 'modified' | 'to_delete' | 'failed'

export interface Marks {
  /** By item id. */
  byItem: ReadonlyMap<string, Flag>
  /** Deletions that wait to be sent: their rows are gone from the list already. */
  deletions: number
  /** Refused and clashing edits, oldest first. */
  failed: readonly OutboxRecord[]
}

/** The flags of a pick list's items, from what waits in the outbox. A piece's edit marks its item. */
export function marksOf(records: readonly OutboxRecord[]): Marks {
  const byItem = new Map<string, Flag>()
  const failed: OutboxRecord[] = []
  let deletions = 0
  for (const record of records) {
    if (record.entity !== 'orderitems' && record.entity !== 'ordersubitems') continue
    const item = record.family.replace(/^orderitems:/, '')
    if (record.state !== 'pending') {
      failed.push(record)
      byItem.set(item, 'failed')
    } else if (byItem.get(item) !== 'failed') {
      const flag = flagOf(record)
      if (flag === 'to_delete') deletions++
      // What is new stays new whatever is changed of it before it is sent.
      if (flag !== 'modified' || byItem.get(item) !== 'new') byItem.set(item, flag)
    }
  }
  return { byItem, deletions, failed }
}

function flagOf({ entity, call }: OutboxRecord): Flag {
  if (entity === 'ordersubitems' || call.method === 'PATCH') return 'modified'
  return call.method === 'POST' ? 'new' : 'to_delete'
}

const WORST: readonly Flag[] = ['failed', 'to_delete', 'new', 'modified']

/** The flag of a row: in a bulk pull the most urgent of its items. */
export function flagOfRow(row: PickRow, { byItem }: Marks): Flag | null {
  const flags = new Set(row.items.map(({ id }) => byItem.get(id)))
  return WORST.find((flag) => flags.has(flag)) ?? null
}

/** A317: the server's words; an answer by field is listed with the item that it is about. */
export function refusalText({ answer, last_error }: OutboxRecord, name: string): string {
  const fields = Object.entries(answer?.fields ?? {})
  const words =
    fields.length > 0
      ? fields.map(([field, message]) => `${field}: ${message}`).join('\n')
      : (answer?.message ?? last_error ?? 'The server gave no reason.')
  return `${name}: ${words}`
}

/** A317: why weights or lots of a row were not taken, with the item that they are of. */
export const weightRefusal =
  (row: PickRow | undefined) =>
  (record: OutboxRecord): string =>
    refusalText(record, row ? `Order item ${nameOf(row)}` : 'Order item')
