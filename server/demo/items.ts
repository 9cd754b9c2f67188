/** The lines of an order and the pieces that were picked for them. */
import { kgFromLb } from '#contract/barcode/measure.ts'
import { cents, fromUnits, money, thousandths } from '#contract/money.ts'
import { isDone, type OrderItemRow } from '#contract/orders/schema.ts'
import { estimatedPrice, finalPrice } from '#contract/pricing.ts'
import type { UnitType } from '#contract/values.ts'
import { labelOf, lotOf } from './lots.ts'
import { PRODUCTS, type DemoProduct } from './products.ts'
import { random, uuids } from './random.ts'

/** The order that a line belongs to. */
export interface Ordered {
  id: number
  /** The delivery day, counted from today. */
  day: number
  today: string
  lotTracked: boolean
  taxable: boolean
}

/** How far a line is: untouched, some of its pieces picked, or picked. */
export type Progress = 'open' | 'begun' | 'picked'

export type ItemRow = Omit<OrderItemRow, 'order' | 'version'> & { order_id: number }
export interface SubitemRow {
  id: string
  order_item_id: string
  order_id: number
  unit_type: UnitType
  weight_lbs: string | null
  lot_code: string | null
  weight_kg: string | null
  raw_scan: string | null
}
export interface Line {
  item: ItemRow
  subitems: SubitemRow[]
}

const byUpc = new Map(PRODUCTS.map((product) => [product.row.upc, product]))

type Draw = ReturnType<typeof random>

/**
 * Returns the ordered quantities: few of what is weighed, because each piece goes over the scale, and few where each
 * has a lot.
 */
function quantities(draw: Draw, { row }: DemoProduct, lotTracked: boolean): { units: number; cases: number } {
  const few = row.weight_type === 'r/w' || lotTracked
  const units = few ? draw.int(1, lotTracked ? 2 : 3) : draw.int(1, 8)
  const cases = few ? draw.int(1, 2) : draw.int(1, 4)
  if (row.unit_type === 'Unit') return { units, cases: 0 }
  if (row.unit_type === 'Case') return { units: 0, cases }
  const both = draw.chance(0.1)
  const byCase = row.default_unit_type === 'c'
  return { units: byCase && !both ? 0 : units, cases: byCase || both ? cases : 0 }
}

/** Returns a weight in the usual range, likeliest in its middle, to the hundredth. */
function weigh(draw: Draw, { row }: DemoProduct, unitType: UnitType): string {
  // the range is that of a unit; a case of units has as many
  const times = unitType === 'c' && row.unit_type !== 'Case' ? row.units_per_case : 1
  const low = Number(thousandths(row.weight_min_lbs ?? '0') / 10n) * times
  const high = Number(thousandths(row.weight_max_lbs ?? '0') / 10n) * times
  const hundredths = Math.floor((draw.int(low, high) + draw.int(low, high)) / 2)
  return fromUnits(BigInt(hundredths) * 10n, 3)
}

/** Returns a line as the kitchen ordered it. */
function orderedItem(
  id: string,
  order: Ordered,
  { row }: DemoProduct,
  { units, cases }: { units: number; cases: number },
): ItemRow {
  const item: ItemRow = {
    id,
    order_id: order.id,
    product: row.upc,
    original_product: null,
    units_ordered: units,
    cases_ordered: cases,
    unit_quantity: 0,
    case_quantity: 0,
    units_originally_ordered: units,
    cases_originally_ordered: cases,
    bin_override: null,
    picked: false,
    scanned: null,
    out_of_stock: false,
    taxable: row.tax_default && order.taxable,
    ignore_missing_items: false,
    admin_added: false,
    coupon_amount: '0.00',
    coupon_note: '',
    estimated_price: '0.00',
    final_price: '0.00',
    price_per_unit: row.display_unit_price,
    price_per_case: row.display_case_price,
    price_snapshot: {
      weight_type: row.weight_type,
      unit_price_per_lb: row.display_unit_price_per_lb,
      case_price_per_lb: row.display_case_price_per_lb,
      average_unit_weight: row.average_unit_weight,
      average_case_weight: row.average_case_weight,
    },
    lot_tracked: order.lotTracked,
  }
  item.estimated_price = estimatedPrice(item)
  return item
}

