/** A staged order on its screen: what the server has, with what was changed here laid over it until it is sent (B142–B146). */
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { CartProduct } from './cart.ts'

export interface Amounts {
  units: number
  cases: number
}
/** By upc: what a person set here and the server has not heard of yet. Nothing of either kind is a removal. */
export type Touched = ReadonlyMap<string, Amounts>

const isRemoved = ({ units, cases }: Amounts): boolean => units + cases === 0

/** B143, B144: what is shown. */
export function stagedProducts(items: readonly StagedItem[], touched: Touched): CartProduct[] {
  const amounts = new Map<string, Amounts>(
    items.map(({ upc, unit_quantity, case_quantity }) => [
      upc,
      { units: unit_quantity, cases: case_quantity },
    ]),
  )
  for (const [upc, now] of touched) amounts.set(upc, now)
  return [...amounts]
    .filter(([, now]) => !isRemoved(now))
    .map(([upc, { units, cases }]) => ({
      upc,
      unit_in_cart: units,
      case_in_cart: cases,
      added_in_cart: true,
      added_through_sub: false,
    }))
}

/** One call of the background sync. */
export type StagedCall =
  | { method: 'POST'; upc: string; amounts: Amounts }
  | { method: 'PATCH'; id: number; upc: string; amounts: Amounts }
  | { method: 'DELETE'; id: number; upc: string }

/** B145: each by its own call; what the server has already needs none. */
export function stagedCalls(items: readonly StagedItem[], touched: Touched): StagedCall[] {
  const byUpc = new Map(items.map((item) => [item.upc, item]))
  return [...touched].flatMap(([upc, amounts]): StagedCall | [] => {
    const item = byUpc.get(upc)
    if (!item) return isRemoved(amounts) ? [] : { method: 'POST', upc, amounts }
    if (isRemoved(amounts)) return { method: 'DELETE', id: item.id, upc }
    const same = item.unit_quantity === amounts.units && item.case_quantity === amounts.cases
    return same ? [] : { method: 'PATCH', id: item.id, upc, amounts }
  })
}
