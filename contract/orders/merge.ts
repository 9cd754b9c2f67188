/** Merging orders of one location into one of them (B240, docs/decisions/0039). */
import { z } from 'zod'
import { sameJson } from '../sync/merge.ts'
import { estimatedPrice } from '../pricing.ts'
import type { OrderItemRow } from './schema.ts'
import { Count, Id } from '../values.ts'

const MOST_ORDERS = 100

export const MergeOrders = z
  .object({
    base_order: Id,
    orders_to_merge: z
      .array(Id)
      .min(1, 'needs at least one order')
      .max(MOST_ORDERS, `takes ${MOST_ORDERS} orders at most`),
    /** Devices that still hold edits of the orders do not hold it up. */
    confirm_unsent: z.boolean().optional(),
  })
  .refine(({ base_order, orders_to_merge }) => !orders_to_merge.includes(base_order), {
    path: ['orders_to_merge'],
    message: 'must not name the base order',
  })
export type MergeOrders = z.infer<typeof MergeOrders>

/** What becomes of the lines: those that stay lines of their own, and those that go into another. */
export interface MergedLines {
  /** Lines of the merged orders that move to the base order as they are. */
  moved: OrderItemRow[]
  /** Lines that are added up, with what they then are; they move as well where they are not the base's. */
  grown: OrderItemRow[]
  /** Lines that are in a grown one. */
  gone: OrderItemRow[]
}

/** Nobody has done anything to it yet: two such lines of one product are one line of both quantities. */
const isUntouched = (item: OrderItemRow): boolean =>
  !item.picked &&
  item.scanned === null &&
  !item.out_of_stock &&
  item.unit_quantity + item.case_quantity === 0 &&
  item.final_price === '0.00' &&
  item.coupon_amount === '0.00' &&
  item.coupon_note === ''

/** What must be the same for two lines to be one. */
const SAME = [
  'product',
  'original_product',
  'bin_override',
  'taxable',
  'ignore_missing_items',
  'admin_added',
  'price_per_unit',
  'price_per_case',
  'price_snapshot',
  'lot_tracked',
] as const

const ADDED = [
  'units_ordered',
  'cases_ordered',
  'units_originally_ordered',
  'cases_originally_ordered',
] as const

/** The line of both; null where a count would be larger than a line can hold. */
function sum(a: OrderItemRow, b: OrderItemRow): OrderItemRow | null {
  const line = { ...a }
  for (const field of ADDED) line[field] += b[field]
  if (!ADDED.every((field) => Count.safeParse(line[field]).success)) return null
  return { ...line, estimated_price: estimatedPrice(line) }
}

/**
 * Adds lines up only where that loses nothing: both untouched, without pieces, and alike in all but their quantities.
 * @param base the base order's lines
 * @param others the merged orders' lines
 * @param hasPieces whether a line has pieces
 * @param mayAdd false where a device may still hold edits of the lines: then each stays one
 */
export function mergeLines(
  base: readonly OrderItemRow[],
  others: readonly OrderItemRow[],
  hasPieces: (id: string) => boolean,
  mayAdd: boolean,
): MergedLines {
  const isPlain = (item: OrderItemRow) => mayAdd && isUntouched(item) && !hasPieces(item.id)
  const open = new Map(base.filter(isPlain).map((item) => [item.id, item]))
  const moved = new Map<string, OrderItemRow>()
  const grown = new Map<string, OrderItemRow>()
  const gone: OrderItemRow[] = []
  for (const item of others) {
    const twin = isPlain(item)
      ? [...open.values()].find((one) => SAME.every((field) => sameJson(one[field], item[field])))
      : undefined
    const both = twin && sum(twin, item)
    if (both) {
      gone.push(item)
      grown.set(both.id, both)
      open.set(both.id, both)
    } else {
      moved.set(item.id, item)
      if (isPlain(item)) open.set(item.id, item)
    }
  }
  return { moved: [...moved.values()], grown: [...grown.values()], gone }
}

/** The notes of all, each once, a line each. */
export const mergedNote = (notes: readonly string[]): string =>
  [...new Set(notes.map((note) => note.trim()).filter(Boolean))].join('\n')
