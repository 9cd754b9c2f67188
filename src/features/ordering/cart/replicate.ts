/**
 * Replicate: an order's products once more in a cart (A128, A130, B028). Nothing is ordered by it. On purpose against A130 and B028,
 * role 32 gets a colleague's order in their own cart.
 */
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { Colleague, User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Client } from '#src/api/client.ts'
import { personOf } from '#src/api/person.ts'
import type { Engine } from '#src/sync/engine.ts'
import { cartOfOrder, type Prices } from './cart.ts'
import { readCart, showCart } from '../carts.ts'
import { customerOf, type OrderingCustomer, type Orderer } from './customers.ts'

export interface Replication {
  order: OrderRow
  lines: readonly { item: OrderItemRow }[]
  person: User
}

/** Null where the account is closed, or the person may not order for it. */
async function userOf(client: Client, { order, person }: Replication): Promise<Orderer | null> {
  const { customer, customer_id } = order
  const isCustomer = ({ id, username }: Pick<User, 'id' | 'username'>) =>
    customer_id === undefined ? username === customer : id === customer_id
  if (!can(personOf(person), 'orders.place-for-others') || isCustomer(person)) return person
  if (!person.is_staff) {
    const people = await client.api<Colleague[]>('GET', 'colleagues', { query: { no_page: 1 } })
    const found = people.find(isCustomer)
    return found ? { ...found, company: person.company, is_active: true } : null
  }
  // A device that was updated without the server has rows without the id.
  if (customer_id === undefined)
    return (await client.api<User[]>('GET', 'users', { query: { no_page: 1 } })).find(isCustomer) ?? null
  return client.api<User>('GET', `users/${customer_id}`)
}

/**
 * Returns the customer whose cart an order goes into: the order's, for staff and role 20; else the person themself.
 * Rejects with an Error in words.
 */
async function customerFor(
  { engine, client }: { engine: Engine; client: Client },
  replication: Replication,
): Promise<OrderingCustomer> {
  const user = await userOf(client, replication)
  const customer = user && customerOf(user, await engine.db.locations.toArray())
  if (!customer)
    throw new Error(`The account of ${replication.order.customer} is closed: nothing can be ordered for it.`)
  return customer
}

/**
 * Returns the prices of the customer's first location, which the cart shows, as far as the device has them. The house's
 * devices hold products at their own price (docs/decisions/0101), which nobody has seen for this customer.
 */
async function pricesAt({ db }: Engine, { company_location: [first] }: OrderingCustomer): Promise<Prices> {
  const kept = first === undefined ? [] : await db.prices.where('location').equals(first).toArray()
  const byUpc = new Map(kept.map((price) => [price.upc, price]))
  return (upc) => byUpc.get(upc)
}

/**
 * Fills that cart and makes it the shown one. If it holds something already nothing is done,
 * unless it may be replaced: returns how many products are in the way, else 0.
 */
export async function replicate(
  { engine, client }: { engine: Engine; client: Client },
  replication: Replication,
  mayReplace: boolean,
): Promise<number> {
  const customer = await customerFor({ engine, client }, replication)
  const before = await readCart(engine, customer.id)
  if (before.products.length > 0 && !mayReplace) return before.products.length
  const items = replication.lines.map(({ item }) => item)
  await showCart(engine, customer, cartOfOrder(items, await pricesAt(engine, customer)))
  return 0
}
