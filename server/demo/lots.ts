/**
 * Lots: what a producer makes in one go. A product's lot is in the house for four days. Lots have no table of their
 * own; a piece carries its lot's code, and the label that was scanned (`raw_scan`) when the lot expires.
 */
import { addDays } from '#contract/day.ts'
import { STORY, type DemoProduct } from './products.ts'

/** Every lot code of the demo data begins so: by this `rollDemoForward` knows whose labels it may move. */
export const LOT_PREFIX = 'HV'

/** The lots with a story: what to look for in a recall, and what must go out today. */
export const DEMO_LOTS = { expiresTomorrow: 'HVS-4471', recalled: 'HVM-7734' }

/** The days of the recalled lot, counted from today. */
const RECALLED = { from: -9, to: -5 }
const DAYS_IN_HOUSE = 4

/** A lot and the day that it expires, counted from today. */
export interface Lot {
  code: string
  expires: number
}

/** The lot of a product that a picker takes on a day, counted from today. */
export function lotOf(product: DemoProduct, day: number): Lot {
  if (product.row.name === STORY.expiring && day >= -1) return { code: DEMO_LOTS.expiresTomorrow, expires: 1 }
  if (product.row.name === STORY.recalled && day >= RECALLED.from && day <= RECALLED.to)
    return { code: DEMO_LOTS.recalled, expires: RECALLED.to + DAYS_IN_HOUSE }
  // counted from a day before all others, so that the number is positive
  const turn = Math.floor((day + 1_000) / DAYS_IN_HOUSE)
  const number = 1_000 + ((Number(product.reference) * 31 + turn * 17) % 9_000)
  const keeps = { chill: 12, frozen: 240, dry: 360 }[product.zone]
  return {
    code: `${LOT_PREFIX}${product.family.letter}-${number}`,
    expires: turn * DAYS_IN_HOUSE - 1_000 + keeps,
  }
}

/**
 * Returns the scan of a piece's label: GS1-128 with GTIN, expiry and lot, net weight in hundredths of a lb
 * where it is weighed. The lot ends the label, since its length varies.
 */
export function labelOf(
  product: DemoProduct,
  { today, lot, pounds }: { today: string; lot: Lot | null; pounds: string | null },
): string {
  const gtin = `01${product.row.upc.padStart(14, '0')}`
  const expiry = lot ? `17${addDays(today, lot.expires).slice(2).replaceAll('-', '')}` : ''
  const net = pounds ? `3202${pounds.slice(0, -1).replace('.', '').padStart(6, '0')}` : ''
  return `]C1${gtin}${expiry}${net}${lot ? `10${lot.code}` : ''}`
}
