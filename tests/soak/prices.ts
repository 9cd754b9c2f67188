/**
 * Orders at random. The cart, the server's order and the order's lines must show the same to the cent, whatever the
 * products cost and whatever margins apply to them.
 */
import { pricedFor, type Margin } from '#contract/fees/margins.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import type { OrderListPrice } from '#contract/order-lists/schema.ts'
import { placeOrder } from '#contract/orders/place.ts'
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { Customer } from '#contract/people/customer.ts'
import type { User } from '#contract/people/schema.ts'
import { ROLE, type Person } from '#contract/permissions.ts'
import { canOrderBy, displayPrices } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Changes } from '#contract/sync/protocol.ts'
import type { Placing, World } from '#contract/sync/world.ts'
import { cartLineTotal, wholeCart, type CartProduct, type Prices } from '#features/ordering/cart/cart.ts'
import type { Chance } from '../sim/chance.ts'
import { invoiceThrough, type Office } from './invoices.ts'

export interface PricesReport {
  orders: number
  lines: number
  /** The first differences, in words. */
  wrong: string[]
}
/** The most differences that are reported. More would add nothing. */
const MOST_TOLD = 10

const between = (chance: Chance, least: number, most: number) => least + chance.whole(most - least + 1)

/** Returns mostly a small number; sometimes a large one, sometimes none. */
const amount = (chance: Chance, isSold: boolean): number =>
  !isSold ? 0 : chance.oneIn(20) ? between(chance, 100, 9_999) : chance.whole(8)

const randomLine = (chance: Chance, product: Product): CartProduct => ({
  upc: product.upc,
  unit_in_cart: amount(chance, canOrderBy(product, 'u')),
  case_in_cart: amount(chance, canOrderBy(product, 'c')),
  added_in_cart: true,
  added_through_sub: false,
})

const marginBody = (chance: Chance): Pick<Margin, 'type' | 'amount'> =>
  chance.oneIn(3)
    ? { type: 'f', amount: money(BigInt(between(chance, -300, 900))) }
    : { type: '%', amount: `${between(chance, -60, 90)}.${String(chance.whole(10_000)).padStart(4, '0')}` }

/** Returns what differs between a cart and the order that was made of it; null where nothing does. */
function differenceOf(
  cart: readonly CartProduct[],
  prices: Prices,
  order: Pick<OrderRow, 'id' | 'total'>,
  items: readonly Pick<OrderItemRow, 'product' | 'estimated_price'>[],
): string | null {
  const { total, products } = wholeCart(cart, prices)
  const lines = items.reduce((sum, item) => sum + cents(item.estimated_price), 0n)
  if (total !== order.total || money(lines) !== order.total)
    return `order ${order.id}: the cart says ${total}, the order ${order.total}, its lines ${money(lines)}`
  for (const item of items) {
    const line = products.find(({ upc }) => upc === item.product)
    const shown = line && cartLineTotal(line, prices)
    if (shown !== item.estimated_price)
      return `order ${order.id}, ${item.product}: the cart says ${shown}, the line ${item.estimated_price}`
  }
  return null
}

const CHEF: Person = { id: 1, username: 'chef', role_id: ROLE.customer, is_staff: false, company: 1 }
const LOCATIONS = [1, 2]
const WAREHOUSES = [3, 4]

function randomProduct(chance: Chance, upc: string): Product {
  const price = () => money(BigInt(chance.oneIn(10) ? chance.whole(200_000) : chance.whole(6_000)))
  const pounds = () => `${chance.whole(30)}.${String(chance.whole(1_000)).padStart(3, '0')}`
  const basis = {
    unit_type: chance.pick(['Unit', 'Case', 'Unit / Case'] as const),
    weight_type: chance.pick(['', '', 'r/w', 'fix'] as const),
    unit_price: price(),
    case_price: price(),
    average_unit_weight: chance.oneIn(8) ? null : pounds(),
    average_case_weight: chance.oneIn(8) ? null : pounds(),
    units_per_case: between(chance, 1, 24),
  }
  const warehouse = chance.oneIn(6) ? null : { id: chance.pick(WAREHOUSES), name: 'Dry' }
  // Placing does not read these fields.
  const rest = { name: upc, active: true, tax_default: false } as Product
  return { ...rest, ...basis, ...displayPrices(basis), upc, warehouse }
}

const randomMargin = (chance: Chance, id: number, upcs: readonly string[]): Margin => ({
  id,
  ...marginBody(chance),
  company_location: chance.oneIn(2) ? chance.pick(LOCATIONS) : null,
  warehouse: chance.oneIn(3) ? chance.pick(WAREHOUSES) : null,
  product: chance.oneIn(2) ? chance.pick(upcs) : null,
})

