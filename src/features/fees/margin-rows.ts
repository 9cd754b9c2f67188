/**
 * The fees of a product's and of a customer's screen: the rows on show, the typed values, and the calls that save them.
 */
import type { Fee, FeeKind, FeeType } from '#contract/fees/schema.ts'
import { reachesProduct } from '#contract/fees/margins.ts'
import { adjustedPrice } from '#contract/fees/prices.ts'
import { amountFieldProblem, amountText, numberOf } from './amounts.ts'
import type { RowCall } from './row-calls.ts'

/** C152: a fee on the screen, with marks that no call carries. */
export interface MarginRow {
  /** Stays the same while the screen is open. For a new row it is the key of the call that adds it. */
  key: string
  id: number | null
  /** A product has only margins; a customer's location has both. */
  kind: FeeKind
  type: FeeType
  /** As typed. */
  amount: string
  description: string
  warehouseId: number | null
  product: string | null
  company_location: number | null
  /** What the server had when the row was read; null for a new row. */
  read: Fee | null
  new: boolean
  modified: boolean
  deleted: boolean
}
type Typed = Pick<MarginRow, 'type' | 'amount' | 'description' | 'warehouseId' | 'company_location'>

type PricedProduct = Parameters<typeof reachesProduct>[1]

/** C070: 0 is product-wide, 1 per location. */
export type FeeBase = 0 | 1

/** C395. */
export const FEE_METHODS = [
  { value: 'f', label: 'Flat ($)' },
  { value: '%', label: 'Percentage' },
] as const

/** C235. */
export const INCOMPLETE = "You have a fee amount configured but can't be saved, please complete the form."

export const rowOfFee = (read: Fee): MarginRow => ({
  key: `${read.kind}/${read.id}`,
  id: read.id,
  kind: read.kind,
  type: read.type,
  amount: amountText(read.amount),
  description: read.description,
  warehouseId: read.warehouse,
  product: read.product,
  company_location: read.company_location,
  read,
  new: false,
  modified: false,
  deleted: false,
})

export const newMargin = (
  key: string,
  product: string | null,
  typed: Typed,
  kind: FeeKind = 'margin',
): MarginRow => ({
  ...typed,
  key,
  id: null,
  kind,
  product,
  read: null,
  new: true,
  modified: false,
  deleted: false,
})

/** Whether a row's margin applies to this product. A margin on another warehouse is charged to no customer. */
export const reaches = (
  { warehouseId, product }: Pick<MarginRow, 'warehouseId' | 'product'>,
  of: PricedProduct,
): boolean => reachesProduct({ warehouse: warehouseId, product }, of)

/**
 * C070, C071, C182: the rows that show under a base. A row with a product and a location shows under both. A location's
 * margin on everything (no product) shows under this product too, unless it applies to another warehouse's goods.
 */
export const shownRows = (rows: readonly MarginRow[], base: FeeBase, of: PricedProduct): MarginRow[] =>
  rows.filter((row) => {
    const { deleted, product, company_location } = row
    if (deleted) return false
    if (base === 0) return product === of.upc
    return company_location !== null && (product === of.upc || (product === null && reaches(row, of)))
  })

/** Whether the margin can be changed on the product's screen. A margin on everything that a location buys cannot. */
export const isOfProduct = ({ product }: MarginRow): boolean => product !== null

export const edited = (row: MarginRow, part: Partial<Typed>): MarginRow => ({
  ...row,
  ...part,
  modified: !row.new,
})

/** A changed row over what others have saved meanwhile. Type and amount mean nothing apart. */
export function marginOver(row: MarginRow, now: MarginRow): MarginRow {
  if (!row.read) return row
  const was = rowOfFee(row.read)
  const { type, amount, description, warehouseId, modified, deleted } = row
  return {
    ...now,
    ...((type !== was.type || amount !== was.amount) && { type, amount }),
    ...(description !== was.description && { description }),
    ...(warehouseId !== was.warehouseId && { warehouseId }),
    modified,
    deleted,
  }
}

/** C184: removes a row that was never saved. Any other row is flagged as deleted and hidden. */
export const without = (rows: readonly MarginRow[], { key }: MarginRow): MarginRow[] =>
  rows.flatMap((row) => (row.key !== key ? [row] : row.new ? [] : [{ ...row, deleted: true }]))

export const isUnsaved = ({ new: isNew, modified, deleted }: MarginRow): boolean =>
  isNew || modified || deleted

/** C230: the price with the fee; empty while the amount is not valid. */
export const adjustedOf = (fee: Pick<MarginRow, 'kind' | 'type' | 'amount'>, price: string): string =>
  amountFieldProblem(fee) === null ? adjustedPrice(fee.type, numberOf(fee.amount), price) : ''

/**
 * C183, C303, C304: one call for each row that is new, modified or deleted. The query of a new surcharge says that it
 * is a surcharge (C155).
 */
export function marginCalls(rows: readonly MarginRow[]): RowCall[] {
  return rows.filter(isUnsaved).map((row) => {
    const call = { row: row.key }
    const body = {
      type: row.type,
      amount: numberOf(row.amount),
      description: row.description.trim(),
      warehouse: row.warehouseId,
      product: row.product,
      company_location: row.company_location,
    }
    if (row.new)
      return {
        ...call,
        method: 'POST',
        path: 'margintemplates/',
        ...(row.kind !== 'margin' && { query: { kind: row.kind } }),
        body,
        idempotencyKey: row.key,
      }
    const path = `margintemplates/${row.id}`
    if (row.deleted) return { ...call, method: 'DELETE', path }
    return { ...call, method: 'PATCH', path, body, ...(row.read && { version: row.read.version }) }
  })
}

/** C232, C233: the price that a fee is added to. The switch is for products that are sold by unit and by case. */
export const originalPrice = (
  product: { unit_type: string; unit_price: string; case_price: string },
  byCase: boolean,
): string =>
  product.unit_type === 'Case' || (product.unit_type === 'Unit / Case' && byCase)
    ? product.case_price
    : product.unit_price
