/**
 * Compares chosen orders with chosen receipts (C171–C174; readings, "Receipts compared with orders";
 * docs/decisions/0153): the sums of each product's lines on both sides, and how they differ. Pure: the caller has read
 * the rows.
 */
import { z } from 'zod'
import { cents, fromUnits, money, thousandths } from '#contract/money.ts'
import {
  CATEGORY_PREFIX,
  type DifferenceCategory,
  type DifferenceGroup,
  type DifferenceOrderItem,
} from '#contract/receipts/schema.ts'

export const ComparedItem = z.object({
  id: z.string(),
  order: z.number(),
  /** The upc. */
  product: z.string(),
  units_ordered: z.number(),
  cases_ordered: z.number(),
  /** The picked quantity. */
  unit_quantity: z.number(),
  case_quantity: z.number(),
  out_of_stock: z.boolean(),
  ignore_missing_items: z.boolean(),
  /** Whether its order is invoiced. */
  invoiced: z.boolean(),
  /** The order's bin in place of the product's (C165). */
  bin_override: z.string().nullable(),
  /** The price of a piece by the requested kind of prices, without the coupon. */
  price_per_unit: z.string(),
  price_per_case: z.string(),
  /** The charge for what was picked, by the same prices. */
  total: z.string(),
})
export type ComparedItem = z.infer<typeof ComparedItem>

export interface ComparedLine {
  /** The upc that its code means, or the code where it is unknown. */
  product: string
  /** The code where it is another barcode of the product, else null. */
  otherCode: string | null
  unit_type: 'U' | 'C'
  /** A decimal of at most three places; goods that are taken back are negative. */
  quantity: string
  total: string
  /** Whether it is a surcharge on the product: it adds no piece, and nothing to a piece's price. */
  isSurcharge: boolean
}

export const ComparedProduct = z.object({
  upc: z.string(),
  item_code: z.string(),
  name: z.string(),
  combined_stock_level: z.number().nullable(),
  bin: z.string(),
})
export type ComparedProduct = z.infer<typeof ComparedProduct>

interface Compared {
  items: readonly ComparedItem[]
  lines: readonly ComparedLine[]
  products: ReadonlyMap<string, ComparedProduct>
  /** A tolerance as a fraction; null where prices are not compared. */
  priceMargin: number | null
}

/** Pieces in thousandths, and what they cost in cents. */
interface Pieces {
  count: bigint
  cost: bigint
}
interface UnitsAndCases {
  units: Pieces
  cases: Pieces
}
interface Received extends UnitsAndCases {
  surcharges: bigint
  otherCode: string | null
}

/** One product in the orders and in the receipts. */
interface Side {
  product: ComparedProduct
  ordered: (UnitsAndCases & { items: ComparedItem[] }) | null
  received: Received | null
}

/**
 * Returns the products by the walk through the house, then by name. Products that agree in everything are listed too,
 * without a category.
 */
export function compare({ items, lines, products, priceMargin }: Compared): DifferenceGroup[] {
  const sides = sidesOf(items, lines, products)
  const linked = linksOf(sides)
  const replaced = new Set(linked.values())
  return sides
    .filter((side) => !replaced.has(side))
    .sort((a, b) => order(a.product, b.product))
    .map((side) => groupOf(side, linked.get(side) ?? null, priceMargin))
}

const collator = new Intl.Collator('en', { numeric: true })
const order = (a: ComparedProduct, b: ComparedProduct) =>
  collator.compare(a.bin, b.bin) || collator.compare(a.name, b.name) || collator.compare(a.upc, b.upc)

const nothing = (): UnitsAndCases => ({ units: { count: 0n, cost: 0n }, cases: { count: 0n, cost: 0n } })

function add(pieces: Pieces, count: bigint, cost: bigint): void {
  pieces.count += count
  pieces.cost += cost
}

function sidesOf(
  items: readonly ComparedItem[],
  lines: readonly ComparedLine[],
  products: ReadonlyMap<string, ComparedProduct>,
): Side[] {
  const sides = new Map<string, Side>()
  const sideOf = (upc: string): Side => {
    const known = sides.get(upc)
    if (known) return known
    const side = { product: products.get(upc) ?? unknownProduct(upc), ordered: null, received: null }
    sides.set(upc, side)
    return side
  }
  for (const item of items) {
    const side = sideOf(item.product)
    side.ordered ??= { ...nothing(), items: [] }
    const { units, cases } = side.ordered
    side.ordered.items.push(item)
    // The bin is as on the pick list: that of the first line with another bin.
    const first = side.ordered.items.find(({ bin_override }) => bin_override)
    if (first === item) side.product = { ...side.product, bin: item.bin_override! }
    add(units, BigInt(item.unit_quantity) * 1_000n, BigInt(item.unit_quantity) * cents(item.price_per_unit))
    add(cases, BigInt(item.case_quantity) * 1_000n, BigInt(item.case_quantity) * cents(item.price_per_case))
  }
  for (const line of lines) {
    const side = sideOf(line.product)
    const received = (side.received ??= { ...nothing(), surcharges: 0n, otherCode: null })
    received.otherCode ??= line.otherCode
    if (line.isSurcharge) received.surcharges += cents(line.total)
    else
      add(
        line.unit_type === 'U' ? received.units : received.cases,
        thousandths(line.quantity),
        cents(line.total),
      )
  }
  for (const side of sides.values()) if (side.received && isVoided(side.received)) side.received = null
  return [...sides.values()].filter(({ ordered, received }) => ordered ?? received)
}

/** Whether all of it was taken back. It then counts as never bought. */
const isVoided = ({ units, cases, surcharges }: Received): boolean =>
  [units.count, units.cost, cases.count, cases.cost, surcharges].every((amount) => amount === 0n)