/** Sets what the picker took: mostly everything, sometimes nothing (out of stock) or less (short). */
function pickAll(draw: Draw, item: ItemRow, isGone: boolean): void {
  if (draw.chance(0.025) || isGone) {
    item.out_of_stock = true
    return
  }
  const short = draw.chance(0.03) ? 1 : 0
  item.unit_quantity = Math.max(item.units_ordered - short, Math.min(item.units_ordered, 1))
  item.case_quantity = item.cases_ordered
  item.picked = true
  item.scanned = true
  if (draw.chance(0.01)) {
    item.coupon_amount = money((cents(item.estimated_price) * BigInt(draw.int(3, 10))) / 100n)
    item.coupon_note = draw.pick(['Late delivery last week', 'Volume promotion', 'Damaged case credit'])
  }
}

/** Picks the first piece, which is in the cart; the picker is on the way to the next one. */
function pickFirst(item: ItemRow): void {
  if (item.units_ordered > 0) item.unit_quantity = 1
  else item.case_quantity = 1
}

/** Makes lines, one after the other, from one random stream: the same orders give the same lines. */
export function lineMaker() {
  const draw = random('items')
  const itemId = uuids('item ids')
  const subitemId = uuids('subitem ids')

  function piece(order: Ordered, item: ItemRow, product: DemoProduct, unitType: UnitType): SubitemRow {
    const pounds = product.row.weight_type === 'r/w' ? weigh(draw, product, unitType) : null
    const lot = order.lotTracked ? lotOf(product, order.day) : null
    // old labels are of no use, and some pieces are typed instead of scanned
    const scanned = order.day >= -2 && draw.chance(0.7)
    return {
      id: subitemId(),
      order_item_id: item.id,
      order_id: order.id,
      unit_type: unitType,
      weight_lbs: pounds,
      lot_code: lot?.code ?? null,
      weight_kg: pounds && scanned ? kgFromLb(pounds) : null,
      raw_scan: scanned ? labelOf(product, { today: order.today, lot, pounds }) : null,
    }
  }

  function ordered(order: Ordered, product: DemoProduct): ItemRow {
    const amounts = quantities(draw, byUpc.get(product.row.upc) as DemoProduct, order.lotTracked)
    return orderedItem(itemId(), order, product, amounts)
  }

  /** Substitutes another product, where one of the same unit type is accepted. */
  function substituted(order: Ordered, product: DemoProduct): { product: DemoProduct; item: ItemRow } | null {
    const other = byUpc.get(product.row.acceptable_substitutions[0] ?? '')
    if (other?.row.unit_type !== product.row.unit_type) return null
    return { product: other, item: { ...ordered(order, other), original_product: product.row.upc } }
  }

  /** Makes a line of an order, up to its progress. */
  function line(order: Ordered, wanted: DemoProduct, progress: Progress): Line {
    const other = progress === 'picked' && draw.chance(0.15) ? substituted(order, wanted) : null
    const product = other?.product ?? wanted
    const item = other?.item ?? ordered(order, wanted)
    // the shelf is empty today; its stock of earlier days is not known
    if (progress === 'picked') pickAll(draw, item, product.row.out_of_stock && order.day === 0)
    if (progress === 'begun') pickFirst(item)
    const noted = product.row.weight_type === 'r/w' || order.lotTracked
    const pieces = (unitType: UnitType, count: number) =>
      Array.from({ length: noted ? count : 0 }, () => piece(order, item, product, unitType))
    const subitems = [...pieces('u', item.unit_quantity), ...pieces('c', item.case_quantity)]
    if (progress !== 'open') item.final_price = finalPrice(item, subitems)
    return { item, subitems }
  }

  return line
}

/** Returns what the order's row says of its lines, as `summariseOrders` computes it. */
export function summary(lines: readonly Line[]) {
  const sum = (field: 'estimated_price' | 'final_price') =>
    money(lines.reduce((total, { item }) => total + cents(item[field]), 0n))
  const done = lines.filter(({ item }) => isDone(item)).length
  return {
    total: sum('estimated_price'),
    picked_total: sum('final_price'),
    items_count: lines.length,
    picked_count: done,
    picking_complete: lines.length > 0 && done === lines.length,
  }
}

/** Returns the bin that a picker walks to: the walk is by name. */
export const binOf = ({ item }: Line): string => byUpc.get(item.product)?.row.bin ?? ''
