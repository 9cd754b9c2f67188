/**
 * Unusual facts about a picked piece: a lot that is recalled or expired, a serial seen before, a weight that its
 * product does not have. Device and server apply the same rule. A person who confirms the piece gives a reason, which
 * is stored with the edit (issue "The floor", docs/decisions/0016).
 */
import type { ParsedScan } from '../barcode/parse.ts'
import { weightFromPrice } from '../barcode/measure.ts'
import { divideRounded, fromUnits, thousandths, toUnits } from '../money.ts'
import type { Product } from '../products/schema.ts'
import type { UnitType } from '../values.ts'

type DoubtKind = 'recalled' | 'expired' | 'serial' | 'weight'
export interface Doubt {
  kind: DoubtKind
  /** For the person who holds the piece. */
  message: string
}

/** The facts of a product that the rule needs. */
export type Watched = Pick<
  Product,
  | 'name'
  | 'unit_type'
  | 'units_per_case'
  | 'weight_type'
  | 'average_unit_weight'
  | 'average_case_weight'
  | 'weight_min_lbs'
  | 'weight_max_lbs'
  | 'supplier_rate'
  | 'recalled_lots'
>

/** The facts of one piece; null where one is missing. Weight in lb, days `YYYY-MM-DD`. */
export interface PieceFacts {
  unit: UnitType
  weightLb: string | null
  lot: string | null
  expiry: string | null
  bestBefore: string | null
}

/** The tolerance of a weighed piece without a range, lighter or heavier than the average, in percent. */
const TOLERANCE_PERCENT = 50n

/**
 * Returns the usual weight of one piece, thousandths of a lb; null where it is unknown. A product's range is that of
 * its unit, or of its case where it is sold by the case only. The range of a case of units is multiplied by their
 * number.
 */
function usualWeight(product: Watched, unit: UnitType): { min: bigint; max: bigint } | null {
  const { weight_min_lbs: min, weight_max_lbs: max, unit_type, units_per_case } = product
  if (min && max) {
    const pieces = unit === 'c' && unit_type !== 'Case' ? BigInt(Math.max(1, units_per_case)) : 1n
    return { min: thousandths(min) * pieces, max: thousandths(max) * pieces }
  }
  const average = unit === 'u' ? product.average_unit_weight : product.average_case_weight
  if (product.weight_type !== 'r/w' || !average) return null
  const pounds = thousandths(average)
  return {
    min: divideRounded(pounds * (100n - TOLERANCE_PERCENT), 100n),
    max: divideRounded(pounds * (100n + TOLERANCE_PERCENT), 100n),
  }
}

/** Weights are shown with two decimals (readings, "On the wire"). */
const shown = (units: bigint) => fromUnits(toUnits(fromUnits(units, 3), 2), 2)

/**
 * Returns the usual weight of one piece for the person who types one: "10.50 to 12.30 lb"; null where it is unknown.
 */
export function usualWeightText(product: Watched, unit: UnitType): string | null {
  const usual = usualWeight(product, unit)
  return usual && `${shown(usual.min)} to ${shown(usual.max)} lb`
}

/** Compares lots as people do: without surrounding spaces, in capital or small letters. */
const sameLot = (a: string, b: string): boolean => a.trim().toUpperCase() === b.trim().toUpperCase()

/**
 * Returns what is unusual about a piece, the most serious first.
 * @param today the distributor's day; a piece that expires on it may still go out
 */
export function pieceWarnings(product: Watched, piece: PieceFacts, today: string): Doubt[] {
  const doubts: Doubt[] = []
  const { lot, expiry, bestBefore, weightLb, unit } = piece
  if (lot !== null && product.recalled_lots?.some((recalled) => sameLot(recalled, lot)))
    doubts.push({ kind: 'recalled', message: `Lot ${lot.trim()} of ${product.name} is recalled.` })
  if (expiry !== null && expiry < today)
    doubts.push({ kind: 'expired', message: `${product.name} expired on ${expiry}.` })
  else if (bestBefore !== null && bestBefore < today)
    doubts.push({ kind: 'expired', message: `${product.name} was best before ${bestBefore}.` })
  const usual = weightLb === null ? null : usualWeight(product, unit)
  if (weightLb !== null && usual) {
    const pounds = thousandths(weightLb)
    if (pounds < usual.min || pounds > usual.max)
      doubts.push({
        kind: 'weight',
        message: `${shown(pounds)} lb is not usual: one ${unit === 'u' ? 'unit' : 'case'} of ${product.name} weighs ${shown(usual.min)} to ${shown(usual.max)} lb.`,
      })
  }
  return doubts
}

const GRAVEST: readonly DoubtKind[] = ['recalled', 'expired', 'serial', 'weight']
export const byGravity = (doubts: readonly Doubt[]): Doubt[] =>
  doubts.toSorted((a, b) => GRAVEST.indexOf(a.kind) - GRAVEST.indexOf(b.kind))

export const serialDoubt = (serial: string): Doubt => ({
  kind: 'serial',
  message: `Serial ${serial} was scanned before: this may be the same piece.`,
})

/**
 * Returns the facts that a label states of its piece. A price gives a weight by the supplier's rate only (readings,
 * "Barcodes").
 */
export function factsOfLabel(
  parsed: ParsedScan,
  unit: UnitType,
  supplierRate: string | null | undefined,
): PieceFacts {
  const byPrice = parsed.price !== null && supplierRate ? weightFromPrice(parsed.price, supplierRate) : null
  const { lot, expiry, bestBefore } = parsed
  return { unit, weightLb: parsed.weightLb ?? byPrice, lot, expiry, bestBefore }
}

/** The reasons that a picker may choose, one tap each. The stored text also says what was doubted. */
const REASONS: Record<DoubtKind, readonly string[]> = {
  recalled: ['Foreman cleared it', 'The recall does not cover it'],
  expired: ['Foreman allowed it', 'The customer takes it', 'The label is wrong'],
  serial: ['It is another piece', 'It came back and is picked again'],
  weight: ['Weighed again, it is right', 'An unusual piece', 'The label is wrong'],
}
export const reasonsFor = (doubts: readonly Doubt[]): readonly string[] =>
  doubts[0] ? REASONS[doubts[0].kind] : []

const CALLED: Record<DoubtKind, string> = {
  recalled: 'Recalled lot',
  expired: 'Expired',
  serial: 'Serial seen before',
  weight: 'Unusual weight',
}
/** Returns the reason as it is stored: "Recalled lot, unusual weight: Foreman cleared it". */
export const reasonText = (doubts: readonly Doubt[], reason: string): string => {
  const what = doubts.map(({ kind }) => CALLED[kind]).join(', ')
  return `${what.charAt(0)}${what.slice(1).toLowerCase()}: ${reason}`
}

/** The reasons for another try where only the server has doubts (a recall that the device had not received). */
export const RETRY_REASONS: readonly string[] = [
  'Foreman allowed it',
  'Checked again, it is right',
  'The label is wrong',
]

/** The reason of an undo: it restores a value that was already confirmed once. */
export const UNDO_REASON = 'Undone: back to what was stored before.'
