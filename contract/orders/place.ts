/**
 * Placing an order (B225, B226). The device stores the call and sends it when it can. The server makes the order
 * once, with the number, the prices and the day that only it knows (docs/decisions/0026).
 */
import { z } from 'zod'
import { isStaged, stagedId, type StagedItem } from '../ordering/staged.ts'
import { can, type Person } from '../permissions.ts'
import { cents, money } from '../money.ts'
import {
  invalid,
  invalidFields,
  refuse,
  type Applied,
  type RowChange,
  type Outcome,
  type Refused,
} from '../sync/outcome.ts'
import type { Placing, PlacingLocation, World } from '../sync/world.ts'
import type { Product } from '../products/schema.ts'
import { QUANTITY } from './acts.ts'
import { placedAt } from './cutoff.ts'
import { NO_HAND_PRICE } from './hand-price.ts'
import { ORIGINAL_AMOUNTS } from './original-amounts.ts'
import { isTaxed, pricesOf } from './line-terms.ts'
import { repriced, type Edit } from './mutations.ts'
import type { OrderItemRow, OrderRow, PriceChange } from './schema.ts'
import { orderedFirst } from './substitutions.ts'
import { pricedOtherwise, soldOnlyOtherwise } from './ways.ts'
import { Count, Day, ExactPrice, Id, Money, MOST_LINES, Upc } from '../values.ts'

/**
 * B225, with the fields that the call table leaves out and a delivery needs. `total` is the total that the person saw;
 * the server computes its own.
 */
export const PlaceOrder = z.strictObject({
  /** The customer's user id. */
  customer: Id,
  submitted_date: Day,
  created_date: Day,
  total: Money,
  order_items: z
    .array(
      z.strictObject({
        product: Upc,
        original_product: Upc.nullable().optional(),
        unit_quantity: Count,
        case_quantity: Count,
        ...ORIGINAL_AMOUNTS,
      }),
    )
    .min(1, 'must hold at least one product')
    .max(MOST_LINES),
  /** One of the customer's locations; the first one where none is named. */
  company_location: Id.optional(),
  /** A344: tomorrow where no day is named. */
  delivery_date: Day.optional(),
  note: z.string().max(2_000).optional(),
  /** The price of a piece of each product when the person confirmed. The order names prices that differ by then. */
  prices_seen: z
    .array(z.strictObject({ product: Upc, price_per_unit: ExactPrice, price_per_case: ExactPrice }))
    .max(MOST_LINES)
    .optional(),
  /** The location whose staged order this is: the ordered products leave it at the same moment. */
  staged: Id.optional(),
})
export type PlaceOrder = z.infer<typeof PlaceOrder>

/** Returns whether an edit places an order: its `entity_id` is the device's name for it, not a number. */
export const placesOrder = ({ entity, call }: { entity: string; call: { method: string } }): boolean =>
  entity === 'orders' && call.method === 'POST'

/** The number of an order without one: a number is drawn once the order is accepted. */
const UNNUMBERED_ID = 2_147_483_647

/** Returns the same order with its number. */
export function withNumber(placed: Applied, order: number): Applied {
  const changes = placed.changes.map((change): RowChange => {
    if ('gone' in change) return change
    if (change.table === 'orders') return { ...change, row: { ...change.row, id: order } }
    return change.table === 'items' ? { ...change, row: { ...change.row, order } } : change
  })
  const made = changes.find((change) => change.table === 'orders')
  return { ...placed, changes, row: made && 'row' in made ? made.row : placed.row }
}

/**
 * Makes the order, all but its number. A device has no number for it, so it makes nothing: the order shows when the
 * server has it.
 */
