/**
 * Chosen orders against chosen receipts (C171–C174; docs/decisions/0038): what each product's lines come to on both
 * sides, and in what they differ. Pure: whoever calls it has read the rows.
 */
import { cents, fromUnits, money, thousandths } from '#contract/money.ts'
import {
  CATEGORY_PREFIX,
  type Difference,
  type DifferenceCategory,
  type DifferenceGroup,
  type DifferenceOrderItem,
} from '#contract/receipts/schema.ts'

export interface ComparedItem {
  id: string
  order: number
  /** The upc. */
  product: string
  units_ordered: number
  cases_ordered: number
  unit_quantity: number
  case_quantity: number
  out_of_stock: boolean
  ignore_missing_items: boolean
  /** Somebody has said that it is done, with whatever was picked. */
  picked: boolean
  /** Of what was picked, and of what is ordered: by the prices that are asked for. */
  picked_total: string
  ordered_total: string
}

export interface ComparedLine {
  product: string
  unit_type: 'U' | 'C'
  /** A decimal of at most three places. */
  quantity: string
  total: string
}

export interface ComparedProduct {
  upc: string
  item_code: string
  name: string
  combined_stock_level: number | null
  bin: string
  units_per_case: number
  /** The upcs of its acceptable substitutions. */
  substitutes: readonly string[]
}

interface Compared {
  items: readonly ComparedItem[]
  lines: readonly ComparedLine[]
  products: ReadonlyMap<string, ComparedProduct>
  /** A tolerance as a fraction; null where prices are not looked at. */
  priceMargin: number | null
}

/** Pieces in thousandths, money in cents. */
interface Sum {
  units: bigint
  cases: bigint
  total: bigint
}

/** What orders and receipts have of one product. */
interface Side {
  product: ComparedProduct
  ordered: (Sum & { items: ComparedItem[] }) | null
  received: Sum | null
}

/** By the walk through the house, then by name. */
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
    side.ordered ??= { ...NOTHING, items: [] }
    side.ordered.items.push(item)
    add(side.ordered, takenOf(item))
  }
  for (const { product, unit_type, quantity, total } of lines) {
    const side = sideOf(product)
    const pieces = thousandths(quantity)
    side.received ??= { ...NOTHING }
    const [units, cases] = unit_type === 'U' ? [pieces, 0n] : [0n, pieces]
    add(side.received, { units, cases, total: cents(total) })
  }
  return [...sides.values()]
}

const NOTHING: Sum = { units: 0n, cases: 0n, total: 0n }
const unknownProduct = (upc: string): ComparedProduct => ({
  upc,
  item_code: '',
  name: `Product ${upc}`,
  combined_stock_level: null,
  bin: '',
  units_per_case: 1,
  substitutes: [],
})

function add(sum: Sum, more: Sum): void {
  sum.units += more.units
  sum.cases += more.cases
  sum.total += more.total
}

/** What an item takes: what was picked of it, or what is ordered while nobody has touched it. Nothing that is out of stock. */
function takenOf(item: ComparedItem): Sum {
  if (item.out_of_stock) return NOTHING
  const touched = item.picked || item.unit_quantity + item.case_quantity > 0
  const [units, cases, total] = touched
    ? [item.unit_quantity, item.case_quantity, item.picked_total]
    : [item.units_ordered, item.cases_ordered, item.ordered_total]
  return { units: BigInt(units) * 1_000n, cases: BigInt(cases) * 1_000n, total: cents(total) }
}

/**
 * What was bought in place of what was ordered: of products that are only on receipts and products that are only in
 * orders, those that stand for each other (a substitution, the same item code), each with no other to choose from.
 */
function linksOf(sides: readonly Side[]): Map<Side, Side> {
  const alone = sides.filter(({ ordered, received }) => ordered && !received && !isGone(ordered.items))
  const bought = sides.filter(({ ordered, received }) => received && !ordered)
  const candidates = (one: Side, others: readonly Side[]) =>
    others.filter((other) => standsFor(one.product, other.product))
  const links = new Map<Side, Side>()
  for (const side of alone) {
    const [only, second] = candidates(side, bought)
    if (only && !second && candidates(only, alone).length === 1) links.set(side, only)
  }
  return links
}

const standsFor = (a: ComparedProduct, b: ComparedProduct): boolean =>
  a.substitutes.includes(b.upc) ||
  b.substitutes.includes(a.upc) ||
  (a.item_code !== '' && a.item_code === b.item_code)

