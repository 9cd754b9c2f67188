/**
 * Acts at random on the same few orders, by the office and several pickers: picked, weighed, substituted and reverted,
 * marked, priced by hand, merged, invoiced, credited, unlocked, invoiced again, refreshed and paid. After every act
 * cart prices, order, invoice, its pages and files, history and balances must agree with sums that this file computes
 * itself, without code of Larder.
 */
import { Invoice } from '#contract/invoices/schema.ts'
import type { Answer } from '../factories/app.ts'
import { differenceIn } from '../factories/invoice-figures.ts'
import { ROLE } from '#contract/permissions.ts'
import type { Chance } from '../sim/chance.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Trader {
  /** Makes a call as a person, on a device of their own. */
  call(by: string, method: Method, path: string, body?: object): Promise<Pick<Answer, 'status' | 'body'>>
  query<T extends object>(sql: string, values?: unknown[]): Promise<T[]>
}

export interface ActsReport {
  acts: number
  /** Acts that the server refused, as it may. */
  refused: number
  /** How often each act was done. */
  done: Record<string, number>
  /** The disagreements, each with its act. */
  wrong: string[]
}

const OFFICE = 'office'
const PICKERS = ['picker', 'picker2', 'foreman']
/** Orders of one location, so that they can be merged. */
const SCENE_ORDERS = 4
/** How many acts until other orders are taken, because in the end all of a scene's orders are paid or deleted. */
const ACTS_A_SCENE = 100
const MOST_TOLD = 10

