/**
 * Receipts of the Cash & Carry: twelve, with shelf and with contract prices, each of what one order took, apart from
 * deviations. Between them and their orders there is every difference that a comparison can name. Surcharges and voids
 * are among their lines. There are also invoices that are not converted yet.
 */
import { addDays } from '#contract/day.ts'
import { cents, divideRounded, money } from '#contract/money.ts'
import { piecePrice } from '#contract/receipts/price.ts'
import { instantOf } from './days.ts'
import type { ItemRow } from './items.ts'
import { BARCODE_ALTERNATES, PRODUCTS } from './products.ts'
import { random } from './random.ts'
import { userNamed } from './users.ts'
import { WAREHOUSE } from './warehouses.ts'

/** Days of delivery counted from today: one order of each, bought the day before. */
const SHELF_DAYS = [1, 1, 1, 0, 0, -1, -2, -3]
const CONTRACT_DAYS = [0, -1, -2, -5]
/** Invoices that wait to be converted: bought on these days. */
const OPEN_DAYS = [0, 0, -1, -3, -6]
const BRANCHES = ['Jersey City', 'Secaucus']

interface LineRow {
  line: number
  product: string
  product_name: string
  quantity: string
  unit_type: string
  total: string
}
interface OrderOfDay {
  id: number
  delivery_date: string
}

const byUpc = new Map(PRODUCTS.map((product) => [product.row.upc, product]))
const nameOf = (upc: string) => byUpc.get(upc)?.row.name ?? upc

/** Deviations from the order, in turn along the lines of a receipt. Most lines are bought as ordered. */
const EVENTS = [
  'cheaper',
  'same',
  'forgotten',
  'cheaper',
  'one more',
  'cheaper',
  'a case more',
  'much cheaper',
  'same',
  'another code',
  'voided',
] as const
type Event = (typeof EVENTS)[number]

/** Makes everything about receipts as of a day, in rows by table. */
export function makeReceipts(today: string, orders: readonly OrderOfDay[], items: readonly ItemRow[]) {
  const draw = random('receipts')
  const itemsOf = new Map<number, ItemRow[]>()
  for (const item of items) itemsOf.set(item.order_id, [...(itemsOf.get(item.order_id) ?? []), item])
  const taken = new Set<number>()
  /** Returns an order of the day that no other receipt is about, of a middling length. */
  function orderOf(day: number): { order: number; items: ItemRow[] } {
    const found = orders.filter(
      ({ id, delivery_date }) =>
        delivery_date === addDays(today, day) && !taken.has(id) && (itemsOf.get(id)?.length ?? 0) <= 40,
    )
    const order = draw.pick(found)
    taken.add(order.id)
    return { order: order.id, items: itemsOf.get(order.id) ?? [] }
  }

  const bought = (day: number, nth: number) => {
    const { order, items: itemsOfOrder } = orderOf(day)
    return { order, lines: linesOf(itemsOfOrder, nth, draw) }
  }

  const shelf = SHELF_DAYS.map((day, at) => ({
    day: day - 1,
    number: numberAt(at),
    contract: false,
    ...bought(day, at),
  }))
  const contract = CONTRACT_DAYS.map((day, at) => ({
    day: day - 1,
    number: numberAt(20 + at),
    contract: true,
    ...bought(day, at),
  }))
  const open = OPEN_DAYS.map((day, at) => ({ day, number: numberAt(40 + at), ...bought(day, at) }))
  const made = [...shelf, ...contract].map((one, at) => ({ ...one, id: at + 1 }))
  const invoices = [...made.filter((one) => one.contract), ...open].map((one, at) => ({
    invoice: at + 1,
    branch: BRANCHES[at % BRANCHES.length],
    receipt: 'id' in one ? one.id : null,
    ...one,
  }))
  return {
    receipts: made.map(({ id, day, number, contract: byContract, order, lines }) => ({
      id,
      description: `${byContract ? 'Contract' : 'Cash & Carry'} ${number} for order ${order}`,
      total: totalOf(lines),
      warehouse_id: WAREHOUSE.cashAndCarry,
      pricing_type: byContract ? 'c' : 's',
      user_uploaded: !byContract,
      date: addDays(today, day),
      created_at: instantOf(addDays(today, day), 1_020 + id),
      created_by: userNamed('office').id,
    })),
    lines: made.flatMap(({ id, lines }) =>
      lines.map((line) => ({ receipt_id: id, ...line, price: piecePrice(line.total, line.quantity) })),
    ),
    invoices: invoices.map(({ invoice, day, number, branch, receipt, lines }) => ({
      id: invoice,
      receipt_number: number,
      purchase_date: addDays(today, day),
      branch,
      sales: totalOf(lines),
      receipt_id: receipt,
      // the supplier reports everything that it has in the evening
      synced_at: instantOf(addDays(today, Math.min(day + 1, 0)), 30),
    })),
    invoiceLines: invoices.flatMap(({ invoice, lines }) =>
      lines.map((line) => ({ supplier_invoice_id: invoice, ...line })),
    ),
  }
}

