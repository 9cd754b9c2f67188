/** A staged order on its screen, and a person's changes to it as edits (B142–B146; docs/decisions/0113). */
import { isStaged, stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import {
  addOne,
  fromOriginal,
  removeOne,
  type CartProduct,
  type CartUnit,
  type AmountChange,
  type InPlaceOf,
} from '../cart/index.ts'

type Amounts = Pick<StagedItem, 'unit_quantity' | 'case_quantity'>

const FIELD = { u: 'unit_quantity', c: 'case_quantity' } as const
const NOTHING: Amounts = { unit_quantity: 0, case_quantity: 0 }

/** B144: the products on show. */
export const stagedProducts = (rows: readonly StagedItem[]): CartProduct[] =>
  rows.filter(isStaged).map((row) => ({
    upc: row.upc,
    unit_in_cart: row.unit_quantity,
    case_in_cart: row.case_quantity,
    added_in_cart: true,
    ...fromOriginal(row.original_product, row),
  }))

/** B229: adds a quantity of a product to what is staged of it already. */
export const stagingEdit = (
  location: number,
  upc: string,
  amounts: Amounts & Partial<InPlaceOf>,
): NewEdit => ({
  entity: 'sharedcartitems',
  entity_id: stagedId(location, upc),
  method: 'POST',
  body: { upc, company_location: location, ...amounts },
})

/**
 * Returns the edit for a press or a typed number on the current row; null where it changes nothing. A press adds or
 * subtracts one, so that the presses of two people both count. A typed number is set, and does not touch the product's
 * other unit. B144: where nothing is left, the edit is a removal.
 * @param original what a substitute that is not staged yet replaces
 */
export function changeEdit(
  location: number,
  upc: string,
  row: StagedItem | undefined,
  unit: CartUnit,
  how: AmountChange,
  original: InPlaceOf | null = null,
): NewEdit | null {
  const field = FIELD[unit]
  const before: Amounts = row ?? NOTHING
  const by = how(before[field]) - before[field]
  if (by === 0) return null
  const after: Amounts = {
    unit_quantity: before.unit_quantity,
    case_quantity: before.case_quantity,
    [field]: before[field] + by,
  }
  if (!row || (original && !isStaged(row))) return stagingEdit(location, upc, { ...after, ...original })
  const isStep = how === addOne || how === removeOne
  const adds: NewEdit['adds'] = { unit_quantity: 0, case_quantity: 0, [field]: by }
  if (!isStep) delete adds[field]
  const edit = { entity: 'sharedcartitems', entity_id: row.id, adds } as const
  return isStaged(after) ? { ...edit, method: 'PATCH', body: { ...after } } : { ...edit, method: 'DELETE' }
}

/** B143: removes the whole line, also what other users have added. */
export const removalEdit = (location: number, upc: string): NewEdit => ({
  entity: 'sharedcartitems',
  entity_id: stagedId(location, upc),
  method: 'DELETE',
})