/** Returns a decimal as a whole number of units of 10^-places. */
function scaled(decimal: string | null, places: number): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal ?? '0')!
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign ? -units : units
}
const cents = (decimal: string | null) => scaled(decimal, 2)
const shown = (units: bigint) => {
  const digits = String(units < 0n ? -units : units).padStart(3, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Item {
  id: string
  order_id: number
  product: string
  original_product: string | null
  units_ordered: number
  cases_ordered: number
  unit_quantity: number
  case_quantity: number
  price_per_unit: string
  price_per_case: string
  price_snapshot: {
    weight_type: string
    unit_price_per_lb: string | null
    case_price_per_lb: string | null
    average_unit_weight: string | null
    average_case_weight: string | null
  }
  coupon_amount: string
  out_of_stock: boolean
  picked: boolean
  hand_total: string | null
  estimated_price: string
  final_price: string
}
interface Piece {
  id: string
  order_item_id: string
  unit_type: 'u' | 'c'
  weight_lbs: string | null
}
interface Order {
  id: number
  total: string
  picked_total: string
  invoiced: boolean
  invoice_total: string | null
  paid_status: string
  grand_total: string | null
}

/** Returns what a line charges for what was picked: readings, "Orders, quantities, weights". */
function chargedFor(item: Item, pieces: readonly Piece[]): bigint {
  if (item.out_of_stock) return 0n
  if (item.hand_total !== null)
    return item.unit_quantity + item.case_quantity > 0 ? cents(item.hand_total) : 0n
  const { price_snapshot: by } = item
  const part = (type: 'u' | 'c'): bigint => {
    const [count, each, perLb, mean] =
      type === 'u'
        ? [item.unit_quantity, item.price_per_unit, by.unit_price_per_lb, by.average_unit_weight]
        : [item.case_quantity, item.price_per_case, by.case_price_per_lb, by.average_case_weight]
    const own = pieces.filter(
      (piece) =>
        piece.order_item_id === item.id && piece.unit_type === type && scaled(piece.weight_lbs, 3) > 0n,
    )
    const weighed = by.weight_type === 'r/w' ? own.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : []
    const isByWeight = perLb !== null && scaled(perLb, 2) > 0n && by.weight_type !== ''
    if (!isByWeight || (weighed.length === 0 && scaled(mean, 3) === 0n))
      return BigInt(count) * cents(each) * 1_000n
    let pounds = 0n
    for (let n = 0; n < count; n++) pounds += scaled(weighed[n]?.weight_lbs ?? mean, 3)
    return pounds * cents(perLb)
  }
  const exact = part('u') + part('c')
  const rounded = (exact * 2n + 1_000n) / 2_000n
  const charged = rounded - cents(item.coupon_amount)
  return charged > 0n ? charged : 0n
}

interface Scene {
  orders: number[]
  location: number
  upcs: string[]
}

/** Makes new orders of one location, and finds what may be put on them. */
async function newScene({ query, call }: Trader, chance: Chance): Promise<Scene> {
  const places = await query<{ location: number; customer: number; upcs: string[] }>(
    `select l.company_location_id as location, min(u.id)::int as customer, array_agg(distinct r.product) as upcs
       from order_lists l join order_list_rows r on r.order_list_id = l.id join products p on p.upc = r.product
       join company_locations c on c.id = l.company_location_id
       join users u on u.company_id = c.company_id and u.is_active and not u.account_lock and u.role_id = ${ROLE.buyer}
      where p.active and p.unit_price > 0 and p.unit_type <> 'Case' and c.active and l.active
      group by 1 order by 1`,
  )
  const { location, customer, upcs } = chance.pick(places)
  const orders: number[] = []
  for (let n = 0; n < SCENE_ORDERS; n++) {
    const chosen = new Set(Array.from({ length: 4 }, () => chance.pick(upcs)))
    const { status, body } = await call(OFFICE, 'POST', 'orders', {
      customer,
      company_location: location,
      submitted_date: '2026-11-23',
      created_date: '2026-11-23',
      total: '0.00',
      order_items: [...chosen].map((product) => ({
        product,
        unit_quantity: 1 + chance.whole(6),
        case_quantity: 0,
      })),
    })
    if (status !== 201) throw new Error(`no order is placed: ${status} ${JSON.stringify(body)}`)
    orders.push((body as { id: number }).id)
  }
  return { location, orders, upcs }
}

const amountOf = (chance: Chance, most: number) => shown(BigInt(1 + chance.whole(most)))

export async function actAtRandom(
  trader: Trader,
  { acts, chance, tell = () => {} }: { acts: number; chance: Chance; tell?: (words: string) => void },
): Promise<ActsReport> {
  const report: ActsReport = { acts: 0, refused: 0, done: {}, wrong: [] }
  let scene: Scene | null = null
  while (report.acts < acts && report.wrong.length < MOST_TOLD) {
    if (scene === null || report.acts % ACTS_A_SCENE === 0 || scene.orders.length < 2)
      scene = await newScene(trader, chance)
    const name = chance.pick(ACT_NAMES)
    const said = await ACTS[name](trader, scene, chance)
    report.acts++
    if (said.status >= 500) report.wrong.push(`${name}: ${said.status} ${JSON.stringify(said.body)}`)
    if (said.status >= 400) report.refused++
    else report.done[name] = (report.done[name] ?? 0) + 1
    const wrong = await look(trader, scene)
    for (const words of wrong) report.wrong.push(`act ${report.acts}, ${name} (${said.status}): ${words}`)
    if (report.acts % 500 === 0) tell(`${report.acts} acts, ${report.wrong.length} findings`)
  }
  return report
}

type Said = { status: number; body: unknown }
type Act = (trader: Trader, scene: Scene, chance: Chance) => Promise<Said>

/** The act has no target. */
const NOTHING: Said = { status: 404, body: null }

async function someItem({ query }: Trader, scene: Scene, chance: Chance): Promise<Item | null> {
  const items = await query<Item>('select * from order_items where order_id = any($1::int[]) order by id', [
    scene.orders,
  ])
  return items.length === 0 ? null : chance.pick(items)
}
const someOrder = ({ orders }: Scene, chance: Chance) => chance.pick(orders)

/** Changes an item as this person. */
const onItem =
  (by: (chance: Chance) => string, bodyOf: (item: Item, chance: Chance, scene: Scene) => object): Act =>
  async (trader, scene, chance) => {
    const item = await someItem(trader, scene, chance)
    return item
      ? trader.call(by(chance), 'PATCH', `orderitems/${item.id}`, bodyOf(item, chance, scene))
      : NOTHING
  }
const aPicker = (chance: Chance) => chance.pick(PICKERS)
const theOffice = () => OFFICE

const onInvoice =
  (method: Method, path: string, bodyOf: (chance: Chance) => object = () => ({})): Act =>
  (trader, scene, chance) =>
    trader.call(OFFICE, method, `orders/${someOrder(scene, chance)}/invoice${path}`, bodyOf(chance))

/** Makes an invoice, and answers the server's questions about it. */
function invoice(regenerate: boolean): Act {
  return async ({ call }, scene, chance) => {
    const path = `orders/${someOrder(scene, chance)}/generateinvoice`
    const body = {
      force_regenerate: regenerate,
      confirm_unsent: true,
      confirm_average: true,
      confirm_zero: true,
      confirm_nothing: true,
    }
    const first = await call(OFFICE, 'POST', path, body)
    const against = (first.body?.against ?? []) as { code: string; lines?: { item: string }[] }[]
    const exceeded = against.find(({ code }) => code === 'credit_exceeds_line')?.lines
    if (!exceeded) return first
    const credits = exceeded.map(({ item }) =>
      chance.pick([
        { item, act: 'lower' as const },
        { item, act: 'keep' as const, reason: 'Promised' },
        { item, act: 'remove' as const },
      ]),
    )
    return call(OFFICE, 'POST', path, { ...body, credits })
  }
}

const ACTS = {
  count: onItem(aPicker, (item, chance) => ({
    unit_quantity: item.units_ordered === 0 ? 0 : chance.whole(item.units_ordered + 2),
    case_quantity: item.cases_ordered === 0 ? 0 : chance.whole(item.cases_ordered + 2),
    picked: !chance.oneIn(4),
  })),
  async weigh(trader, scene, chance) {
    const item = await someItem(trader, scene, chance)
    if (!item) return NOTHING
    return trader.call(aPicker(chance), 'POST', 'ordersubitems', {
      order_item: item.id,
      unit_type: item.units_ordered > 0 ? 'u' : 'c',
      weight_lbs: `${1 + chance.whole(9)}.${String(chance.whole(1_000)).padStart(3, '0')}`,
      lot_code: 'L-1',
    })
  },
  async unweigh({ query, call }, scene, chance) {
    const pieces = await query<{ id: string }>(
      'select id from order_subitems where order_id = any($1::int[]) order by id',
      [scene.orders],
    )
    return pieces.length === 0
      ? NOTHING
      : call(aPicker(chance), 'DELETE', `ordersubitems/${chance.pick(pieces).id}`)
  },
  outOfStock: onItem(aPicker, ({ out_of_stock }) => ({ out_of_stock: !out_of_stock })),
  order: onItem(theOffice, (item, chance) =>
    item.cases_ordered > 0 ? { cases_ordered: chance.whole(6) } : { units_ordered: chance.whole(9) },
  ),
  coupon: onItem(theOffice, (_item, chance) => ({ coupon_amount: amountOf(chance, 900) })),
  priceByHand: onItem(theOffice, (_item, chance) => ({ final_price: amountOf(chance, 9_000) })),
  substitute: onItem(aPicker, (_item, chance, { upcs }) => ({ product: chance.pick(upcs) })),
  revert: onItem(aPicker, ({ product, original_product }) => ({ product: original_product ?? product })),
  async add({ call }, scene, chance) {
    return call(OFFICE, 'POST', 'orderitems', {
      order: someOrder(scene, chance),
      product: chance.pick(scene.upcs),
      units_ordered: 1 + chance.whole(4),
    })
  },
  async remove(trader, scene, chance) {
    const item = await someItem(trader, scene, chance)
    return item ? trader.call(OFFICE, 'DELETE', `orderitems/${item.id}`) : NOTHING
  },
  async price({ call, query }, scene, chance) {
    const upc = chance.pick(scene.upcs)
    const said = await call(OFFICE, 'PATCH', `productedit/${upc}`, { unit_price: amountOf(chance, 3_000) })
    if (said.status >= 400) return said
    const open = await query<{ id: number }>(
      'select id from orders where id = any($1::int[]) and not invoiced',
      [scene.orders],
    )
    return call(OFFICE, 'POST', 'orderpricerefresh', { order_ids: open.map(({ id }) => id) })
  },
  async merge({ call }, scene, chance) {
    const [base, one] = [someOrder(scene, chance), someOrder(scene, chance)]
    if (base === one || !chance.oneIn(4)) return NOTHING
    const said = await call(OFFICE, 'POST', 'mergeorders', {
      base_order: base,
      orders_to_merge: [one],
      confirm_unsent: true,
    })
    if (said.status < 300) scene.orders = scene.orders.filter((id) => id !== one)
    return said
  },
  invoice: invoice(false),
  invoiceAgain: invoice(false),
  regenerate: invoice(true),
  async unlock({ call }, scene, chance) {
    return call(OFFICE, 'POST', `orders/${someOrder(scene, chance)}/unlock`, {})
  },
  fees: onInvoice('PATCH', '', (chance) => ({
    refrigerated_delivery_fee: amountOf(chance, 2_000),
    fuel_surcharge: chance.oneIn(2) ? '0.00' : amountOf(chance, 800),
  })),
  async override({ call, query }, scene, chance) {
    const order = someOrder(scene, chance)
    const items = await query<Item>('select * from order_items where order_id = $1 order by id', [order])
    if (items.length === 0) return NOTHING
    return call(OFFICE, 'POST', `orders/${order}/invoice/itemoverride`, {
      order_items: [
        {
          id: chance.pick(items).id,
          invoice_override_unit_price: chance.oneIn(3) ? null : amountOf(chance, 2_000),
          invoice_override_case_price: null,
        },
      ],
      surcharge_items: [],
    })
  },
  async credit({ call, query }, scene, chance) {
    const order = someOrder(scene, chance)
    const items = await query<Item>('select * from order_items where order_id = $1 order by id', [order])
    const item = items.length > 0 && !chance.oneIn(3) ? chance.pick(items).id : null
    return call(OFFICE, 'POST', `orders/${order}/invoice/credit`, {
      item,
      amount: amountOf(chance, 3_000),
      reason: 'Spoilt',
      confirm_exceeds: true,
    })
  },
  async reverse({ call, query }, scene, chance) {
    const credits = await query<{ id: number; of_order: number }>(
      'select id, of_order from invoice_credits where of_order = any($1::int[]) and reversed_at is null order by id',
      [scene.orders],
    )
    if (credits.length === 0) return NOTHING
    const { id, of_order } = chance.pick(credits)
    return call(OFFICE, 'POST', `orders/${of_order}/invoice/credits/${id}/reverse`, {})
  },
  paid: onInvoice('POST', '/setpaidexternally', () => ({ note: 'Check' })),
  notPaid: onInvoice('POST', '/setnotpaidexternally'),
  ready: onInvoice('POST', '/setpayable'),
} satisfies Record<string, Act>
const ACT_NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[]

/** Returns the disagreements, in words. */
async function look({ call, query }: Trader, { orders, location }: Scene): Promise<string[]> {
  const [rows, items, pieces] = await Promise.all([
    query<Order>(
      `select o.id, o.total::text, o.picked_total::text, o.invoiced, o.invoice_total::text, o.paid_status,
              v.grand_total::text from orders o left join invoices v on v.order_id = o.id where o.id = any($1::int[])`,
      [orders],
    ),
    query<Item>(
      `select i.*, i.price_per_unit::text, i.price_per_case::text, i.coupon_amount::text, i.hand_total::text,
              i.estimated_price::text, i.final_price::text from order_items i where i.order_id = any($1::int[])`,
      [orders],
    ),
    query<Piece>(
      'select id, order_item_id, unit_type, weight_lbs::text from order_subitems where order_id = any($1::int[])',
      [orders],
    ),
  ])
  const wrong: string[] = []
  for (const item of items) {
    const ordered =
      BigInt(item.units_ordered) * cents(item.price_per_unit) +
      BigInt(item.cases_ordered) * cents(item.price_per_case)
    if (cents(item.estimated_price) !== ordered)
      wrong.push(`${item.id} is ordered at ${item.estimated_price}, and comes to ${shown(ordered)}`)
    const charged = chargedFor(item, pieces)
    if (cents(item.final_price) !== charged)
      wrong.push(`${item.id} is picked at ${item.final_price}, and comes to ${shown(charged)}`)
    if (item.out_of_stock && (item.picked || item.unit_quantity + item.case_quantity > 0))
      wrong.push(`${item.id} is out of stock, and is picked`)
  }
  for (const order of rows) {
    const own = items.filter(({ order_id }) => order_id === order.id)
    const sum = (field: 'estimated_price' | 'final_price') =>
      own.reduce((all, item) => all + cents(item[field]), 0n)
    if (cents(order.total) !== sum('estimated_price'))
      wrong.push(`order ${order.id} says ${order.total}, its lines ${shown(sum('estimated_price'))}`)
    if (cents(order.picked_total) !== sum('final_price'))
      wrong.push(
        `order ${order.id} is picked at ${order.picked_total}, its lines at ${shown(sum('final_price'))}`,
      )
    if (order.invoiced !== (order.grand_total !== null))
      wrong.push(`order ${order.id} and its invoice disagree`)
    if (order.grand_total !== null) wrong.push(...(await lookAtInvoice({ call, query }, order)))
  }
  const { body } = await call(OFFICE, 'GET', 'openbalances')
  const balance = (body as { company_location: number; open: string; credits: string }[]).find(
    (one) => one.company_location === location,
  )
  const [own] = await query<{ open: string; credits: string }>(
    `select (select coalesce(sum(v.grand_total), 0) from invoices v join orders o on o.id = v.order_id
              where o.company_location_id = $1 and o.paid_status in ('', 'r'))::numeric(14, 2)::text as open,
            (select coalesce(sum(c.total + c.tax), 0) from invoice_credits c
              where c.company_location_id = $1 and c.reversed_at is null
                and not exists (select 1 from invoices v where v.order_id = c.order_id))::numeric(14, 2)::text as credits`,
    [location],
  )
  const unposted = await query<{ kind: string; order_id: number | null; amount: string }>(
    `select kind, order_id, sum(amount)::text as amount from (
       select kind, order_id, credit_id, payment_id, amount from ledger_state
       union all select kind, order_id, credit_id, payment_id, -amount from ledger) both_sides
      group by kind, order_id, credit_id, payment_id having sum(amount) <> 0`,
  )
  const due = await query<{ id: number; due: string }>(
    `select order_id as id, sum(amount)::text as due from ledger
      where order_id = any($1::int[]) and kind not in ('held', 'held_back') group by order_id`,
    [orders],
  )
  const dueOf = new Map(due.map((one) => [one.id, one.due]))
  for (const { id, paid_status, grand_total } of rows) {
    const wanted = paid_status === 'p' || paid_status === 'e' ? '0.00' : (grand_total ?? '0.00')
    const owed = dueOf.get(id) ?? '0.00'
    if (cents(owed) !== cents(wanted))
      wrong.push(`order ${id} is "${paid_status}" with ${wanted} to pay, and ${owed} is due`)
  }
  for (const { kind, order_id, amount } of unposted)
    wrong.push(`the ledger lacks ${amount} of ${kind} of order ${order_id}`)
  if (balance && (balance.open !== own!.open || balance.credits !== own!.credits))
    wrong.push(
      `location ${location} owes ${balance.open} with ${balance.credits}, its rows say ${own!.open} with ${own!.credits}`,
    )
  return wrong
}

/** Compares an invoice in every place that shows it, and checks that no line is credited more than it bills. */
async function lookAtInvoice({ call, query }: Trader, order: Order): Promise<string[]> {
  const [read, csv, history] = await Promise.all([
    call(OFFICE, 'GET', `orders/${order.id}/invoice`),
    call(OFFICE, 'GET', `orders/${order.id}/invoice/downloadexport`),
    call(OFFICE, 'GET', `orders/${order.id}/invoice/history`),
  ])
  const invoice = Invoice.parse(read.body)
  const wrong: string[] = []
  const differs = differenceIn(invoice, String(csv.body))
  if (differs !== null) wrong.push(differs)
  if (order.invoice_total !== order.grand_total || invoice.grand_total !== order.grand_total)
    wrong.push(`order ${order.id} says ${order.invoice_total}, its invoice ${invoice.grand_total}`)
  if (cents(invoice.grand_total) < 0n) wrong.push(`invoice ${order.id} comes to ${invoice.grand_total}`)
  const [latest] = history.body as { act: string; grand_total: string }[]
  if (latest?.grand_total !== order.grand_total)
    wrong.push(
      `the history of ${order.id} ends with ${latest?.act} at ${latest?.grand_total}, not ${order.grand_total}`,
    )
  const credits = await query<{ item_id: string; credited: string }>(
    `select item_id, sum(discount - total)::text as credited from invoice_credits
      where of_order = $1 and item_id is not null and reversed_at is null group by item_id`,
    [order.id],
  )
  for (const { item_id, credited } of credits) {
    const line = invoice.items.find(({ id }) => id === item_id)
    const billed = line ? billedFor(line) : 0n
    if (cents(credited) > billed)
      wrong.push(`${credited} of ${item_id} is credited, and ${shown(billed)} is billed`)
  }
  return wrong
}

/** Returns what a line of an invoice bills, after its coupon. */
function billedFor({ invoice_override_total, total, coupon_amount }: Invoice['items'][number]): bigint {
  const gross = cents(invoice_override_total ?? total)
  const coupon = cents(coupon_amount)
  return gross > coupon ? gross - coupon : 0n
}
