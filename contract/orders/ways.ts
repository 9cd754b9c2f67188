/**
 * Ways of selling (readings): nothing new is wanted or picked by the unit, or by the case, of what is not sold so. A line keeps what it has of a
 * way that its product lost later.
 */
import { cents } from '../money.ts'
import { invalidFields, type Refused } from '../sync/outcome.ts'
import { canOrderBy, isSoldByCase, isSoldByUnit } from '../products/prices.ts'
import type { Product } from '../products/schema.ts'
import type { UnitType } from '../values.ts'
import { ORDERED, QUANTITY } from './acts.ts'
import type { OrderItemRow } from './schema.ts'

const NOUN = { u: 'unit', c: 'case' } as const
const OTHER = { u: 'c', c: 'u' } as const

/** That a product is not sold in a way, as the end of a sentence. */
export const notSoldBy = (type: UnitType): string => `is not sold by the ${NOUN[type]}`

/** That a product is sold in the other way only, as the end of a sentence; null where it is sold in this one. */
export function soldOnlyOtherwise(product: Pick<Product, 'unit_type'>, type: UnitType): string | null {
  const isSold = type === 'u' ? isSoldByUnit(product) : isSoldByCase(product)
  return isSold ? null : `is sold by the ${NOUN[OTHER[type]]} only`
}

/** That a product has a price in the other way only (A220), as the end of a sentence; null where it has one in this way, or none at all. */
export const pricedOtherwise = (product: Product, type: UnitType): string | null =>
  !canOrderBy(product, type) && canOrderBy(product, OTHER[type]) ? `has no price by the ${NOUN[type]}` : null

type Priced = Pick<OrderItemRow, 'price_per_unit' | 'price_per_case' | 'price_snapshot'>

/** Whether a line has a price by the unit, or by the case: its product is sold so. */
function hasPrice({ price_per_unit, price_per_case, price_snapshot: by }: Priced, type: UnitType): boolean {
  const [each, perLb] =
    type === 'u' ? [price_per_unit, by.unit_price_per_lb] : [price_per_case, by.case_price_per_lb]
  return cents(each) > 0n || cents(perLb ?? '0') > 0n
}

/**
 * Whether nothing of a line may be wanted in a way. A line without any price is free, as where a discount takes all of
 * it.
 */
export const isNotSoldBy = (line: Priced, type: UnitType): boolean =>
  !hasPrice(line, type) && hasPrice(line, OTHER[type])

/**
 * The refusal of what a line would newly have in a way in which its product is not sold; null where there is nothing of it.
 * @param before the line as it was; null where it is new, or its product is another one
 */
export function notSoldSo(next: OrderItemRow, before: OrderItemRow | null): Refused | null {
  const fields = (['u', 'c'] as const).flatMap((type) => {
    const had = before !== null && before[ORDERED[type]] + before[QUANTITY[type]] > 0
    if (had || !isNotSoldBy(next, type)) return []
    return [ORDERED[type], QUANTITY[type]]
      .filter((field) => next[field] > 0)
      .map((field) => [field, `it ${notSoldBy(type)}`] as const)
  })
  return fields.length === 0 ? null : invalidFields(Object.fromEntries(fields))
}
