/**
 * Changes of a staged order (B142–B146), as a device stores them and the server runs them. Several people change it
 * at once, so a change is a command: one more and one fewer add, a typed number and a removal set, and the last set
 * wins. A clash is not asked about (readings, "Ordering"; docs/decisions/0113).
 */
import { QUANTITY } from '../orders/acts.ts'
import type { Edit } from '../orders/mutations.ts'
import { soldOnlyOtherwise } from '../orders/ways.ts'
import { can, type Person } from '../permissions.ts'
import { invalid, invalidFields, refuse, unknownRow, type Outcome, type Refused } from '../sync/outcome.ts'
import type { World } from '../sync/world.ts'
import {
  isStaged,
  readStagedId,
  stagedId,
  StagedItemCreate,
  StagedItemPatch,
  type StagedItem,
} from './staged.ts'

/** The most that a row can hold. */
const MAX_STAGED_QUANTITY = 1_000_000
const within = (count: number) => Math.min(MAX_STAGED_QUANTITY, Math.max(0, count))

export const MAY_NOT_ORDER = 'Your role may not place orders.'
/** Returns why no more of a product can be staged here; null where it can, and always on a device. */
function unstageable(world: World, before: StagedItem, after: StagedItem): Refused | null {
  if (!world.staging) return null
  const staging = world.staging(after.company_location)
  if (!staging) return invalidFields({ company_location: 'is not a location' })
  const product = staging.offered(after.upc)
  if (!product) return invalidFields({ upc: 'is not a product to order' })
  const { original_product: original } = after
  if (original != null && original !== before.original_product && !staging.mayReplace(original))
    return invalidFields({ original_product: 'is not a product' })
  for (const type of ['u', 'c'] as const) {
    const field = QUANTITY[type]
    const problem = after[field] > before[field] ? soldOnlyOtherwise(product, type) : null
    if (problem) return invalidFields({ [field]: `it ${problem}` })
  }
  return null
}

const nothingOf = (location: number, upc: string, version = 1): StagedItem => ({
  id: stagedId(location, upc),
  upc,
  company_location: location,
  unit_quantity: 0,
  case_quantity: 0,
  original_product: null,
  units_originally_ordered: null,
  cases_originally_ordered: null,
  version,
})

/** Returns what is staged of a product. A row with nothing staged replaces no other product. */
const stagedRow = (world: World, location: number, upc: string): StagedItem => {
  const row = world.staged(stagedId(location, upc))
  return row && isStaged(row) ? row : nothingOf(location, upc, row?.version)
}

/**
 * Returns the row of a substitute, with the product that it replaces. A product that is already staged stays
 * unchanged, as in a cart.
 */
function asSubstitute(
  row: StagedItem,
  { original_product, units_originally_ordered, cases_originally_ordered }: StagedItemCreate,
): StagedItem {
  if (isStaged(row) || original_product == null || original_product === row.upc) return row
  return {
    ...row,
    original_product,
    units_originally_ordered: units_originally_ordered ?? null,
    cases_originally_ordered: cases_originally_ordered ?? null,
  }
}

const applied = (status: 200 | 201, row: StagedItem): Outcome => ({
  kind: 'applied',
  status,
  row,
  changes: [{ table: 'staged', row }],
})

/** Changes a row field by field: a value in `adds` is added, a value in `set` is set, all else stays unchanged. */
function after(row: StagedItem, adds: Edit['adds'], set: StagedItemPatch): StagedItem {
  const count = (field: keyof StagedItemPatch) => {
    const by = adds?.[field]
    return within(by === undefined ? (set[field] ?? row[field]) : row[field] + by)
  }
  return { ...row, unit_quantity: count('unit_quantity'), case_quantity: count('case_quantity') }
}

/**
 * B229: stages a product. With `force_add` the quantities are added to what is staged of it; without it nothing may
 * be staged of it.
 */
export function stage(edit: Edit, world: World, person: Person): Outcome {
  if (!can(person, 'orders.place')) return refuse(403, 'forbidden', MAY_NOT_ORDER)
  const parsed = StagedItemCreate.safeParse(edit.call.body ?? {})
  if (!parsed.success) return invalid(parsed.error)
  const { company_location, upc, unit_quantity, case_quantity } = parsed.data
  const id = stagedId(company_location, upc)
  if (edit.entity_id !== id) return invalidFields({ id: 'is not that of this product and location' })
  const before = stagedRow(world, company_location, upc)
  const row = after(asSubstitute(before, parsed.data), { unit_quantity, case_quantity }, {})
  const refused = unstageable(world, before, row)
  if (refused) return refused
  if (isStaged(before) && !/[?&]force_add=true\b/i.test(edit.call.path))
    return invalidFields({ upc: 'is in the staged order already' })
  return applied(201, row)
}

/**
 * Returns the row that an edit names. A plain call must name an existing row; the row of a person's edit may have
 * been ordered meanwhile.
 */
function named(edit: Edit, world: World, person: Person): StagedItem | Refused {
  if (!can(person, 'orders.place')) return refuse(403, 'forbidden', MAY_NOT_ORDER)
  const key = readStagedId(edit.entity_id)
  // The server treats another company's location as an unknown one.
  if (!key || (world.staging && !world.staging(key.location))) return unknownRow('staged product')
  const row = world.staged(edit.entity_id)
  const isPlain = world.staging !== undefined && edit.base.version === null
  if (isPlain && !(row && isStaged(row))) return unknownRow('staged product')
  return stagedRow(world, key.location, key.upc)
}

/** B230: changes a staged product. Values in `adds` are added, all others are set. */
export function changeStaged(edit: Edit, world: World, person: Person): Outcome {
  const before = named(edit, world, person)
  if ('kind' in before) return before
  const body = StagedItemPatch.safeParse(edit.call.body ?? {})
  if (!body.success) return invalid(body.error)
  const row = after(before, edit.adds, body.data)
  const isMore = row.unit_quantity > before.unit_quantity || row.case_quantity > before.case_quantity
  const refused = isMore ? unstageable(world, before, row) : null
  return refused ?? applied(200, row)
}

/**
 * B231: removes a staged product. A person who takes the last one away (B144) sends the number in `adds`: the quantity
 * that another user has added meanwhile stays. Without `adds` all of the product is removed.
 */
export function unstage(edit: Edit, world: World, person: Person): Outcome {
  const before = named(edit, world, person)
  if ('kind' in before) return before
  const row = after(before, edit.adds, { unit_quantity: 0, case_quantity: 0 })
  return {
    kind: 'applied',
    status: 204,
    row: null,
    changes: world.staged(row.id) ? [{ table: 'staged', row }] : [],
  }
}
