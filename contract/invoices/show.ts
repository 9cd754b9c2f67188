/** An invoice's copy with the prices that the office has set over it, as the API sends it and as edit mode shows it. */
import type { CopiedItem, CopiedSurcharge } from './make.ts'
import type { InvoiceItem, InvoiceSurcharge } from './schema.ts'
import { percentOf } from '../money.ts'
import { lineTotal, surchargeTotal } from './totals.ts'

/** The prices set over an invoice's own, by the item's and the surcharge's id. A missing price means the original. */
export interface Overrides {
  items: Record<string, { unit: string | null; case: string | null }>
  surcharges: Record<string, string>
}

export const NO_OVERRIDES: Overrides = { items: {}, surcharges: {} }

export const withOverrides = (items: readonly CopiedItem[], overrides: Overrides): InvoiceItem[] =>
  items.map((item) => {
    const { unit = null, case: byCase = null } = overrides.items[item.id] ?? {}
    const isOver = unit !== null || byCase !== null
    const total = isOver
      ? lineTotal(item, { unit: unit ?? item.unit_price, case: byCase ?? item.case_price })
      : null
    return {
      ...item,
      invoice_override_unit_price: unit,
      invoice_override_case_price: byCase,
      invoice_override_total: total,
      surcharges: item.surcharges.map((surcharge) => overSurcharge(surcharge, overrides, total)),
    }
  })

/**
 * Returns a surcharge with its overrides. A percentage follows its item where that is overridden, unless it is
 * overridden itself (readings, "Making an invoice").
 */
function overSurcharge(
  surcharge: CopiedSurcharge,
  { surcharges }: Overrides,
  itemTotal: string | null,
): InvoiceSurcharge {
  const price = surcharges[surcharge.id] ?? null
  const followed =
    itemTotal !== null && surcharge.type === '%' ? percentOf(surcharge.amount, itemTotal) : null
  return {
    ...surcharge,
    invoice_override_price: price,
    invoice_override_total: price === null ? followed : surchargeTotal(surcharge.quantity, price),
  }
}
