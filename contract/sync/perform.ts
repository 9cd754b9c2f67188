/** Runs one edit against the rows that it reads. The device and the server both end here. */
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
import { placeOrder } from '../orders/place.ts'
import type { Person } from '../permissions.ts'
import { linkBarcode, unlinkBarcode } from '../products/mutations.ts'
import { refuse, type Outcome, type World } from './outcome.ts'

type Run = (edit: Edit, world: World, person: Person) => Outcome

const RUN: Record<Edit['entity'], Partial<Record<Edit['call']['method'], Run>>> = {
  orders: { POST: placeOrder, PATCH: patchOrder },
  orderitems: { POST: createItem, PATCH: patchItem, DELETE: deleteItem },
  ordersubitems: { POST: createSubitem, PATCH: patchSubitem, DELETE: deleteSubitem },
  barcodealternates: { POST: linkBarcode, DELETE: unlinkBarcode },
}

export function perform(edit: Edit, world: World, person: Person): Outcome {
  const run = RUN[edit.entity][edit.call.method]
  return run
    ? run(edit, world, person)
    : refuse(400, 'invalid', `${edit.call.method} ${edit.call.path} is not a call that can be stored.`)
}
