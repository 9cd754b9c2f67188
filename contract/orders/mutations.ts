/**
 * What can be done to an order without a network: one pure function per edit. The device runs it when the person
 * acts, the server when the edit arrives. The server wraps it with its own rows, its own clock and the deduplication.
 */
import { can, type Person } from '../permissions.ts'
import { pick } from '../pick.ts'
import { cents } from '../money.ts'
import { estimatedPrice, finalPrice } from '../pricing.ts'
import { isWeight } from '../products/prices.ts'
import { merge } from '../sync/merge.ts'
import { PLAIN_CALL_DEVICE, type Mutation } from '../sync/mutation.ts'
import {
  deletedMeanwhile,
  invalid,
  invalidFields,
  orderLocked,
  refuse,
  refuseFields,
  unknownRow,
  type Outcome,
  type Refused,
} from '../sync/outcome.ts'
import type { World } from '../sync/world.ts'
import type { Product } from '../products/schema.ts'
import { COUNTS, NOTHING_PICKED, ORDERED, QUANTITY } from './acts.ts'
import { ItemCreate, ItemPatch, OrderPatch, SubitemCreate, SubitemPatch } from './edit-bodies.ts'
import { handPriceOf, NO_HAND_PRICE } from './hand-price.ts'
import { isTaxed, pricesOf } from './line-terms.ts'
import { meetsMark } from './out-of-stock.ts'
import { firstProductOf, withProduct } from './substitutions.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from './schema.ts'
import { isNotSoldBy, notSoldBy, notSoldSo } from './ways.ts'
import { Money, type UnitType } from '../values.ts'

/** An edit whose row id is decided: the device's id, or the one that the server made for a plain call. */
export type Edit = Pick<
  Mutation,
  'mutation_id' | 'entity' | 'entity_id' | 'call' | 'base' | 'adds' | 'created_at'
> &
  Partial<Pick<Mutation, 'device_id'>>

const orderGone = (id: number): Refused => refuse(404, 'order_gone', `There is no order ${id}.`)

/** Returns the order that an edit needs open. A missing or locked order is a refusal that names it. */
function openOrder(world: World, id: number): OrderRow | Outcome {
  const order = world.order(id)
  if (!order) return orderGone(id)
  return order.invoiced ? orderLocked(id) : order
}
const isOutcome = (value: object): value is Outcome => 'kind' in value

export function patchOrder(edit: Edit, world: World, person: Person): Outcome {
  const order = world.order(Number(edit.entity_id))
  if (!order)
    return world.wasDeleted('orders', edit.entity_id) ? deletedMeanwhile('order') : unknownRow('order')
  if (!can(person, 'orders.edit')) return refuse(403, 'forbidden', 'Only staff may edit an order.')
  const body = OrderPatch.safeParse(edit.call.body ?? {})
  if (!body.success) return invalid(body.error)
  const { picker } = body.data
  if (picker !== undefined && !can(person, 'orders.assign'))
    return refuseFields(403, 'forbidden', { picker: 'only the office may assign an order' })
  if (order.invoiced) return orderLocked(order.id)
  if (picker != null && world.isPicker?.(picker) === false)
    return invalidFields({ picker: `${picker} is not a person who picks orders` })
  const merged = merge({ ...order, picker: order.picker ?? null }, body.data, edit.base.values)
  if ('kind' in merged) return merged
  const row: OrderRow = { ...order, ...merged.set }
  return { kind: 'applied', status: 200, row, changes: [{ table: 'orders', row }] }
}

/** Computes a line's prices after a change of quantities, weights, coupon or product. */
export function repriced(item: OrderItemRow, subitems: Parameters<typeof finalPrice>[1]): OrderItemRow {
  return { ...item, estimated_price: estimatedPrice(item), final_price: finalPrice(item, subitems) }
}

/** Returns whether an order's location pays tax, as far as the world knows. */
const isTaxedAt = ({ company_location }: OrderRow, world: World): boolean =>
  world.isTaxExempt?.(company_location.id) !== true

