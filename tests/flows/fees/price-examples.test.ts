/** `docs/prices.md`, row by row: the prices that the server answers and charges, and those that the cart shows. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { displayPrices } from '#contract/products/prices.ts'
import { checkout } from '#server/env.ts'
import { wholeCart } from '#features/ordering/cart/cart.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeLocation, makeOrderList, makeProduct, makeUser } from '../../factories/business.ts'

/** The values of a unit and of a case; null for a way in which the product is not sold. */
type Pair<T> = [unit: T | null, case_: T | null]

interface Example {
  no: string
  shows: string
  sold: Pair<true>
  weight_type: '' | 'r/w' | 'fix'
  price: Pair<string>
  average: Pair<string>
  margins: { type: 'f' | '%'; amount: string; on: string[] }[]
  here: Pair<string>
  piece: Pair<string>
  ordered: Pair<string>
  order: string
  /** Null where the product is out of stock. */
  picked: { pieces: Pair<string>; weights: Pair<string[]> } | null
  coupon: string | null
  charged: string
}

const WEIGHT_TYPES = { weighed: 'r/w', fixed: 'fix', '': '' } as const
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/**
 * Returns a cell's pair: `a / b` is a unit's and a case's value; a single one belongs to the way in which the product
 * is sold.
 */
function pairOf(cell: string, [unit]: Pair<true>): Pair<string> {
  if (cell === '–' || cell === '') return [null, null]
  const [first = '', second] = cell.split(' / ')
  if (second !== undefined) return [first, second]
  return unit ? [first, null] : [null, first]
}

function marginOf(text: string): Example['margins'][number] {
  const [, amount = '', percent, on = ''] = /^(-?[\d.]+)( %)? on (.+)$/.exec(text) ?? []
  return { type: percent ? '%' : 'f', amount, on: on.split(', ') }
}

function pickedOf(cell: string, sold: Pair<true>): Example['picked'] {
  if (cell === 'out of stock') return null
  const [, pieces = '', weights = ''] = /^([\d /]+?)(?: \((.+)\))?$/.exec(cell) ?? []
  const [unit, case_] = pairOf(weights, sold)
  return { pieces: pairOf(pieces, sold), weights: [unit?.split(', ') ?? [], case_?.split(', ') ?? []] }
}

function exampleOf(line: string): Example {
  const [no = '', shows = '', how = '', price = '', average = '', margins = '', ...rest] = cellsOf(line)
  const [here = '', piece = '', ordered = '', order = '', picked = '', coupon = '', charged = ''] = rest
  const [ways = '', weighing = ''] = how.split(', ')
  const sold: Pair<true> = [ways.includes('unit') || null, ways.includes('case') || null]
  return {
    no,
    shows,
    sold,
    weight_type: WEIGHT_TYPES[weighing as keyof typeof WEIGHT_TYPES],
    price: pairOf(price, sold),
    average: pairOf(average, sold),
    margins: margins === '–' ? [] : margins.split('; ').map(marginOf),
    here: pairOf(here, sold),
    piece: pairOf(piece, sold),
    ordered: pairOf(ordered, sold),
    order,
    picked: pickedOf(picked, sold),
    coupon: coupon === '–' ? null : coupon,
    charged,
  }
}

const EXAMPLES = readFileSync(path.join(checkout, 'docs/prices.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| *\d+ *\|/.test(line))
  .map(exampleOf)

let server: TestServer
let office: string
let picker: string
beforeAll(async () => {
  server = await testServer()
  office = (await makeUser(server.database.pool, 'office')).username
  picker = (await makeUser(server.database.pool, 'picker')).username
})
afterAll(() => server.close())

/** Makes a call that must succeed, and returns its answer. */
async function done(by: string, method: 'GET' | 'POST' | 'PATCH', at: string, body?: object) {
  const answer = await server.call(by, method, at, { body })
  expect([answer.status, answer.body], `${method} ${at}`).toEqual([
    expect.toSatisfy((status: number) => status < 300),
    expect.anything(),
  ])
  return answer.body
}

async function makeWarehouse(): Promise<number> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `insert into warehouses (id, name) select max(id) + 1, 'Warehouse ' || max(id) + 1 from warehouses returning id`,
  )
  return rows[0]!.id
}

/**
 * Makes the product of an example, on the list of a customer's only location, and adds the margins one after the other.
 */
