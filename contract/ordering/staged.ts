/** A staged order: what a location's people put together before one of them orders it (A163, B006, B098). */
import { z } from 'zod'
import { Id, Count, Upc } from '../values.ts'

/** B098. `company_location` is its id. */
export const StagedItem = z.object({
  id: z.int(),
  upc: Upc,
  company_location: z.int(),
  unit_quantity: Count,
  case_quantity: Count,
})
export type StagedItem = z.infer<typeof StagedItem>

const quantities = { unit_quantity: Count.default(0), case_quantity: Count.default(0) }

/** B229. */
export const StagedItemCreate = z.strictObject({ upc: Upc, company_location: Id, ...quantities })
export type StagedItemCreate = z.infer<typeof StagedItemCreate>

/** B230. */
export const StagedItemPatch = z.strictObject({ unit_quantity: Count, case_quantity: Count }).partial()
export type StagedItemPatch = z.infer<typeof StagedItemPatch>

/** B227. */
export const StagedClear = z.strictObject({ company_location_id: Id })