/** Adds what a scan counted to the present count, which never falls below zero. */
function counted(item: OrderItemRow, adds: Edit['adds']): Partial<OrderItemRow> {
  const result: Partial<OrderItemRow> = {}
  for (const field of COUNTS) {
    const by = adds?.[field]
    if (by !== undefined) result[field] = Math.max(0, item[field] + by)
  }
  return result
}

const PRICE_FIELDS = ['final_price', 'estimated_price', 'price_snapshot'] as const
/**
 * The fields that only people who may price items set (readings, "Prices"). A picker changes what is picked, where it
 * is, how much is ordered, and the product by a substitution. Only the substitution writes the original product.
 */
const OFFICE_FIELDS = ['taxable', 'coupon_amount', 'coupon_note', 'admin_added', 'original_product'] as const

/** Returns the refusal of fields that this person may not change; null where none of them is changed. */
function notTheirs(changed: Partial<OrderItemRow>, person: Person): Refused | null {
  if (can(person, 'items.price')) return null
  const fields = OFFICE_FIELDS.filter((field) => field in changed)
  if (fields.length === 0) return null
  const message = 'only the office may change this'
  return refuseFields(403, 'forbidden', Object.fromEntries(fields.map((field) => [field, message])))
}

/** Readings: a coupon is between 0 and the line's estimated price when it is entered. */
function couponProblem({ coupon_amount, estimated_price }: OrderItemRow): Refused | null {
  // `perform` refuses an unreadable price.
  if (!Money.safeParse(estimated_price).success) return null
  const coupon = cents(coupon_amount)
  if (coupon >= 0n && coupon <= cents(estimated_price)) return null
  const message = `must be between 0 and the line's price, ${estimated_price}`
  return invalidFields({ coupon_amount: message })
}

/** Treats a weight of zero as not weighed: a scale without a reading prints a label of zero. */
const weighed = (weight: string | null): string | null => (isWeight(weight) ? weight : null)

const noProduct = (upc: string): Refused =>
  refuse(400, 'invalid', `product: there is no product ${upc}`, { product: 'is not a product' })

/** Returns whether a line may name a product as its original: one that is ordered here, or one that exists. */
function isOriginal(upc: string, lines: readonly OrderItemRow[], order: OrderRow, world: World): boolean {
  const isOrdered = lines.some((line) => line.product === upc || line.original_product === upc)
  return isOrdered || world.product(upc, order.company_location.id) !== undefined
}
const noOriginal = (): Refused => invalidFields({ original_product: 'is not a product' })

/**
 * Refuses a product that is no longer sold. A line that has it keeps it, and can return to it; no line newly gets it
 * (decision 0229).
 */
function notSold({ name }: Product): Refused {
  const message = `${name} is not sold any more`
  return invalidFields({ product: message })
}

export function patchItem(edit: Edit, world: World, person: Person): Outcome {
  const item = world.item(edit.entity_id)
  if (!item)
    return world.wasDeleted('orderitems', edit.entity_id) ? deletedMeanwhile('item') : unknownRow('item')
  if (!can(person, 'orders.pick')) return refuse(403, 'forbidden', 'Only staff may pick an order.')
  const parsed = ItemPatch.safeParse(edit.call.body ?? {})
  if (!parsed.success) return invalid(parsed.error)
  const order = openOrder(world, item.order)
  if (isOutcome(order)) return order
  const { id, order: orderId, ...patch } = parsed.data
  if (id !== undefined && id !== item.id) return invalidFields({ id: 'cannot change' })
  if (orderId !== undefined && orderId !== item.order) return invalidFields({ order: 'cannot change' })
  const mayPrice = can(person, 'items.price')
  if (!mayPrice) for (const field of PRICE_FIELDS) delete patch[field]
  const added = counted(item, edit.adds)
  for (const field of Object.keys(added) as (keyof typeof added)[]) delete patch[field as keyof typeof patch]
  const merged = merge(item, patch, edit.base.values)
  if ('kind' in merged) return merged
  const refused = notTheirs(merged.set, person)
  if (refused) return refused
  let row: OrderItemRow = { ...item, ...merged.set, ...added }
  if (row.original_product !== null && !isOriginal(row.original_product, [item], order, world))
    return noOriginal()
  if (row.product !== item.product) {
    const product = world.product(row.product, world.order(item.order)?.company_location.id)
    if (!product) return noProduct(row.product)
    if (!product.active && row.product !== firstProductOf(item)) return notSold(product)
    const terms = {
      ...pricesOf(product),
      taxable: isTaxed(product, isTaxedAt(order, world)),
      lot_tracked: world.isLotTracked?.(row.product, order.company_location.id) ?? row.lot_tracked,
    }
    row = withProduct(item, row, terms, new Set(Object.keys(patch)))
  } else if ('taxable' in merged.set) row = { ...row, hand_taxable: true }
  const met = meetsMark(item, row, edit)
  if (met) return met
  if (row.out_of_stock && !item.out_of_stock) row = { ...row, ...NOTHING_PICKED }
  else {
    const typed = { body: mayPrice ? patch : {}, base: edit.base.values }
    row = { ...row, ...handPriceOf(item, row, typed, world.subitemsOf(item.id)) }
  }
  const unsold = notSoldSo(row, row.product === item.product ? item : null)
  if (unsold) return unsold
  row = repriced(row, world.subitemsOf(item.id))
  const wrongCoupon = 'coupon_amount' in merged.set ? couponProblem(row) : null
  if (wrongCoupon) return wrongCoupon
  return { kind: 'applied', status: 200, row, changes: [{ table: 'items', row }] }
}

