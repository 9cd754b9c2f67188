/** Replicate: an order's products once more in the cart of its customer (A128, A130, B028). Nothing is ordered by it. */
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { cartOfOrder } from './cart.ts'
import { readCart, showCart } from './carts.ts'
import { customerOf, type Customer } from './customers.ts'

export interface Replication {
  order: OrderRow
  lines: readonly { item: OrderItemRow; product: Product | undefined }[]
  person: User
}

/** The customer of an order, which names them by their username. Rejects with an Error in words. */
async function customerOfOrder(
  { engine, client }: { engine: Engine; client: Client },
  { order, person }: Replication,
): Promise<Customer> {
  const { customer: username } = order
  const users =
    username === person.username
      ? [person]
      : await client.api<User[]>('GET', 'users', { query: { no_page: 1 } })
  const user = users.find((one) => one.username === username)
  const customer = user && customerOf(user, await engine.db.locations.toArray())
  if (!customer) throw new Error(`The customer of order ${order.id} is not among the users.`)
  return customer
}

/**
 * Fills the cart of the order's customer and makes it the shown one. Where it holds something already nothing is done,
 * unless it may be replaced: returns how many products are in the way, else 0.
 */
export async function replicate(
  { engine, client }: { engine: Engine; client: Client },
  replication: Replication,
  mayReplace: boolean,
): Promise<number> {
  const customer = await customerOfOrder({ engine, client }, replication)
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
