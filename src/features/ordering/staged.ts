/** A staged order on its screen, and what a person does to it as an edit (B142–B146; docs/decisions/0113). */
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
} from './cart.ts'

type Amounts = Pick<StagedItem, 'unit_quantity' | 'case_quantity'>

const FIELD = { u: 'unit_quantity', c: 'case_quantity' } as const
const NOTHING: Amounts = { unit_quantity: 0, case_quantity: 0 }

/** B144: what is shown. */
export const stagedProducts = (rows: readonly StagedItem[]): CartProduct[] =>
  rows.filter(isStaged).map((row) => ({
    upc: row.upc,
    unit_in_cart: row.unit_quantity,
    case_in_cart: row.case_quantity,
    added_in_cart: true,
    ...fromOriginal(row.original_product, row),
  }))

/** B229: so many of a product more, whatever is staged of it already. */
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
 * What a press or a typed number is, on the row as it is in that moment; null where it changes nothing. One more and one
 * fewer are added, so that two people's both count; a typed number is set, and leaves the product's other unit to whoever
 * changes that. B144: where nothing is left it is a removal.
 * @param original what a substitute that is not staged yet is in place of
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

/** B143: all of it goes, however many somebody else has added. */
export const removalEdit = (location: number, upc: string): NewEdit => ({
  entity: 'sharedcartitems',
  entity_id: stagedId(location, upc),
  method: 'DELETE',
})
