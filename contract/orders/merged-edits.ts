/**
 * Edits of an order that was merged into another one (docs/decisions/0136), and of a line that merging has added to
 * another one (docs/decisions/0089). A device that was offline meanwhile sends them. Counts are added to the line
 * that is left. An edit of the smaller line or of the smaller order as a whole becomes a card.
 */
import { ENTITIES } from '../sync/entities.ts'
import { MERGED, type Conflict } from '../sync/outcome.ts'
import { COUNTS } from './acts.ts'
import type { Edit } from './mutations.ts'
import type { OrderItemRow } from './schema.ts'

/** Fields of the whole line: a value for the smaller line does not hold for the larger one. */
const OF_THE_WHOLE = [
  'product',
  'original_product',
  'out_of_stock',
  'taxable',
  'ignore_missing_items',
  'units_ordered',
  'cases_ordered',
  'coupon_amount',
  'estimated_price',
  'final_price',
  'price_snapshot',
] as const

/** Returns the card of an edit that does not hold for the line that is left. */
export function mergedMeanwhile(line: OrderItemRow): Conflict {
  return {
    kind: 'conflict',
    status: 409,
    code: MERGED,
    message: `This line was added to another line of the same product when its order was merged into order ${line.order}. Look at that line and change it there.`,
    fields: {},
    deleted: true,
  }
}

/** Returns the message about an order that was merged away. `into` is the order that has its items. */
export const mergedInto = (order: number, into: number): string =>
  `Order ${order} was merged into order ${into}.`

/**
 * Returns the order that an edit names: its own, or the order that its row is within. Null for pieces, and for placing
 * an order.
 */
export function orderNamed({
  entity,
  entity_id,
  call,
}: Pick<Edit, 'entity' | 'entity_id' | 'call'>): number | null {
  const named =
    entity === 'orders' && /^\d+$/.test(entity_id)
      ? Number(entity_id)
      : ENTITIES[entity].within === 'order'
        ? call.body?.['order']
        : null
  return typeof named === 'number' ? named : null
}

/**
 * Returns the same edit for the order into which the edited one was merged: a row that was added to the old order is
 * added there. An edit of the order itself becomes a card: its day and its note may not be the other order's.
 */
export function forwardToOrder<E extends Edit>(edit: E, order: number, into: number): E | Conflict {
  if (ENTITIES[edit.entity].within === 'order')
    return { ...edit, call: { ...edit.call, body: { ...edit.call.body, order: into } } }
  return {
    kind: 'conflict',
    status: 409,
    code: MERGED,
    message: `${mergedInto(order, into)} Look at that order and change it there.`,
    fields: {},
    deleted: true,
  }
}

/** Returns the line that an edit names: its own, or the one that its new piece belongs to. */
export const editedLineOf = ({
  entity,
  entity_id,
  call,
}: Pick<Edit, 'entity' | 'entity_id' | 'call'>): string | null => {
  if (entity === 'orderitems') return entity_id
  const item = entity === 'ordersubitems' ? call.body?.['order_item'] : null
  return typeof item === 'string' ? item : null
}

/** Returns the same edit for the line that is left, or its card. */
export function forwardEdit<E extends Edit>(edit: E, line: OrderItemRow): E | Conflict {
  const body = edit.call.body ?? {}
  if (edit.entity === 'ordersubitems')
    return { ...edit, call: { ...edit.call, body: { ...body, order_item: line.id } } }
  if (edit.call.method !== 'PATCH' || OF_THE_WHOLE.some((field) => field in body))
    return mergedMeanwhile(line)
  const adds = { ...edit.adds }
  for (const field of COUNTS) {
    if (!(field in body) || adds[field] !== undefined) continue
    const before = edit.base.values[field]
    const after = body[field]
    // The former value is unknown: setting the field would erase what was picked of the other line.
    if (typeof before !== 'number' || typeof after !== 'number') return mergedMeanwhile(line)
    adds[field] = after - before
  }
  const { id: _id, order: _order, ...rest } = body
  const isComplete =
    line.unit_quantity + (adds.unit_quantity ?? 0) >= line.units_ordered &&
    line.case_quantity + (adds.case_quantity ?? 0) >= line.cases_ordered
  // That the smaller line is picked does not mean that all of the larger one is.
  const said = Object.fromEntries(
    Object.entries(rest).filter(
      ([field, value]) => isComplete || !((field === 'picked' && value === true) || field === 'scanned'),
    ),
  )
  return {
    ...edit,
    entity_id: line.id,
    adds: Object.keys(adds).length > 0 ? adds : null,
    call: { ...edit.call, body: said },
  }
}