const isGone = (items: readonly ComparedItem[]) => items.every(({ out_of_stock }) => out_of_stock)

function groupOf(side: Side, link: Side | null, priceMargin: number | null): DifferenceGroup {
  const received = link ? link.received : side.received
  const taken = side.ordered && received ? inTheFormOf(side, received, link) : side.ordered
  const found: DifferenceCategory[] = link ? ['LINKED_UPC_1TO1'] : []
  const { ordered } = side
  if (ordered?.items.some(({ out_of_stock }) => out_of_stock)) found.push('OUT_OF_STOCK')
  if (!ordered) found.push('NO_ORDER_ITEM')
  else if (!received) {
    if (ordered.units + ordered.cases > 0n) found.push('NO_RECEIPT_ITEM')
  } else if (taken) {
    if (taken.units !== received.units) found.push('UNIT_QUANTITY')
    if (taken.cases !== received.cases) found.push('CASE_QUANTITY')
    const price = priceMargin === null ? null : comparePrices(side.product, taken, received, priceMargin)
    if (price) found.push(price)
  }
  const orderItem = ordered && taken ? orderItemOf(ordered, taken) : null
  const differences: Difference[] = [
    { product: shown(side.product), order_item: orderItem, receipt_item: receiptItemOf(side.received) },
  ]
  if (link)
    differences.push({
      product: shown(link.product),
      order_item: null,
      receipt_item: receiptItemOf(link.received),
    })
  return { difference_categories: found.map((name) => CATEGORY_PREFIX + name), differences }
}

const inUnits = ({ units, cases }: Sum, { units_per_case }: ComparedProduct): bigint =>
  units + cases * BigInt(units_per_case)

/** Twelve units were bought as a case: where both come to the same, the order's are counted as the receipt's are. */
function inTheFormOf({ ordered, product }: Side, received: Sum, link: Side | null): Sum {
  const total = ordered!.total
  const alike = inUnits(ordered!, product) === inUnits(received, link?.product ?? product)
  return alike ? { units: received.units, cases: received.cases, total } : { ...ordered!, total }
}

/** For as many pieces on both sides, so that a difference in quantity is not one in price too. */
function comparePrices(
  product: ComparedProduct,
  taken: Sum,
  received: Sum,
  margin: number,
): DifferenceCategory | null {
  const [ours, theirs] = [inUnits(taken, product), inUnits(received, product)]
  if (ours <= 0n || theirs <= 0n) return null
  const asked = taken.total * theirs
  const paid = received.total * ours
  if (asked === paid) return null
  const apart = asked > paid ? asked - paid : paid - asked
  const allowed = (paid < 0n ? -paid : paid) * BigInt(Math.round(margin * MARGIN_UNITS))
  return apart * BigInt(MARGIN_UNITS) <= allowed ? 'APPROXIMATE_PRICE' : 'PRICE'
}
const MARGIN_UNITS = 10_000

const number = (pieces: bigint) => Number(fromUnits(pieces, 3))

function orderItemOf({ items }: { items: readonly ComparedItem[] }, taken: Sum): DifferenceOrderItem {
  const sum = (field: 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity') =>
    items.reduce((total, item) => total + item[field], 0)
  const [units, cases] = [sum('unit_quantity'), sum('case_quantity')]
  const [unitsOrdered, casesOrdered] = [sum('units_ordered'), sum('cases_ordered')]
  return {
    unit_quantity: number(taken.units),
    case_quantity: number(taken.cases),
    total: money(taken.total),
    referenced_orders: [...new Set(items.map((item) => item.order))].sort((a, b) => a - b),
    base_unit_quantity: units,
    units_ordered: unitsOrdered,
    unit_quantity_to_ordered_difference: units - unitsOrdered,
    base_case_quantity: cases,
    cases_ordered: casesOrdered,
    case_quantity_to_ordered_difference: cases - casesOrdered,
    ignore_missing_items: items.every(({ ignore_missing_items }) => ignore_missing_items),
    referenced_order_items: items.map(({ id }) => id),
  }
}

const receiptItemOf = (sum: Sum | null) =>
  sum && { unit_quantity: number(sum.units), case_quantity: number(sum.cases), total: money(sum.total) }

const shown = ({ upc, item_code, name, combined_stock_level, bin }: ComparedProduct) => ({
  upc,
  item_code,
  name,
  combined_stock_level,
  bin,
})