async function set({ sold: [byUnit, byCase], weight_type, price, average, margins }: Example) {
  const { pool } = server.database
  const basis = {
    unit_type: byUnit && byCase ? ('Unit / Case' as const) : byUnit ? ('Unit' as const) : ('Case' as const),
    weight_type,
    unit_price: price[0] ?? '0.00',
    case_price: price[1] ?? '0.00',
    average_unit_weight: average[0],
    average_case_weight: average[1],
    units_per_case: 6,
  }
  const [location, anotherLocation] = [await makeLocation(pool), await makeLocation(pool)]
  const anotherProduct = await makeProduct(pool)
  const warehouse = await makeWarehouse()
  const { upc } = await makeProduct(pool, { ...basis, ...displayPrices(basis), warehouse_id: warehouse })
  const targets: Record<string, object> = {
    product: { product: upc },
    'another product': { product: anotherProduct.upc },
    location: { company_location: location.id },
    'another location': { company_location: anotherLocation.id },
    warehouse: { warehouse },
    'another warehouse': { warehouse: await makeWarehouse() },
  }
  for (const { type, amount, on } of margins)
    await done(office, 'POST', 'margintemplates/', {
      type,
      amount,
      ...Object.assign({}, ...on.map((target) => targets[target])),
    })
  const list = await makeOrderList(pool, [upc], { company_location_id: location.id })
  const customer = await makeUser(pool, 'customer', { company_id: location.company_id })
  return { upc, list, location, customer }
}

it('there are at least thirty worked examples, numbered in order', () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(30)
  expect(EXAMPLES.map(({ no }) => Number(no))).toEqual(EXAMPLES.map((_, n) => n + 1))
})

it.each(EXAMPLES.map((example) => [`${example.no}: ${example.shows}`, example] as const))(
  'price example %s',
  async (_, example) => {
    const { upc, list, location, customer } = await set(example)
    const isWeighed = example.weight_type !== ''
    const told = ([unit, case_]: Pair<string>) => [unit ?? '0.00', case_ ?? '0.00']

    // Every place that shows the customer a price: the list, the catalogue, the product.
    const [listed] = await done(customer.username, 'GET', `orderlistprices?no_page=1&order_list=${list}`)
    const [found] = await done(customer.username, 'GET', `products?no_page=1&upc=${upc}`)
    const product = await done(customer.username, 'GET', `products/${upc}`)
    for (const { unit_price, case_price, ...display } of [listed, found, product]) {
      expect([unit_price, case_price]).toEqual(told(example.here))
      expect([display.display_unit_price, display.display_case_price]).toEqual(told(example.piece))
      const perLb = isWeighed ? example.here : [null, null]
      expect([display.display_unit_price_per_lb, display.display_case_price_per_lb]).toEqual(perLb)
    }

    const [units, cases] = example.ordered.map((amount) => Number(amount ?? 0)) as [number, number]
    const line = {
      upc,
      unit_in_cart: units,
      case_in_cart: cases,
      added_in_cart: true,
      added_through_sub: false,
    }
    const cart = wholeCart([line], () => listed)
    const order = await done(customer.username, 'POST', 'orders/', {
      customer: customer.id,
      company_location: location.id,
      submitted_date: '2026-05-05',
      created_date: '2026-05-05',
      total: '0.01',
      order_items: [{ product: upc, unit_quantity: units, case_quantity: cases }],
    })
    const [item] = await done(customer.username, 'GET', `orderitems/?order=${order.id}&no_page=1`)
    expect([cart.total, order.total, item.estimated_price]).toEqual([
      example.order,
      example.order,
      example.order,
    ])

    if (example.coupon !== null)
      await done(office, 'PATCH', `orderitems/${item.id}`, { coupon_amount: example.coupon })
    if (example.picked === null) await done(picker, 'PATCH', `orderitems/${item.id}`, { out_of_stock: true })
    else {
      const { pieces, weights } = example.picked
      const [unit_quantity, case_quantity] = pieces.map((count) => Number(count ?? 0))
      await done(picker, 'PATCH', `orderitems/${item.id}`, { unit_quantity, case_quantity })
      for (const [n, unit_type] of (['u', 'c'] as const).entries())
        for (const weight_lbs of weights[n] ?? [])
          await done(picker, 'POST', 'ordersubitems/', { order_item: item.id, unit_type, weight_lbs })
    }
    expect((await done(office, 'GET', `orderitems/${item.id}`)).final_price).toBe(example.charged)

    // Today's price is the order's price, so a refresh finds nothing to change.
    expect(await done(office, 'POST', 'orderpricerefresh/', { order_ids: [order.id] })).toMatchObject({
      items: 0,
    })
  },
)
