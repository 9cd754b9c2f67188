/** What a person does to the rows of a pick list. */
import type { Quantities } from './substitutes.ts'
import { type CountField, firstOf, type Line, nameOf, unlockedItems } from './lines.ts'
import { isOutOfStock, itemsInStock, piecesLacking } from './state.ts'
import { countsBefore, isFilled } from './presses.ts'
import { originallyOrdered } from './overrides.ts'
import {
  actOf,
  NOTHING,
  patchTo,
  PICKING_FIELDS,
  type Act,
  type EditPair,
  type PickState,
} from '../orders/acts.ts'
import { plural } from '../format.ts'
import { pick } from '../pick.ts'
import { estimatedPrice } from '../pricing.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import type { Product } from '../products/schema.ts'
import type { NewEdit } from '../sync/new-edit.ts'

/** The state of each item before Picked, by item id, while the screen is open. */
export type PickMemory = Map<string, PickState>

const stateOf = (item: OrderItemRow): PickState => pick(item, PICKING_FIELDS)

/**
 * Readings, "Picked": picked and scanned become true and, where nothing was entered yet, the picked quantities what is
 * ordered.
 */
function pickItem(item: OrderItemRow, memory: PickMemory): EditPair | null {
  if (!item.picked) memory.set(item.id, stateOf(item))
  const isEmpty = item.unit_quantity + item.case_quantity === 0
  return patchTo(item, {
    picked: true,
    scanned: true,
    ...(isEmpty && { unit_quantity: item.units_ordered, case_quantity: item.cases_ordered }),
  })
}

/**
 * … and pressed again restores the state before it. If that is unknown, it removes quantities that only Picked can
 * have filled. Pieces that were weighed meanwhile stay counted.
 */
function unpickItem(item: OrderItemRow, memory: PickMemory, row: Line): EditPair | null {
  const before = memory.get(item.id)
  if (before) return patchTo(item, { ...before, ...countsBefore(row, item, before) })
  const hasPieces = row.pieces.some((piece) => piece.order_item === item.id)
  return patchTo(item, {
    picked: false,
    scanned: null,
    ...(isFilled(item) && !hasPieces && { unit_quantity: 0, case_quantity: 0 }),
  })
}

/** A197, A104: picks or unpicks every item of a row that is in stock and not locked. */
export function togglePicked(row: Line, memory: PickMemory): Act | null {
  const items = itemsInStock(row)
  const isOn = items.every((item) => item.picked)
  return actOf(
    `${isOn ? 'not picked' : 'picked'}: ${nameOf(row)}`,
    items.map((item) => (isOn ? unpickItem(item, memory, row) : item.picked ? null : pickItem(item, memory))),
  )
}

/** A198: all in-stock items become picked, or not picked where all of them are. */
export function toggleAllPicked(rows: readonly Line[], memory: PickMemory): Act | null {
  const all = rows.flatMap((row) => itemsInStock(row).map((item) => ({ row, item })))
  const isOn = all.every(({ item }) => item.picked)
  return actOf(
    isOn ? 'none picked' : 'all picked',
    all.map(({ row, item }) =>
      isOn ? unpickItem(item, memory, row) : item.picked ? null : pickItem(item, memory),
    ),
  )
}

/** Returns the outcome of All picked: "58 lines marked, 3 not weighed", or "58 lines no longer marked". */
export function allPickedText(rows: readonly Line[], act: Act): string {
  const bodies = new Map(act.edits.map(({ entity_id, body }) => [entity_id, body]))
  const changed = rows.filter(({ items }) => items.some(({ id }) => bodies.has(id)))
  const lines = plural(changed.length, 'line')
  if ([...bodies.values()].every((body) => body?.['picked'] === false)) return `${lines} no longer marked`
  const after = changed.map((row) => ({
    ...row,
    items: row.items.map((item) => ({ ...item, ...bodies.get(item.id) })),
  }))
  const unweighed = after.filter((row) => piecesLacking(row).weights > 0).length
  return unweighed > 0 ? `${lines} marked, ${unweighed} not weighed` : `${lines} marked`
}

/** One change of every item of a row that is not locked. */
const actOn = (row: Line, label: string, change: (item: OrderItemRow) => EditPair | null): Act | null =>
  actOf(label, unlockedItems(row).map(change))

/** Why a picker finds nothing of a product, one tap each; kept with the edit. */
export const OUT_OF_STOCK_REASONS = ['The bin is empty', 'Damaged', 'Not found'] as const

/**
 * A199: the contract clears picked and zeroes what was picked; taken back, all of it returns.
 *
 * @param reason why it is out of stock, where the picker said so: then the mark is set, and never taken off
 */
