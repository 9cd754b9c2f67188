/**
 * A customer places as much as the bounds allow, by push and by plain call at once, and goes on when they are reached, while a
 * warehouse works. Pickers must not notice: 99 of 100 edits are answered within 100 ms, no device pulls everything again, and
 * orders that are refused for a bound leave nothing.
 */
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { v7 } from '#server/platform/auth/uuid.ts'
import { PASSWORD } from '../factories/app.ts'
import type { Server } from '../process/product.ts'
import { at, loadServer, type LoadOptions, type LoadReport } from './load.ts'

/** The lines of each order: so many that some orders use up the lines of a day. */
const LINES = 500
/** Orders of one push. */
const ORDERS = 10

export interface BoundsReport extends LoadReport {
  placed: number
  /** Orders that were refused for a bound. */
  postponed: number
  /** Milliseconds until a call of the customer was answered. */
  customerP99: number
  /** Rows that the refused orders left. */
  left: number
}

interface Customer {
  id: number
  headers: Record<string, string>
  products: string[]
}

const DEVICE = 'device of chef'

async function signInCustomer({ url, query }: Server): Promise<Customer> {
  const answer = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': DEVICE },
    body: JSON.stringify({ username: 'chef', password: PASSWORD }),
  })
  const { access, user } = (await answer.json()) as { access: string; user: { id: number } }
  const products = await query<{ upc: string }>(
    `select distinct r.product as upc from order_list_rows r
       join order_lists l on l.id = r.order_list_id join users u on u.id = $1
       join products p on p.upc = r.product
      where l.company_location_id = any(u.location_ids) and p.active and p.unit_price > 0`,
    [user.id],
  )
  return {
    id: user.id,
    headers: { authorization: `Bearer ${access}` },
    products: products.map(({ upc }) => upc),
  }
}

function orderOf({ id, products }: Customer): object {
  const today = new Date().toISOString().slice(0, 10)
  return {
    customer: id,
    submitted_date: today,
    created_date: today,
    total: '0.00',
    order_items: Array.from({ length: LINES }, (_, n) => ({
      product: products[n % products.length],
      unit_quantity: 1,
      case_quantity: 0,
    })),
  }
}

const placing = (customer: Customer, seq: number) => ({
  mutation_id: v7(Date.now()),
  device_id: DEVICE,
  user_id: customer.id,
  entity: 'orders',
  entity_id: v7(Date.now()),
  order: null,
  call: { method: 'POST', path: '/api/orders/', body: orderOf(customer) },
  base: { version: null, values: {} },
  seq,
  created_at: new Date().toISOString(),
  schema_version: MUTATION_SCHEMA_VERSION,
})

/** Places until `over`, by one push after the other and one plain call after the other. */
async function placeAlways({ url }: Server, customer: Customer, over: AbortSignal) {
  const took: number[] = []
  const wrong: string[] = []
  let [placed, postponed] = [0, 0]
  function count(status: number): void {
    if (status === 201) placed++
    else if (status === 429) postponed++
    else if (status !== 503) wrong.push(`an order was answered ${status}`)
  }
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const began = performance.now()
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...customer.headers, ...headers },
      body: JSON.stringify(body),
    })
    took.push(performance.now() - began)
    return answer
  }
  async function pushes(): Promise<void> {
    for (let seq = 1; !over.aborted; seq += ORDERS) {
      const mutations = Array.from({ length: ORDERS }, (_, n) => placing(customer, seq + n))
      const answer = await post('sync/push', { device_id: DEVICE, mutations })
      const { results = [] } = (await answer.json()) as { results?: { status: number }[] }
      for (const { status } of results) count(status)
      if (results.length === 0) count(answer.status)
    }
  }
  async function calls(): Promise<void> {
    const order = orderOf(customer)
    while (!over.aborted) {
      const answer = await post('orders', order, { 'idempotency-key': v7(Date.now()) })
      await answer.text()
      count(answer.status)
    }
  }
  await Promise.all([pushes(), calls()])
  return {
    placed,
    postponed,
    customerP99: at(
      took.toSorted((a, b) => a - b),
      0.99,
    ),
    wrong,
  }
}

export async function placeBesideLoad(server: Server, options: LoadOptions): Promise<BoundsReport> {
  const customer = await signInCustomer(server)
  const over = new AbortController()
  const placing = placeAlways(server, customer, over.signal)
  const load = await loadServer(server, options).finally(() => over.abort())
  const { wrong, ...placed } = await placing
  const [{ left } = { left: 0 }] = await server.query<{ left: number }>(
    `select count(*)::int as left from mutations where user_id = $1 and outcome <> 'applied'`,
    [customer.id],
  )
  load.wrong.push(...wrong)
  if (left > 0) load.wrong.push(`${left} rows are kept of refused orders`)
  if (load.fullPulls > 0) load.wrong.push(`${load.fullPulls} devices pulled everything`)
  if (placed.placed === 0 || placed.postponed === 0) load.wrong.push('the bounds were not reached')
  return { ...load, ...placed, left }
}
