/** Runs one edit against the rows that it reads, on the device and on the server. */
import type { z } from 'zod'
import {
  createItem,
  createSubitem,
  deleteItem,
  deleteSubitem,
  patchItem,
  patchOrder,
  patchSubitem,
  type Edit,
} from '../orders/mutations.ts'
import { changeStaged, stage, unstage } from '../ordering/mutations.ts'
import { placeOrder } from '../orders/place.ts'
import type { Person } from '../permissions.ts'
import { performLink, performUnlink } from '../products/mutations.ts'
import { ENTITY_OF, keyOf } from './entities.ts'
import { ROW } from './rows.ts'
import { refuse, type RowChange, type Outcome, type Refused } from './outcome.ts'
import type { World } from './world.ts'

type Run = (edit: Edit, world: World, person: Person) => Outcome

const RUN: Record<Edit['entity'], Partial<Record<Edit['call']['method'], Run>>> = {
  orders: { POST: placeOrder, PATCH: patchOrder },
  orderitems: { POST: createItem, PATCH: patchItem, DELETE: deleteItem },
  ordersubitems: { POST: createSubitem, PATCH: patchSubitem, DELETE: deleteSubitem },
  barcodealternates: { POST: performLink, DELETE: performUnlink },
  sharedcartitems: { POST: stage, PATCH: changeStaged, DELETE: unstage },
}

/**
 * Returns the refusal of a change that would leave an unreadable row: every field that it alters must match the
 * wire's schema.
 */
function unreadable(changes: readonly RowChange[], world: World): Refused | null {
  for (const change of changes) {
    if ('gone' in change) continue
    const { table } = change
    const row = ROW[ENTITY_OF[table]]
    // Parsing a whole row is many times faster than parsing its fields, and most rows have no fault.
    if (row.safeParse(change.row).success) continue
    const before = (world.row(table, keyOf(table, change.row)) ?? {}) as Record<string, unknown>
    const after = change.row as Record<string, unknown>
    for (const [field, schema] of Object.entries(row.shape) as [string, z.ZodType][]) {
      if (after[field] === before[field] || schema.safeParse(after[field]).success) continue
      const message = 'would be more than a row can hold'
      return refuse(400, 'invalid', `${field}: ${message}`, { [field]: message })
    }
  }
  return null
}

/**
 * Returns the outcome of an edit. Every person can read back what is applied: no row is stored that the contract
 * refuses.
 */
export function perform(edit: Edit, world: World, person: Person): Outcome {
  const run = RUN[edit.entity][edit.call.method]
  if (!run)
    return refuse(400, 'invalid', `${edit.call.method} ${edit.call.path} is not a call that can be stored.`)
  const outcome = run(edit, world, person)
  return (outcome.kind === 'applied' && unreadable(outcome.changes, world)) || outcome
}