const unknownProduct = (upc: string): ComparedProduct => ({
  upc,
  item_code: '',
  name: `Product ${upc}`,
  combined_stock_level: null,
  bin: '',
})

const isGone = (items: readonly ComparedItem[]) => items.every(({ out_of_stock }) => out_of_stock)
const isIgnored = (items: readonly ComparedItem[]) =>
  items.every(({ ignore_missing_items }) => ignore_missing_items)

/**
 * Returns products that were bought in place of ordered ones: the only one of an item code that is on no receipt, with
 * the only one that is in no order.
 */
function linksOf(sides: readonly Side[]): Map<Side, Side> {
  const ordered = onlyOnes(
    sides.filter(({ ordered: one, received }) => one && !received && !isGone(one.items)),
  )
  const bought = onlyOnes(sides.filter(({ ordered: one, received }) => received && !one))
  const links = new Map<Side, Side>()
  for (const [code, side] of ordered) {
    const other = bought.get(code)
    if (side && other) links.set(side, other)
  }
  return links
}

/** Returns the sides by item code; null where several have it. */
function onlyOnes(sides: readonly Side[]): Map<string, Side | null> {
  const found = new Map<string, Side | null>()
  for (const side of sides) {
    const code = side.product.item_code
    if (code !== '') found.set(code, found.has(code) ? null : side)
  }
  return found
}

function groupOf(side: Side, link: Side | null, priceMargin: number | null): DifferenceGroup {
  const { product, ordered } = side
  const received = link ? link.received : side.received
  const receiptUpc = link ? link.product.upc : ordered ? (received?.otherCode ?? null) : null
  const { upc, item_code, name, combined_stock_level, bin } = product
  return {
    difference_categories: categoriesOf(ordered, received, receiptUpc !== null, priceMargin).map(
      (category) => CATEGORY_PREFIX + category,
    ),
    differences: [
      {
        product: { upc, item_code, name, combined_stock_level, bin },
        receipt_upc: receiptUpc,
        order_item: ordered && orderItemOf(ordered.items),
        receipt_item: received && {
          unit_quantity: number(received.units.count),
          case_quantity: number(received.cases.count),
          total: money(received.units.cost + received.cases.cost + received.surcharges),
        },
      },
    ],
  }
}

function categoriesOf(
  ordered: Side['ordered'],
  received: Received | null,
  isLinked: boolean,
  priceMargin: number | null,
): DifferenceCategory[] {
  const found: DifferenceCategory[] = isLinked ? ['LINKED_UPC_1TO1'] : []
  if (!ordered) return [...found, 'NO_ORDER_ITEM']
  const gone = isGone(ordered.items)
  if (gone) found.push('OUT_OF_STOCK')
  const isExplained = gone || isIgnored(ordered.items)
  if (!received) return isExplained ? found : [...found, 'NO_RECEIPT_ITEM']
  if (!isExplained) {
    if (ordered.units.count !== received.units.count) found.push('UNIT_QUANTITY')
    if (ordered.cases.count !== received.cases.count) found.push('CASE_QUANTITY')
  }
  const price = priceMargin === null ? null : comparePrices(ordered, received, priceMargin)
  if (price) found.push(price)
  return found
}

/** Compares units and cases apart. The worse result counts. */
function comparePrices(
  ordered: UnitsAndCases,
  received: UnitsAndCases,
  margin: number,
): 'PRICE' | 'APPROXIMATE_PRICE' | null {
  const found = [
    comparePieces(ordered.units, received.units, margin),
    comparePieces(ordered.cases, received.cases, margin),
  ]
  return found.find((one) => one === 'PRICE') ?? found.find((one) => one !== null) ?? null
}

/**
 * Compares what a piece costs on both sides, as fractions: |receipt − order| / receipt. Skipped where one has no price
 * of a piece.
 */
function comparePieces(ours: Pieces, theirs: Pieces, margin: number): 'PRICE' | 'APPROXIMATE_PRICE' | null {
  if (ours.count <= 0n || theirs.count <= 0n || theirs.cost <= 0n) return null
  const asked = ours.cost * theirs.count
  const paid = theirs.cost * ours.count
  if (asked === paid) return null
  const apart = asked > paid ? asked - paid : paid - asked
  const allowed = paid * BigInt(Math.round(margin * MARGIN_UNITS))
  return apart * BigInt(MARGIN_UNITS) > allowed ? 'PRICE' : 'APPROXIMATE_PRICE'
}
const MARGIN_UNITS = 10_000

const number = (pieces: bigint) => Number(fromUnits(pieces, 3))

const ordersOf = (items: readonly ComparedItem[]): number[] =>
  [...new Set(items.map(({ order }) => order))].sort((a, b) => a - b)

function orderItemOf(items: readonly ComparedItem[]): DifferenceOrderItem {
  const sum = (field: 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity') =>
    items.reduce((total, item) => total + item[field], 0)
  const [units, cases] = [sum('unit_quantity'), sum('case_quantity')]
  const [unitsOrdered, casesOrdered] = [sum('units_ordered'), sum('cases_ordered')]
  return {
    unit_quantity: units,
    case_quantity: cases,
    total: money(items.reduce((total, item) => total + cents(item.total), 0n)),
    referenced_orders: ordersOf(items),
    base_unit_quantity: units,
    units_ordered: unitsOrdered,
    unit_quantity_to_ordered_difference: units - unitsOrdered,
    base_case_quantity: cases,
    cases_ordered: casesOrdered,
    case_quantity_to_ordered_difference: cases - casesOrdered,
    ignore_missing_items: isIgnored(items),
    referenced_order_items: items.map(({ id }) => id),
    invoiced_orders: ordersOf(items.filter(({ invoiced }) => invoiced)),
  }
}