export function toggleOutOfStock(row: Line, reason: string | null = null): Act | null {
  const isOn = reason === null && isOutOfStock(row)
  return actOn(row, `${isOn ? 'in stock' : 'out of stock'}: ${nameOf(row)}`, (item) => {
    const change = patchTo(item, { out_of_stock: !isOn }, isOn ? {} : stateOf(item))
    return change && reason !== null ? { ...change, edit: { ...change.edit, reason } } : change
  })
}

/** The fields that are typed or ticked on one item; in a bulk pull `taxable` goes to every item. */
export type Editable = Partial<
  Pick<OrderItemRow, CountField | 'bin_override' | 'coupon_amount' | 'coupon_note' | 'taxable'>
>

/** @param seen the row that the person saw, where it may have changed since: then the edit clashes */
export function setFields(row: Line, wanted: Editable, seen?: Line): Act | null {
  const label = `${Object.keys(wanted).join(', ').replaceAll('_', ' ')} of ${nameOf(row)}`
  return actOn(row, label, (item) => {
    const change = patchTo(item, wanted)
    const before = seen?.items.find(({ id }) => id === item.id)
    if (!change || !before) return change
    const fields = Object.keys(wanted) as (keyof Editable)[]
    return { ...change, edit: { ...change.edit, seen: pick(before, fields) } }
  })
}

/** + and − of a card: one more or one less of a row that is of one item. */
export function step(row: Line, field: CountField, by: 1 | -1): Act | null {
  return setFields(row, { [field]: Math.max(0, firstOf(row)[field] + by) })
}

/** A202. */
export function resetQuantity(row: Line, field: CountField): Act | null {
  return actOn(row, `reset ${field.replaceAll('_', ' ')} of ${nameOf(row)}`, (item) =>
    patchTo(item, { [field]: originallyOrdered(item, field) }),
  )
}

/** Returns the fields that a substitution, or its way back, changes beside the product. */
const amountsOf = (item: OrderItemRow) => pick(item, ['units_ordered', 'cases_ordered', ...PICKING_FIELDS])

/** A203–A206: another product on the same item; the contract keeps the first one in `original_product`. */
export function substitute(
  row: Line,
  product: Pick<Product, 'upc' | 'name'>,
  chosen?: Quantities,
): Act | null {
  const wanted = chosen && { ...NOTHING, units_ordered: chosen.units, cases_ordered: chosen.cases }
  return actOn(row, `${product.name} for ${nameOf(row)}`, (item) =>
    patchTo(item, { product: product.upc, ...wanted }, amountsOf(item)),
  )
}

export interface NewItem extends Quantities {
  order: number
  product: Product
  unitsPicked?: number
  casesPicked?: number
}

/** A232, A280: the call that creates an item; null when nothing is ordered and nothing picked. */
export function addItem(
  { order, product, units, cases, ...picked }: NewItem,
  newId: () => string,
): Act | null {
  const { unitsPicked = 0, casesPicked = 0 } = picked
  if (units + cases + unitsPicked + casesPicked <= 0) return null
  const id = newId()
  const counts = {
    units_ordered: units,
    cases_ordered: cases,
    unit_quantity: unitsPicked,
    case_quantity: casesPicked,
  }
  const estimated_price = estimatedPrice({
    ...counts,
    price_per_unit: product.display_unit_price,
    price_per_case: product.display_case_price,
    coupon_amount: '0.00',
    out_of_stock: false,
    // The ordered amount is estimated by the piece: no weight is known yet.
    price_snapshot: {
      weight_type: product.weight_type,
      unit_price_per_lb: null,
      case_price_per_lb: null,
      average_unit_weight: null,
      average_case_weight: null,
    },
  })
  const edit: NewEdit = {
    entity: 'orderitems',
    entity_id: id,
    method: 'POST',
    order,
    body: {
      ...counts,
      order,
      product: product.upc,
      original_product: null,
      bin_override: null,
      coupon_amount: '0.00',
      coupon_note: '',
      estimated_price,
      out_of_stock: false,
      taxable: product.tax_default,
      picked: false,
      ignore_missing_items: false,
    },
  }
  const inverse: NewEdit = { entity: 'orderitems', entity_id: id, method: 'DELETE', order }
  return { label: `new item ${product.name}`, edits: [edit], inverse: [inverse] }
}

/** A252, A282. A deleted id is never used again, so this is asked about and not undone. */
export function deleteItems(row: Line): Act {
  return {
    label: `deletion of ${nameOf(row)}`,
    edits: unlockedItems(row).map(({ id, order }) => ({
      entity: 'orderitems',
      entity_id: id,
      method: 'DELETE',
      order,
    })),
    inverse: [],
  }
}
