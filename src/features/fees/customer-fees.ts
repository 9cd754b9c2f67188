/** A customer's fees screen without its fields: its two modes, and what is missing in the form. */
import type { FeeKind, FeeType } from '#contract/fees/schema.ts'
import type { Customer } from '#contract/people/customer.ts'
import type { Product } from '#contract/products/schema.ts'
import { amountFieldProblem } from './amounts.ts'
import { rowOfFee, type MarginRow } from './margin-rows.ts'

/** C080. */
export const MODES = ['Location Wide', 'Per Product'] as const
export type Mode = (typeof MODES)[number]

/** C153. */
export const CUSTOMER_FEE_TYPES: readonly { value: FeeKind; label: string }[] = [
  { value: 'margin', label: 'Margin' },
  { value: 'surcharge', label: 'Surcharge' },
]

/** A product that a person has chosen for a fee: its name and its price (C232, C233). */
export type FeeProduct = Pick<Product, 'upc' | 'name' | 'unit_type' | 'unit_price' | 'case_price'>

/** The values of the form that adds a fee. */
export interface NewFee {
  kind: FeeKind
  type: FeeType | ''
  amount: string
  description: string
  warehouseId: number | null
  product: FeeProduct | null
}
export const EMPTY_FEE: NewFee = {
  kind: 'margin',
  type: '',
  amount: '',
  description: '',
  warehouseId: null,
  product: null,
}

/** C234: returns what keeps the fee from being added, in words; null where it can be added. */
export function missingOfFee(fee: NewFee, mode: Mode): string | null {
  if (fee.type === '') return 'Choose a type.'
  if (amountFieldProblem({ ...fee, type: fee.type }) !== null) return 'Type an amount such as 12.50.'
  if (mode === 'Location Wide') return fee.warehouseId === null ? 'Choose a warehouse.' : null
  return fee.product === null ? 'Choose a product.' : null
}

/** C235. */
export const isNoted = (fee: NewFee, mode: Mode): boolean =>
  fee.amount.trim() !== '' && missingOfFee(fee, mode) !== null

/** C080: the rows of a mode, without the deleted ones (C182). */
export const feeRowsOf = (rows: readonly MarginRow[], mode: Mode): MarginRow[] =>
  rows.filter(({ deleted, product }) => !deleted && (product === null) === (mode === 'Location Wide'))

/** C160: the margins and surcharges of a location, in its order. */
export const rowsOfLocation = ({ margins, surcharges }: Customer): MarginRow[] => [
  ...margins.map(rowOfFee),
  ...surcharges.map(rowOfFee),
]