export function createItem(edit: Edit, world: World, person: Person): Outcome {
  const parsed = ItemCreate.safeParse(edit.call.body ?? {})
  // Another company's order is treated as unknown, also for people who may not add to their own.
  if (parsed.success && !world.order(parsed.data.order)) return orderGone(parsed.data.order)
  if (!can(person, 'orders.pick')) return refuse(403, 'forbidden', 'Only staff may add an item to an order.')
  if (!parsed.success) return invalid(parsed.error)
  const body = parsed.data
  const order = openOrder(world, body.order)
  if (isOutcome(order)) return order
  const siblings = world.itemsOf(body.order)
  // The line that was ordered, and its substitutes so far: a substitute may have a substitute of its own.
  const replaced = siblings.filter(
    (i) => i.product === body.original_product || i.original_product === body.original_product,
  )
  if (!can(person, 'items.add')) {
    // Readings, "Swap": role 14 creates an item only as the acceptable substitute of an item of the same order.
    const allowed =
      body.original_product != null &&
      replaced.some((i) =>
        world.product(i.product)?.acceptable_substitutions.some(({ upc }) => upc === body.product),
      )
    if (!allowed)
      return refuse(403, 'forbidden', 'A picker may add an item only as a substitute for one of the order.')
    // The substitution itself names the original product, so that field is not checked here.
    const { original_product: _original, ...said } = body
    const refused = notTheirs(said, person)
    if (refused) return refused
  }
  const product = world.product(body.product, order.company_location.id)
  if (!product) return noProduct(body.product)
  if (body.original_product != null && !isOriginal(body.original_product, siblings, order, world))
    return noOriginal()
  if (world.item(edit.entity_id)) return invalidFields({ id: 'is taken' })
  const units = body.units_ordered ?? 0
  const cases = body.cases_ordered ?? 0
  const isSubstitute = body.original_product != null && body.original_product !== body.product
  const isTaxedHere = isTaxed(product, isTaxedAt(order, world))
  const row = repriced(
    {
      id: edit.entity_id,
      order: body.order,
      product: body.product,
      original_product: body.original_product ?? null,
      units_ordered: units,
      cases_ordered: cases,
      unit_quantity: body.unit_quantity ?? 0,
      case_quantity: body.case_quantity ?? 0,
      // The originally ordered amounts stay with the line on which they were ordered.
      units_originally_ordered: isSubstitute ? 0 : units,
      cases_originally_ordered: isSubstitute ? 0 : cases,
      bin_override: body.bin_override ?? null,
      picked: body.picked ?? false,
      scanned: body.scanned ?? null,
      out_of_stock: body.out_of_stock ?? false,
      ...(body.out_of_stock && NOTHING_PICKED),
      taxable: body.taxable ?? isTaxedHere,
      hand_taxable: body.taxable !== undefined && body.taxable !== isTaxedHere,
      original_terms: null,
      ignore_missing_items: body.ignore_missing_items ?? false,
      admin_added: body.admin_added ?? body.original_product == null,
      coupon_amount: body.coupon_amount ?? '0.00',
      coupon_note: body.coupon_note ?? '',
      estimated_price: '0.00',
      final_price: '0.00',
      ...pricesOf(product),
      ...NO_HAND_PRICE,
      lot_tracked:
        world.isLotTracked?.(body.product, order.company_location.id) ??
        (replaced[0] ?? siblings[0])?.lot_tracked ??
        false,
      version: 0,
    },
    [],
  )
  const wrong = notSoldSo(row, null) ?? couponProblem(row)
  if (wrong) return wrong
  return { kind: 'applied', status: 201, row, changes: [{ table: 'items', row }] }
}