/** Returns the server's side of placing: products with the location's margins, and nothing of the cart. */
function worldOf(products: readonly Product[], margins: readonly Margin[], location: number): World {
  const placing: Placing = {
    customer: { id: 1, username: CHEF.username, company: 1 },
    locations: [{ id: location, name: '', address: '', lot_tracked: false, taxable: false }],
    maySee: () => true,
    mayReplace: () => true,
    today: '2026-11-23',
    tomorrow: '2026-11-24',
    now: '2026-11-23T12:00:00Z',
    silentSince: '2026-11-23T12:00:00Z',
    newId: () => 'line',
  }
  const product = (upc: string, at?: number) => {
    const found = products.find((one) => one.upc === upc)
    return found && at !== undefined ? pricedFor(found, margins, at) : found
  }
  return { product, placing: () => placing } as Partial<World> as World
}

/** Places one order in the pure functions that device and server run. */
function placeOne(chance: Chance): { lines: number; wrong: string | null } {
  const products = Array.from({ length: between(chance, 1, 3) }, (_, n) => randomProduct(chance, `p${n}`))
  const upcs = products.map(({ upc }) => upc)
  const margins = Array.from({ length: chance.whole(6) }, (_, n) => randomMargin(chance, n + 1, upcs))
  const location = chance.pick(LOCATIONS)
  const told = new Map(products.map((product) => [product.upc, pricedFor(product, margins, location)]))
  const cart = [...told.values()].map((product) => randomLine(chance, product))
  const prices: Prices = (upc) => told.get(upc)
  const { products: filled, total } = wholeCart(cart, prices)
  if (filled.length === 0) return { lines: 0, wrong: null }
  const body = {
    customer: CHEF.id,
    submitted_date: '2026-11-23',
    created_date: '2026-11-23',
    total,
    order_items: filled.map(({ upc, unit_in_cart, case_in_cart }) => ({
      product: upc,
      unit_quantity: unit_in_cart,
      case_quantity: case_in_cart,
    })),
  }
  const outcome = placeOrder(
    {
      mutation_id: 'one',
      entity: 'orders',
      entity_id: 'one',
      call: { method: 'POST', path: '/api/orders/', body },
      base: { version: null, values: {} },
      adds: null,
      created_at: '2026-11-23T12:00:00Z',
    },
    // The margins are in another order: their place in a list must not decide which one counts.
    worldOf(products, [...margins].reverse(), location),
    CHEF,
  )
  if (outcome.kind !== 'applied') return { lines: 0, wrong: `refused: ${JSON.stringify(outcome)}` }
  const rows = outcome.changes.flatMap((change) =>
    change.table === 'items' && 'row' in change ? [change.row] : [],
  )
  return { lines: rows.length, wrong: differenceOf(filled, prices, outcome.row as OrderRow, rows) }
}

/** Places so many orders in the pure functions. */
export function placePurely(orders: number, chance: Chance): PricesReport {
  const report: PricesReport = { orders, lines: 0, wrong: [] }
  for (let n = 0; n < orders && report.wrong.length < MOST_TOLD; n += 1) {
    const { lines, wrong } = placeOne(chance)
    report.lines += lines
    if (wrong !== null) report.wrong.push(wrong)
  }
  return report
}

