/** Replicate: an order's products once more in the cart of its customer (A128, A130, B028). Nothing is ordered by it. */
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { cartOfOrder } from './cart.ts'
import { readCart, showCart, type CartCustomer } from './carts.ts'

export interface Replication {
  order: OrderRow
  lines: readonly { item: OrderItemRow; product: Product | undefined }[]
  person: User
}

/** The customer of an order, which names them by their username. Rejects with an Error in words. */
async function customerOf(client: Client, { order, person }: Replication): Promise<CartCustomer> {
  const { customer: username } = order
  if (username === person.username) return { id: person.id, username }
  const users = await client.api<User[]>('GET', 'users', { query: { no_page: 1 } })
  const found = users.find((user) => user.username === username)
  if (!found) throw new Error(`The customer of order ${order.id} is not among the users.`)
  return { id: found.id, username }
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
  const customer = await customerOf(client, replication)
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
