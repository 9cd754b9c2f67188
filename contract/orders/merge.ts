/** Merging orders of one location into one of them (B240, docs/decisions/0039). */
import { z } from 'zod'
import { cents, money } from '../money.ts'
import { sameJson } from '../sync/merge.ts'
import { estimatedPrice, finalPrice, isPricedByHand } from '../pricing.ts'
import type { OrderItemRow, OrderSubitemRow } from './schema.ts'
import { Count, Id, Money, type UnitType } from '../values.ts'

const MOST_ORDERS = 100
/** The longest coupon note (A281). */
const MOST_COUPON_NOTE_CHARACTERS = 2_000

export const MergeOrders = z
  .object({
    base_order: Id,
    orders_to_merge: z
      .array(Id)
      .min(1, 'needs at least one order')
      .max(MOST_ORDERS, `takes ${MOST_ORDERS} orders at most`),
    /** Merges although devices still hold edits of the orders. */
    confirm_unsent: z.boolean().optional(),
  })
  .refine(({ base_order, orders_to_merge }) => !orders_to_merge.includes(base_order), {
    path: ['orders_to_merge'],
    message: 'must not name the base order',
  })
export type MergeOrders = z.infer<typeof MergeOrders>

/** The result for the lines: those that stay separate, and those that are added to another. */
export interface MergedLines {
  /** Lines of the merged orders that move to the base order unchanged. */
  moved: OrderItemRow[]
  /** Lines to which others were added, with their new values; they also move where they are not the base's. */
  grown: OrderItemRow[]
  /** Lines that are gone, each with the line that contains it now. Their pieces belong to that line. */
  into: Map<string, string>
}

/** The fields that must be equal for two lines to become one; all other fields are added up or joined. */
const SAME = [
  'product',
  'original_product',
  'taxable',
  'hand_taxable',
  'original_terms',
  'out_of_stock',
  'price_per_unit',
  'price_per_case',
  'price_snapshot',
] as const

const ADDED = [
  'units_ordered',
  'cases_ordered',
  'units_originally_ordered',
  'cases_originally_ordered',
  'unit_quantity',
  'case_quantity',
] as const

type Pieces = readonly OrderSubitemRow[]

/**
 * Returns whether a line can be added up. A price that a person has set, and pieces beyond what was picked, would be
 * lost in a sum: such a line stays unchanged.
 */
function isSummable(item: OrderItemRow, pieces: Pieces): boolean {
  const count = (type: UnitType) => pieces.filter(({ unit_type }) => unit_type === type).length
  return (
    !isPricedByHand(item, pieces) &&
    item.hand_rates !== true &&
    count('u') <= item.unit_quantity &&
    count('c') <= item.case_quantity
  )
}

/**
 * Returns the sum of both lines; null where it would be more than a line can hold, be in two bins, or cost anything
 * else than the two: a coupon may be worth more than its own line.
 */
function sum(a: OrderItemRow, b: OrderItemRow, pieces: Pieces): OrderItemRow | null {
  if (a.bin_override && b.bin_override && a.bin_override !== b.bin_override) return null
  const picked = a.picked && b.picked
  const line: OrderItemRow = {
    ...a,
    bin_override: a.bin_override ?? b.bin_override,
    picked,
    scanned: a.scanned === b.scanned ? a.scanned : picked || null,
    // A missing item is reported again rather than silently left out. A line is traced if either is.
    ignore_missing_items: a.ignore_missing_items && b.ignore_missing_items,
    admin_added: a.admin_added && b.admin_added,
    lot_tracked: a.lot_tracked || b.lot_tracked,
    coupon_amount: money(cents(a.coupon_amount) + cents(b.coupon_amount)),
    coupon_note: joined([a.coupon_note, b.coupon_note], '; '),
  }
  for (const field of ADDED) line[field] += b[field]
  line.estimated_price = estimatedPrice(line)
  line.final_price = finalPrice(line, pieces)
  const fits =
    ADDED.every((field) => Count.safeParse(line[field]).success) &&
    [line.coupon_amount, line.estimated_price, line.final_price].every(
      (amount) => Money.safeParse(amount).success,
    ) &&
    line.coupon_note.length <= MOST_COUPON_NOTE_CHARACTERS &&
    cents(line.final_price) === cents(a.final_price) + cents(b.final_price)
  return fits ? line : null
}

/**
 * Adds up lines of one product with the same price, substitution, tax and stock, picked or not. A line
 * that differs stays separate. The base order's own lines stay separate, as they were.
 * @param base the base order's lines
 * @param others the merged orders' lines
 * @param piecesOf a line's pieces
 */
export function mergeLines(
  base: readonly OrderItemRow[],
  others: readonly OrderItemRow[],
  piecesOf: (id: string) => Pieces,
): MergedLines {
  const pieces = new Map([...base, ...others].map(({ id }) => [id, piecesOf(id)]))
  const summable = (item: OrderItemRow) => isSummable(item, pieces.get(item.id)!)
  /** Lines that others can still be added to, by product, because many orders have many lines. */
  const open = new Map<string, Map<string, OrderItemRow>>()
  const openTo = (item: OrderItemRow) => {
    const ofProduct = open.get(item.product) ?? new Map<string, OrderItemRow>()
    open.set(item.product, ofProduct.set(item.id, item))
  }
  base.filter(summable).forEach(openTo)
  const moved = new Map<string, OrderItemRow>()
  const grown = new Map<string, OrderItemRow>()
  const into = new Map<string, string>()
  for (const item of others) {
    const own = pieces.get(item.id)!
    const both = (summable(item) ? [...(open.get(item.product)?.values() ?? [])] : [])
      .filter((twin) => SAME.every((field) => sameJson(twin[field], item[field])))
      .map((twin) => sum(twin, item, [...pieces.get(twin.id)!, ...own]))
      .find((line) => line !== null)
    if (both) {
      into.set(item.id, both.id)
      grown.set(both.id, both)
      openTo(both)
      pieces.set(both.id, [...pieces.get(both.id)!, ...own])
    } else {
      moved.set(item.id, item)
      if (summable(item)) openTo(item)
    }
  }
  return { moved: [...moved.values()], grown: [...grown.values()], into }
}

/** Returns the notes of all orders, each once, one per line. */
export const mergedNote = (notes: readonly string[]): string => joined(notes, '\n')

function joined(notes: readonly string[], between: string): string {
  return [...new Set(notes.map((note) => note.trim()).filter(Boolean))].join(between)
}