/** A server with the demo distributor; a call that is refused throws. */
export interface Shop {
  call<T>(by: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>
  /** Whether online payment is set up, and every customer may pay: then each invoice's costs are compared too. */
  isPaidOnline?: true
  /** Makes the PDF of an invoice, reads it, and returns what differs; null where nothing does. */
  paper(invoice: Invoice): Promise<string | null>
}

const OFFICE = 'office'
/** A customer of the demo distributor who signs in. */
const BUYER = 'chef'
/** How many orders are made at the same margins. */
const ORDERS_A_ROUND = 20
/** One in so many invoices is made into a PDF, which takes a tenth of a second. */
const ORDERS_A_PDF = 10

/** Returns the lists of the demo's locations, with the people who order there. */
async function offersOf({ call }: Shop) {
  type List = { id: number; company_location: number | null; active: boolean }
  const [users, locations, lists] = await Promise.all([
    call<User[]>(OFFICE, 'GET', 'users?no_page=1'),
    call<Customer[]>(OFFICE, 'GET', 'companylocations?no_page=1'),
    call<List[]>(OFFICE, 'GET', 'orderlists?no_page=1&visible=True'),
  ])
  const open = new Set(locations.filter(({ active }) => active).map(({ id }) => id))
  return lists.flatMap(({ id: list, company_location: location, active }) => {
    const customer = users.find(
      (user) =>
        user.is_active &&
        !user.account_lock &&
        !user.is_staff &&
        user.company_location.includes(location ?? 0),
    )
    return active && location !== null && open.has(location) && customer ? [{ list, location, customer }] : []
  })
}

/** Adds a margin, and removes one that was added here where there are many. */
async function moveMargins(
  { call }: Shop,
  chance: Chance,
  laid: number[],
  targets: { location: number; upcs: readonly string[]; warehouses: readonly number[] },
): Promise<void> {
  if (laid.length > 12)
    await call(OFFICE, 'DELETE', `margintemplates/${laid.splice(chance.whole(laid.length), 1)[0]}`)
  const scope = {
    company_location: chance.oneIn(3) ? null : targets.location,
    warehouse: chance.oneIn(3) ? chance.pick(targets.warehouses) : null,
    product: chance.oneIn(2) ? chance.pick(targets.upcs) : null,
  }
  const where = Object.values(scope).every((one) => one === null)
    ? { company_location: targets.location }
    : scope
  const { id } = await call<{ id: number }>(OFFICE, 'POST', 'margintemplates/', {
    ...marginBody(chance),
    ...where,
  })
  laid.push(id)
}

/** Checks that a person outside the house gets the same prices in every call and on their device. */
async function buyersDifference({ call }: Shop, prices: readonly OrderListPrice[]): Promise<string | null> {
  const listed = new Map(prices.map((price) => [price.upc, price]))
  const asked = await call<Product[]>(BUYER, 'GET', 'products?no_page=1&include_nonprimary=True')
  const kept: Product[] = []
  for (let since = '', more = true; more;) {
    const page: Changes = await call(BUYER, 'GET', `sync/changes?limit=10000${since}`)
    kept.push(...(page.rows.products ?? []))
    since = `&since=${encodeURIComponent(page.cursor)}`
    more = page.more
  }
  for (const product of [...asked, ...kept]) {
    const price = listed.get(product.upc)
    if (
      price &&
      (price.unit_price !== product.unit_price || price.display_case_price !== product.display_case_price)
    )
      return `${product.upc}: the list says ${price.unit_price}, the catalogue ${product.unit_price}`
  }
  return null
}

/** Places so many orders through a server and its database, at margins that change. Each is picked and invoiced. */
export async function placeThrough(shop: Shop, orders: number, chance: Chance): Promise<PricesReport> {
  const report: PricesReport = { orders: 0, lines: 0, wrong: [] }
  const offers = await offersOf(shop)
  const warehouses = (await shop.call<{ id: number }[]>(OFFICE, 'GET', 'warehouses?no_page=1')).map(
    ({ id }) => id,
  )
  const home = (await shop.call<User[]>(BUYER, 'GET', 'users?no_page=1'))[0]!.company_location[0]
  const homeList = offers.find(({ location }) => location === home)!.list
  const staff = (await shop.call<User[]>(OFFICE, 'GET', 'users?no_page=1')).find(
    ({ username }) => username === OFFICE,
  )!
  const clerkFor = (payer: string, nth: number): Office => ({
    person: staff,
    call: (method, path, body) => shop.call(OFFICE, method, path, body),
    preview: shop.isPaidOnline
      ? (order) => shop.call(payer, 'GET', `orders/${order}/invoice/paymentpreview`)
      : null,
    paper: nth % ORDERS_A_PDF === 0 ? shop.paper : null,
  })
  const laid: number[] = []
  const pricesOf = (list: number) =>
    shop.call<OrderListPrice[]>(OFFICE, 'GET', `orderlistprices?no_page=1&order_list=${list}`)
  while (report.orders < orders && report.wrong.length < MOST_TOLD) {
    const { list, location, customer } = chance.pick(offers)
    const products = await shop.call<Product[]>(
      OFFICE,
      'GET',
      `products?no_page=1&include_nonprimary=True&order_list=${list}`,
    )
    const upcs = products.map(({ upc }) => upc)
    for (let n = 0; n < 3; n += 1) await moveMargins(shop, chance, laid, { location, upcs, warehouses })
    const prices = new Map((await pricesOf(list)).map((price) => [price.upc, price]))
    const told = await buyersDifference(shop, await pricesOf(homeList))
    if (told !== null) report.wrong.push(told)
    for (let n = 0; n < ORDERS_A_ROUND && report.orders < orders; n += 1) {
      const chosen = new Set(Array.from({ length: between(chance, 1, 8) }, () => chance.pick(products)))
      const cart = [...chosen].map((product) =>
        randomLine(chance, { ...product, ...prices.get(product.upc) }),
      )
      const filled = wholeCart(cart, (upc) => prices.get(upc)).products
      if (filled.length === 0) continue
      const placed = await shop.call<OrderRow>(OFFICE, 'POST', 'orders/', {
        customer: customer.id,
        company_location: location,
        submitted_date: '2026-11-23',
        created_date: '2026-11-23',
        total: '0.00',
        order_items: filled.map(({ upc, unit_in_cart, case_in_cart }) => ({
          product: upc,
          unit_quantity: unit_in_cart,
          case_quantity: case_in_cart,
        })),
      })
      const [order, items] = await Promise.all([
        shop.call<OrderRow>(OFFICE, 'GET', `orders/${placed.id}`),
        shop.call<OrderItemRow[]>(OFFICE, 'GET', `orderitems?no_page=1&order=${placed.id}`),
      ])
      report.orders += 1
      report.lines += items.length
      const wrong =
        differenceOf(filled, (upc) => prices.get(upc), order, items) ??
        (await invoiceThrough(clerkFor(customer.username, report.orders), order.id, items, chance))
      if (wrong !== null) report.wrong.push(wrong)
    }
  }
  return report
}
