import { isDone } from '#contract/orders/schema.ts'
import type { Line } from './lines.ts'
import { nameOf } from './lines.ts'
import { missingWeights } from './missing-weights.ts'

/** Why an order cannot be invoiced yet, or null (readings, "Invoice action"). */
export function invoiceBlock(lines: readonly Line[]): string | null {
  for (const line of lines) {
    const withoutLot = line.items.find(
      (item) => item.lot_tracked && isDone(item) && !item.out_of_stock && lacksLot(line, item.id),
    )
    if (withoutLot) return `${nameOf(line)} has a piece without its lot.`
    const unweighed = missingWeights(line)
    if (unweighed > 0) return `${nameOf(line)} has ${unweighed} to weigh.`
  }
  return null
}

function lacksLot(line: Line, itemId: string): boolean {
  const item = line.items.find(({ id }) => id === itemId)!
  const withLot = line.pieces.filter((piece) => piece.order_item === itemId && piece.lot_code !== null).length
  return withLot < item.unit_quantity + item.case_quantity
}
