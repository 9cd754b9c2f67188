/**
 * Replicate: an order's products once more in a cart (A128, A130, B028). Nothing is ordered by it. On purpose against A130 and B028,
 * role 32 gets a colleague's order in their own cart.
 */
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { Colleague, User } from '#contract/people/schema.ts'
import { can } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { personOf } from '#src/api/person.ts'
import type { Engine } from '#src/sync/engine.ts'
import { cartOfOrder } from './cart.ts'
import { readCart, showCart } from '../carts.ts'
import { customerOf, type OrderingCustomer, type Orderer } from './customers.ts'

export interface Replication {
  order: OrderRow
  lines: readonly { item: OrderItemRow; product: Product | undefined }[]
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
  const products = new Map(replication.lines.map(({ product }) => [product?.upc, product]))
  const items = replication.lines.map(({ item }) => item)
  await showCart(
    engine,
    customer,
    cartOfOrder(items, (upc) => products.get(upc)),
  )
  return 0
}