export function deleteItem(edit: Edit, world: World, person: Person): Outcome {
  const item = world.item(edit.entity_id)
  if (!item)
    return world.wasDeleted('orderitems', edit.entity_id)
      ? { kind: 'applied', status: 204, row: null, changes: [] }
      : unknownRow('item')
  if (!can(person, 'items.delete')) return refuse(403, 'forbidden', 'Your role may not delete items.')
  const order = openOrder(world, item.order)
  if (isOutcome(order)) return order
  const changed = merge(edit.base.values, held(item, edit), {})
  if (!('kind' in changed) && Object.keys(changed.set).length > 0)
    return changedMeanwhile('item', edit.base.values, changed.set)
  const pieces = world.subitemsOf(item.id).map((s) => ({ table: 'subitems' as const, gone: s.id }))
  return {
    kind: 'applied',
    status: 204,
    row: null,
    changes: [...pieces, { table: 'items', gone: item.id }],
  }
}

/** Returns the row's present values of the fields on which a deletion was based. */
const held = (row: OrderItemRow | OrderSubitemRow, { base }: Edit): Record<string, unknown> =>
  pick<Record<string, unknown>, string>({ ...row }, Object.keys(base.values))

/** Returns a clash: deleting what another user has changed since must not lose the change. */
function changedMeanwhile(
  what: string,
  base: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Outcome {
  const fields = Object.fromEntries(
    Object.entries(theirs).map(([field, value]) => [
      field,
      { mine: undefined, theirs: value, base: base[field] },
    ]),
  )
  return {
    kind: 'conflict',
    status: 409,
    code: 'conflict',
    message: `Somebody else changed this ${what} meanwhile.`,
    fields,
    deleted: false,
  }
}

export function createSubitem(edit: Edit, world: World, person: Person): Outcome {
  const parsed = SubitemCreate.safeParse(edit.call.body ?? {})
  const item = parsed.data && world.item(parsed.data.order_item)
  if (!can(person, 'orders.pick')) {
    // As with an item: another company's is treated as unknown.
    if (parsed.success && !item) return unknownRow('item')
    return refuse(403, 'forbidden', 'Only staff may record weights and lots.')
  }
  if (!parsed.success) return invalid(parsed.error)
  const body = parsed.data
  if (!item)
    return world.wasDeleted('orderitems', body.order_item)
      ? deletedMeanwhile('item')
      : invalidFields({ order_item: 'there is no such item' })
  const order = openOrder(world, item.order)
  if (isOutcome(order)) return order
  if (world.subitem(edit.entity_id)) return invalidFields({ id: 'is taken' })
  const { unit_type } = body
  if (item[ORDERED[unit_type]] + item[QUANTITY[unit_type]] === 0 && isNotSoldBy(item, unit_type)) {
    return invalidFields({ unit_type: `the item ${notSoldBy(unit_type)}` })
  }
  const row: OrderSubitemRow = {
    id: edit.entity_id,
    order_item: item.id,
    order: item.order,
    unit_type,
    weight_lbs: weighed(body.weight_lbs ?? null),
    lot_code: body.lot_code ?? null,
    weight_kg: weighed(body.weight_kg ?? null),
    serial: body.serial ?? null,
    raw_scan: body.raw_scan ?? null,
    version: 0,
  }
  const pieces = [...world.subitemsOf(item.id), row]
  const priced = repriced(countedWith(edit, item, pieces), pieces)
  return {
    kind: 'applied',
    status: 201,
    row,
    changes: [{ table: 'subitems', row }, ...itemChange(item, priced)],
  }
}

export function patchSubitem(edit: Edit, world: World, person: Person): Outcome {
  const subitem = world.subitem(edit.entity_id)
  if (!subitem)
    return world.wasDeleted('ordersubitems', edit.entity_id) ? deletedMeanwhile('piece') : unknownRow('piece')
  if (!can(person, 'orders.pick')) return refuse(403, 'forbidden', 'Only staff may record weights and lots.')
  const parsed = SubitemPatch.safeParse(edit.call.body ?? {})
  if (!parsed.success) return invalid(parsed.error)
  const { order_item, ...patch } = parsed.data
  if (patch.weight_lbs != null) patch.weight_lbs = weighed(patch.weight_lbs)
  if (patch.weight_kg != null) patch.weight_kg = weighed(patch.weight_kg)
  if (order_item !== undefined && order_item !== subitem.order_item)
    return invalidFields({ order_item: 'cannot change' })
  const order = openOrder(world, subitem.order)
  if (isOutcome(order)) return order
  const merged = merge(subitem, patch, edit.base.values)
  if ('kind' in merged) return merged
  const row: OrderSubitemRow = { ...subitem, ...merged.set }
  const item = world.item(subitem.order_item)
  const others = world.subitemsOf(subitem.order_item).map((s) => (s.id === row.id ? row : s))
  return {
    kind: 'applied',
    status: 200,
    row,
    changes: [
      { table: 'subitems', row },
      ...(item ? itemChange(item, repriced(countedWith(edit, item, others), others)) : []),
    ],
  }
}

export function deleteSubitem(edit: Edit, world: World, person: Person): Outcome {
  const subitem = world.subitem(edit.entity_id)
  if (!subitem)
    return world.wasDeleted('ordersubitems', edit.entity_id)
      ? { kind: 'applied', status: 204, row: null, changes: [] }
      : unknownRow('piece')
  if (!can(person, 'orders.pick')) return refuse(403, 'forbidden', 'Only staff may record weights and lots.')
  const order = openOrder(world, subitem.order)
  if (isOutcome(order)) return order
  const changed = merge(edit.base.values, held(subitem, edit), {})
  if (!('kind' in changed) && Object.keys(changed.set).length > 0)
    return changedMeanwhile('piece', edit.base.values, changed.set)
  const item = world.item(subitem.order_item)
  const others = world.subitemsOf(subitem.order_item).filter((s) => s.id !== subitem.id)
  return {
    kind: 'applied',
    status: 204,
    row: null,
    changes: [
      { table: 'subitems', gone: subitem.id },
      ...(item ? itemChange(item, repriced(item, others)) : []),
    ],
  }
}

/**
 * Readings, "Over-picked": a weighed piece beyond what was ordered and counted was picked as well, and is charged. A
 * device counts its pieces itself; a plain call may leave that out. Up to what is ordered, a piece may be weighed
 * before it is counted (A177).
 */
function countedWith(
  { device_id }: Edit,
  item: OrderItemRow,
  pieces: readonly OrderSubitemRow[],
): OrderItemRow {
  if (device_id !== PLAIN_CALL_DEVICE || item.out_of_stock) return item
  const count = (type: UnitType, ordered: number, picked: number) => {
    const weighedCount = pieces.filter((one) => one.unit_type === type && isWeight(one.weight_lbs)).length
    return weighedCount > Math.max(ordered, picked) ? weighedCount : picked
  }
  return {
    ...item,
    unit_quantity: count('u', item.units_ordered, item.unit_quantity),
    case_quantity: count('c', item.cases_ordered, item.case_quantity),
  }
}

/** Returns a line's change after a change of its pieces: only where its price or its count differs. */
function itemChange(before: OrderItemRow, after: OrderItemRow) {
  const isSame = (['final_price', 'unit_quantity', 'case_quantity'] as const).every(
    (field) => before[field] === after[field],
  )
  return isSame ? [] : [{ table: 'items' as const, row: after }]
}
