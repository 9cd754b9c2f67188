import { weightTypeOf, type Line } from './lines.ts'

/** Picked pieces of a line whose weight is not known yet. */
export function missingWeights(line: Line): number {
  if (!weightTypeOf(line).includes('w')) return 0
  const picked = line.items.reduce((sum, item) => sum + item.unit_quantity + item.case_quantity, 0)
  const weighed = line.pieces.filter((piece) => piece.weight_lbs !== null).length
  return Math.max(0, picked - weighed)
}