export function placeOrder(edit: Edit, world: World, person: Person): Outcome {
  if (!can(person, 'orders.place')) return refuse(403, 'forbidden', 'Your role may not place orders.')
  const parsed = PlaceOrder.safeParse(edit.call.body ?? {})
  if (!parsed.success) return invalid(parsed.error)
  const body = parsed.data
  const ordered = body.order_items.filter(
    ({ unit_quantity, case_quantity }) => unit_quantity + case_quantity > 0,
  )
  if (ordered.length === 0) return invalidFields({ order_items: 'must hold at least one product' })
  const taken = body.staged === undefined ? [] : takenFrom(world, body.staged, ordered)
  const placing = world.placing?.(edit.mutation_id)
  if (!placing) return { kind: 'applied', status: 201, row: null, changes: taken.map(asChange) }

  const { customer, locations, today } = placing
  if (!customer) return invalidFields({ customer: 'is not a customer to order for' })
  const location =
    body.company_location === undefined
      ? locations[0]
      : locations.find(({ id }) => id === body.company_location)
  if (!location) return invalidFields({ company_location: 'is not a location of this customer' })
  const delivery = body.delivery_date ?? placing.tomorrow
  // The order may have waited on a device for days: an order for yesterday is not picked.
  if (delivery < today) return invalidFields({ delivery_date: `${delivery} is over: choose another day` })

  if (body.staged !== undefined) {
    if (!locations.some(({ id }) => id === body.staged))
      return invalidFields({ staged: 'is not a location of this customer' })
    const problem = notStaged(world, body.staged, ordered)
    if (problem) return problem
  }

  const items = newLines(placing, world, ordered, location)
  if (!Array.isArray(items)) return items
  const total = items.reduce((sum, item) => sum + cents(item.estimated_price), 0n)
  const row: OrderRow = {
    id: UNNUMBERED_ID,
    customer: customer.username,
    customer_id: customer.id,
    company_id: customer.company,
    company_location: {
      id: location.id,
      name: location.name,
      physical_address: { complete_address: location.address },
    },
    status: 'placed',
    status_label: 'Placed',
    created_date: placing.now,
    // The day of confirmation, today at the latest, because a device's clock may be ahead.
    placed_date: body.submitted_date < today ? body.submitted_date : today,
    placed_at: placedAt(edit.created_at, placing.now, placing.silentSince),
    delivery_date: delivery,
    note: body.note ?? '',
    picker: null,
    price_changes: changesOf(body, items, (upc) => world.product(upc, location.id)?.name ?? upc),
    total: money(total),
    invoice_total: null,
    picking_complete: false,
    picked_total: '0.00',
    items_count: items.length,
    picked_count: 0,
    paid_status: '',
    paid_status_label: '',
    invoiced: false,
    version: 1,
  }
  return {
    kind: 'applied',
    status: 201,
    row,
    changes: [
      { table: 'orders', row },
      ...items.map((item) => ({ table: 'items' as const, row: item })),
      ...taken.map(asChange),
    ],
  }
}

/** The parts of an edit that name the rows that it changes. */
type Named = { entity: string; entity_id: string; call: Pick<Edit['call'], 'method' | 'body'> }

/**
 * Returns the staged products that an edit which places an order removes, by `stagedId`; none where the order was not
 * staged.
 */
export function stagedOf(edit: Omit<Named, 'entity_id'>): string[] {
  const { staged, order_items: lines } = (placesOrder(edit) && edit.call.body) || {}
  if (typeof staged !== 'number' || !Array.isArray(lines)) return []
  return lines.flatMap((line: { product?: unknown } | null) =>
    typeof line?.product === 'string' ? stagedId(staged, line.product) : [],
  )
}

/**
 * Returns the staged products that an edit changes, by `stagedId`: its own, or those that a staged order which is
 * placed takes.
 */
export const stagedRowsOf = (edit: Named): string[] =>
  edit.entity === 'sharedcartitems' ? [edit.entity_id] : stagedOf(edit)

const asChange = (row: StagedItem) => ({ table: 'staged' as const, row })

/** Returns how many of each product are ordered, by `stagedId`: a product may be on several lines. */
function orderedOf(location: number, lines: readonly Line[]): Map<string, { units: number; cases: number }> {
  const sums = new Map<string, { units: number; cases: number }>()
  for (const { product, unit_quantity, case_quantity } of lines) {
    const id = stagedId(location, product)
    const { units, cases } = sums.get(id) ?? { units: 0, cases: 0 }
    sums.set(id, { units: units + unit_quantity, cases: cases + case_quantity })
  }
  return sums
}

/**
 * Returns the staged rows less the ordered quantities: a quantity that another user added after the person looked
 * stays.
 */
const takenFrom = (world: World, location: number, lines: readonly Line[]): StagedItem[] =>
  [...orderedOf(location, lines)].flatMap(([id, { units, cases }]) => {
    const row = world.staged(id)
    if (!row) return []
    const unit_quantity = Math.max(0, row.unit_quantity - units)
    const case_quantity = Math.max(0, row.case_quantity - cases)
    return { ...row, unit_quantity, case_quantity }
  })

/**
 * Returns why a staged order cannot be placed as the person saw it: another user has ordered it, or taken something
 * out of it. Null where it can. A staged order is placed once, even if several people press at the same moment
 * (readings, "Ordering").
 */
