/**
 * Applies the rule about unusual pieces (`contract/orders/doubts.ts`) again to every edit of a piece: a device may not
 * know of a recall yet, and other programs do not ask a person (docs/decisions/0016).
 */
import type pg from 'pg'
import { editedLineOf } from '#contract/orders/merged-edits.ts'
import { parseScan } from '#contract/barcode/parse.ts'
import {
  pieceWarnings,
  factsOfLabel,
  type Doubt,
  type PieceFacts,
  type Watched,
} from '#contract/orders/doubts.ts'
import type { OrderSubitemRow } from '#contract/orders/schema.ts'
import { Product } from '#contract/products/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { refuse, type Applied, type Refused } from '#contract/sync/outcome.ts'
import type { UnitType } from '#contract/values.ts'
import { queryRows } from '../platform/rows.ts'
import { WATCHED_SQL } from '../products/present.ts'
import { uuid, type LoadedWorld } from './load-world.ts'

export type WatchedProducts = ReadonlyMap<string, Watched>

/** The length of the shortest label. Shorter scans hold no date, lot or weight beside their product number. */
const SHORTEST_LABEL_CHARACTERS = 17

const labelOf = ({ call, raw_scan }: Mutation): string | null => {
  const raw = call.body?.['raw_scan'] ?? raw_scan
  return typeof raw === 'string' && raw.length >= SHORTEST_LABEL_CHARACTERS ? raw : null
}
/** Returns the kind of piece that a scan counted; null where it counted none. */
function counted({ adds }: Mutation): UnitType | null {
  if ((adds?.case_quantity ?? 0) > 0) return 'c'
  return (adds?.unit_quantity ?? 0) > 0 ? 'u' : null
}

/** Whether an edit can describe an unusual piece. */
function isWatched(m: Mutation): boolean {
  if (m.call.method === 'DELETE') return false
  if (m.entity === 'orderitems') return counted(m) !== null && labelOf(m) !== null
  const body = m.call.body ?? {}
  return m.entity === 'ordersubitems' && ('weight_lbs' in body || 'lot_code' in body || labelOf(m) !== null)
}

/** `Watched`, with the upc. */
const WatchedProduct = Product.pick({
  upc: true,
  name: true,
  unit_type: true,
  units_per_case: true,
  weight_type: true,
  average_unit_weight: true,
  average_case_weight: true,
  weight_min_lbs: true,
  weight_max_lbs: true,
  supplier_rate: true,
  recalled_lots: true,
})

/**
 * Loads the products of the pieces that the edits describe, as far as the rule needs them. Runs in the batch's
 * transaction.
 */
export async function loadWatched(
  client: pg.ClientBase,
  edits: readonly Mutation[],
): Promise<WatchedProducts> {
  const items = new Set<string>()
  const pieces = new Set<string>()
  for (const m of edits) {
    if (!isWatched(m)) continue
    const named = editedLineOf(m)
    if (uuid(named)) items.add(named)
    else if (uuid(m.entity_id)) pieces.add(m.entity_id)
  }
  if (items.size + pieces.size === 0) return new Map()
  const products = await queryRows(
    client,
    WatchedProduct,
    {
      name: 'watched',
      text: `${WATCHED_SQL} where p.upc = any(array(
             select i.product from order_items i where i.id = any($1::uuid[])
             union select i.product from merged_lines m join order_items i on i.id = m.into_id where m.id = any($1::uuid[])
             union select i.product from order_subitems s join order_items i on i.id = s.order_item_id
              where s.id = any($2::uuid[])))`,
    },
    [[...items], [...pieces]],
  )
  return new Map(products.map((product) => [product.upc, product]))
}

/**
 * Returns what is unusual about the piece of an applied edit.
 * @param dayOf returns the distributor's day at that moment, by which a lot is expired: a piece that was picked offline
 * before that day was right
 */
export function doubtsOf(
  m: Mutation,
  { row }: Applied,
  world: LoadedWorld,
  watched: WatchedProducts,
  dayOf: (madeAt: string) => string,
): Doubt[] {
  if (!isWatched(m)) return []
  const piece = m.entity === 'ordersubitems' ? (row as OrderSubitemRow) : null
  const unit = piece?.unit_type ?? counted(m)!
  const upc = world.item(piece?.order_item ?? m.entity_id)?.product
  const product = upc === undefined ? undefined : (watched.get(upc) ?? world.product(upc))
  if (!product) return []
  const facts = factsOf(m, unit, product, piece)
  return pieceWarnings(product, facts, (facts.expiry ?? facts.bestBefore) ? dayOf(m.created_at) : '')
}

/**
 * Returns the facts of a piece. Only GS1 data is proof of what a label says. The call's own fields take precedence over
 * it.
 */
function factsOf(
  m: Mutation,
  unit: UnitType,
  { supplier_rate }: Watched,
  piece: OrderSubitemRow | null,
): PieceFacts {
  const raw = labelOf(m)
  const parsed = raw === null ? null : parseScan(raw, { currentYear: Number(m.created_at.slice(0, 4)) })
  const nothing = { unit, weightLb: null, lot: null, expiry: null, bestBefore: null }
  const label = parsed?.symbology?.startsWith('gs1') ? factsOfLabel(parsed, unit, supplier_rate) : nothing
  if (!piece) return label
  const body = m.call.body ?? {}
  return {
    ...label,
    weightLb: 'weight_lbs' in body ? piece.weight_lbs : null,
    lot: 'lot_code' in body ? piece.lot_code : null,
  }
}

/** Returns the words for an edit that needs a reason. */
export const saidOf = (doubts: readonly Doubt[]): string => doubts.map(({ message }) => message).join(' ')

export const needsReason = (doubts: readonly Doubt[]): Refused =>
  refuse(422, 'needs_reason', `${saidOf(doubts)} Say why it is picked all the same, or take it back.`)
