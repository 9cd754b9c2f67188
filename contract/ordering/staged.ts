/** A staged order: what a location's people put together before one of them orders it (A163, B006, B098). */
import { z } from 'zod'
import { ORIGINAL_AMOUNTS } from '../orders/original-amounts.ts'
import { Id, Count, Upc } from '../values.ts'

/**
 * The name of a staged product: two people who stage the same one, each without a network, mean the same row
 * (docs/decisions/0113).
 */
export const stagedId = (location: number, upc: string): string => `${location}-${upc}`

const STAGED_ID = /^(\d{1,10})-(.{1,32})$/

/** Returns the location and product of a name; null where it is none. */
export function readStagedId(id: string): { location: number; upc: string } | null {
  const [, location, upc] = STAGED_ID.exec(id) ?? []
  return location !== undefined && upc !== undefined && Id.safeParse(Number(location)).success
    ? { location: Number(location), upc }
    : null
}

/**
 * B098. `id` is `stagedId`, `company_location` the location's id. A product with nothing of either kind is not staged; its
 * row stays, so that its version only grows.
 */
export const StagedItem = z.object({
  id: z.string(),
  upc: Upc,
  company_location: z.int(),
  unit_quantity: Count,
  case_quantity: Count,
  /** For a customer's own substitute: the product that it replaces, and how much of that was wanted. */
  original_product: Upc.nullable().optional(),
  units_originally_ordered: Count.nullable().optional(),
  cases_originally_ordered: Count.nullable().optional(),
  version: z.int(),
})
export type StagedItem = z.infer<typeof StagedItem>

type Quantities = Pick<StagedItem, 'unit_quantity' | 'case_quantity'>

/** B144. */
export const isStaged = ({ unit_quantity, case_quantity }: Quantities): boolean =>
  unit_quantity + case_quantity > 0

const quantities = { unit_quantity: Count.default(0), case_quantity: Count.default(0) }

/** B229. */
export const StagedItemCreate = z.strictObject({
  upc: Upc,
  company_location: Id,
  ...quantities,
  original_product: Upc.nullable().optional(),
  ...ORIGINAL_AMOUNTS,
})
export type StagedItemCreate = z.infer<typeof StagedItemCreate>

/** B230. */
export const StagedItemPatch = z.strictObject({ unit_quantity: Count, case_quantity: Count }).partial()
export type StagedItemPatch = z.infer<typeof StagedItemPatch>

/** B227; readings, "Ordering". With an order only what that order took is removed. */
export const StagedClear = z.strictObject({ company_location_id: Id, order: Id.optional() })