const numberAt = (at: number) => String(48_213 + at * 37)
const totalOf = (lines: readonly LineRow[]) => money(lines.reduce((sum, { total }) => sum + cents(total), 0n))

/** Returns what was bought of an order's items. */
function linesOf(items: readonly ItemRow[], nth: number, draw: ReturnType<typeof random>): LineRow[] {
  const ordered = new Set(items.map(({ product }) => product))
  const lines: LineRow[] = []
  const add: AddLine = (product, unit_type, quantity, total, name = product) =>
    lines.push({
      line: lines.length + 1,
      product,
      product_name: nameOf(name),
      quantity: String(quantity),
      unit_type,
      total: money(total),
    })
  // another code comes first, so that each receipt that can has one
  const recoded = items.find((item) => isTaken(item) && OTHER_CODES.has(item.product))
  for (const [at, item] of items.entries()) {
    if (!isTaken(item)) continue
    const event = item === recoded ? 'another code' : EVENTS[(at + nth) % EVENTS.length]!
    buy(item, event, add, draw)
  }
  const extra = draw.pick(
    PRODUCTS.filter(({ row }) => row.active && !ordered.has(row.upc) && row.weight_type === ''),
  )
  const byCase = extra.row.unit_type === 'Case'
  add(extra.row.upc, byCase ? 'C' : 'U', 2, 2n * cents(byCase ? extra.row.case_price : extra.row.unit_price))
  add('Surcharge: Bottle deposit', 'U', 1, 240n)
  if (nth % 2 === 1) add('Surcharge Void: Bottle deposit', 'U', -1, -240n)
  return lines
}

/** Returns whether an item was bought: not where it was out of stock. */
const isTaken = ({ out_of_stock }: ItemRow) => !out_of_stock

/** The other codes that the supplier may write for a product. */
const OTHER_CODES = new Map(BARCODE_ALTERNATES.map(({ barcode, product }) => [product, barcode]))

type AddLine = (product: string, unitType: string, quantity: number, total: bigint, name?: string) => void

/** What an item costs at the supplier's, in hundredths of what it costs here. */
const COST: Partial<Record<Event, bigint>> = { cheaper: 88n, 'much cheaper': 55n }

function buy(item: ItemRow, event: Event, add: AddLine, draw: ReturnType<typeof random>): void {
  if (event === 'forgotten') return
  const touched = item.picked || item.unit_quantity + item.case_quantity > 0
  const units = touched ? item.unit_quantity : item.units_ordered
  const cases = touched ? item.case_quantity : item.cases_ordered
  const total = cents(touched ? item.final_price : item.estimated_price)
  const product = (event === 'another code' && OTHER_CODES.get(item.product)) || item.product
  const cost = divideRounded(total * (COST[event] ?? 100n), 100n)
  const [perUnit, perCase] = [cents(item.price_per_unit), cents(item.price_per_case)]
  const worth = BigInt(units) * perUnit + BigInt(cases) * perCase
  const forUnits = worth === 0n ? 0n : divideRounded(cost * BigInt(units) * perUnit, worth)
  const moreUnits = event === 'one more' && units > 0 ? 1 : 0
  const moreCases = event === 'a case more' && cases > 0 ? 1 : 0
  if (units > 0)
    add(
      product,
      'U',
      units + moreUnits,
      forUnits + divideRounded(forUnits * BigInt(moreUnits), BigInt(units)),
      item.product,
    )
  if (cases > 0) {
    const forCases = cost - forUnits
    add(
      product,
      'C',
      cases + moreCases,
      forCases + divideRounded(forCases * BigInt(moreCases), BigInt(cases)),
      item.product,
    )
  }
  // rung up twice at the till and taken back once
  if (event === 'voided' && units > 0 && cases === 0 && draw.chance(0.8)) {
    add(`Void: ${product}`, '', -units, -forUnits)
    add(product, 'U', units, forUnits)
  }
}