function notStaged(world: World, location: number, lines: readonly Line[]): Refused | null {
  const missing = [...orderedOf(location, lines)].filter(([id, { units, cases }]) => {
    const row = world.staged(id)
    return !row || row.unit_quantity < units || row.case_quantity < cases
  })
  if (missing.length === 0) return null
  const taken = world.staging?.(location)?.taken
  const isGone = missing.every(([id]) => {
    const row = world.staged(id)
    return !row || !isStaged(row)
  })
  if (isGone && taken)
    return refuse(
      409,
      'staged_taken',
      `${taken.by} has placed this staged order already: it is order ${taken.order}. Nothing was ordered twice.`,
    )
  const last = taken ? ` ${taken.by} placed order ${taken.order} of it.` : ''
  return refuse(
    409,
    'staged_changed',
    `Somebody has changed the staged order meanwhile.${last} Look at it again.`,
  )
}

type Line = PlaceOrder['order_items'][number]

/**
 * Returns why a product cannot be ordered this way; null where it can. A product with a price by the case is not
 * given away by the unit (A220). A product without any price is free, as where a discount takes all of it
 * (docs/prices.md, 23 and 24).
 */
function unsold(line: Line, product: Product | undefined): string | null {
  const { product: upc } = line
  if (!product) return `there is no product ${upc}`
  if (!product.active) return `${product.name} (${upc}) is not sold any more`
  const ways = (['u', 'c'] as const).filter((type) => line[QUANTITY[type]] > 0)
  const [problem] = ways.flatMap(
    (type) => soldOnlyOtherwise(product, type) ?? pricedOtherwise(product, type) ?? [],
  )
  return problem === undefined ? null : `${product.name} (${upc}) ${problem}`
}

/** Returns the prices that differ from what the person saw, by what is ordered of a product, each once. */
function changesOf(
  { prices_seen = [] }: PlaceOrder,
  items: readonly OrderItemRow[],
  nameOf: (upc: string) => string,
): PriceChange[] {
  const seen = new Map(prices_seen.map((one) => [one.product, one]))
  const changes = new Map<string, PriceChange>()
  for (const { product, units_ordered, cases_ordered, price_per_unit, price_per_case } of items) {
    const before = seen.get(product)
    if (!before) continue
    const ways = [
      ['u', units_ordered, before.price_per_unit, price_per_unit],
      ['c', cases_ordered, before.price_per_case, price_per_case],
    ] as const
    for (const [unit_type, count, was, price] of ways)
      if (count > 0 && cents(was) !== cents(price))
        changes.set(`${product} ${unit_type}`, {
          product,
          name: nameOf(product),
          unit_type,
          seen: was,
          price,
        })
  }
  return [...changes.values()]
}

/** Returns the lines of the order, or why one of them cannot be ordered. */
function newLines(
  placing: Placing,
  world: World,
  ordered: readonly Line[],
  location: PlacingLocation,
): OrderItemRow[] | Refused {
  const items: OrderItemRow[] = []
  for (const line of ordered) {
    const product = placing.maySee(line.product) ? world.product(line.product, location.id) : undefined
    const problem = unsold(line, product)
    if (problem !== null) return invalidFields({ order_items: problem })
    // The product that it replaces need not be sold any more.
    const { original_product: upc } = line
    const isSubstitute = upc != null && upc !== line.product
    const original = isSubstitute && placing.mayReplace(upc) ? world.product(upc, location.id) : undefined
    if (isSubstitute && !original) return invalidFields({ order_items: `there is no product ${upc}` })
    const lot_tracked = location.lot_tracked || world.isLotTracked?.(line.product, location.id) === true
    items.push(newLine(placing, line, { product: product!, original }, { ...location, lot_tracked }))
  }
  return items
}

/**
 * Readings, "Orders, quantities, weights": the ordered amounts are stored as such, and the picked amounts begin at 0.
 */
function newLine(
  { newId }: Placing,
  line: Line,
  { product, original }: { product: Product; original: Product | undefined },
  location: PlacingLocation,
): OrderItemRow {
  return repriced(
    {
      id: newId(),
      order: UNNUMBERED_ID,
      product: line.product,
      units_ordered: line.unit_quantity,
      cases_ordered: line.case_quantity,
      unit_quantity: 0,
      case_quantity: 0,
      ...orderedFirst(line, original ?? null, location.taxable),
      bin_override: null,
      picked: false,
      scanned: null,
      out_of_stock: false,
      taxable: isTaxed(product, location.taxable),
      ignore_missing_items: false,
      admin_added: false,
      coupon_amount: '0.00',
      coupon_note: '',
      estimated_price: '0.00',
      final_price: '0.00',
      ...pricesOf(product),
      ...NO_HAND_PRICE,
      hand_taxable: false,
      lot_tracked: location.lot_tracked,
      version: 1,
    },
    [],
  )
}
