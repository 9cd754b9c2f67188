/** Making orders and staged orders of carts (B135–B138, B225–B229). */
import type { PlaceOrder } from '#contract/orders/place.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { EMPTY_CART, type Cart } from './cart.ts'
import { cartName, writeCart } from './carts.ts'
import type { Customer } from './customers.ts'

/** Where and when it goes, and what the driver should know. Days are `YYYY-MM-DD`. */
export interface Delivery {
  location: number
  day: string
  note: string
}

/** B225, B226. `today` is the day of confirmation. */
export function orderOf(
  customer: Customer,
  cart: Cart,
  { location, day, note }: Delivery,
  today: string,
): PlaceOrder {
  return {
    customer: customer.id,
    submitted_date: today,
    created_date: today,
    total: cart.total,
    order_items: cart.products.map(({ upc, unit_in_cart, case_in_cart }) => ({
      product: upc,
      original_product: upc,
      unit_quantity: unit_in_cart,
      case_quantity: case_in_cart,
    })),
    company_location: location,
    delivery_date: day,
    ...(note.trim() && { note: note.trim() }),
  }
}

/**
 * Places the order of a cart and empties the cart in the same moment (docs/decisions/0026). With the server in reach its
 * answer is waited for; without it, the order waits on the device. Throws an Error in words where the device or the server
 * refuses it; the cart is then as it was (B137).
 */
export async function placeCart(
  { engine, serverReachable }: { engine: Engine; serverReachable: boolean },
  customer: Customer,
  cart: Cart,
  order: PlaceOrder,
): Promise<'sent' | 'waits'> {
  const id = engine.newId()
  const result = await engine.commit(
    [{ entity: 'orders', entity_id: id, method: 'POST', body: { ...order } }],
    { remember: { [cartName(customer.id)]: EMPTY_CART } },
  )
  if (result.kind !== 'committed') throw new Error(result.message)
  if (!serverReachable) return 'waits'
  const { refused } = await engine.saveNow()
  const mine = refused.find(({ entity_id }) => entity_id === id)
  if (mine) {
    // The cart first: a device that dies in between has both, and a refused order is not sent again by itself.
    await writeCart(engine, customer.id, cart)
    await engine.discard(mine.mutation_id)
    throw new Error(mine.answer?.message ?? 'The server refused it.')
  }
  const waits = await engine.db.outbox.where('family').equals(`orders:${id}`).count()
  return waits > 0 ? 'waits' : 'sent'
}

/** The key of a call that is made once, for as long as it is the same call: after a lost answer it is asked for again. */
async function keyFor(engine: Engine, name: string, call: unknown): Promise<string> {
  const text = JSON.stringify(call)
  const kept = await engine.recall<{ key: string; text: string }>(name)
  if (kept?.text === text) return kept.key
  const key = engine.newId()
  await engine.remember(name, { key, text })
  return key
}

/** B140: a staged order is ordered with the server only, for it is everybody's. Throws what the call throws. */
export async function placeStaged(
  { engine, client }: { engine: Engine; client: Client },
  order: PlaceOrder,
): Promise<void> {
  const name = `placing staged of ${order.company_location}`
  const idempotencyKey = await keyFor(engine, name, order)
  await client.api('POST', 'orders/', { body: order, idempotencyKey, schema: OrderRow })
  await engine.remember(name, null)
}

/** B227. */
export const clearStaged = (client: Client, location: number) =>
  client.api('POST', 'sharedcartclear/', { body: { company_location_id: location } })

/**
 * B138, B229: adds the cart to the location's staged order and empties it. Where a call fails the cart stays whole; what
 * had arrived of it is not added again when it is tried again.
 */
export async function stageCart(
  { engine, client }: { engine: Engine; client: Client },
  customer: Customer,
  cart: Cart,
): Promise<void> {
  const [location] = customer.company_location
  if (location === undefined) throw new Error('This customer has no location to stage an order for.')
  const name = `staging of ${customer.id}`
  const key = await keyFor(engine, name, cart.products)
  for (const { upc, unit_in_cart, case_in_cart } of cart.products)
    await client.api('POST', 'sharedcartitems/', {
      query: { force_add: 'True' },
      body: { upc, company_location: location, unit_quantity: unit_in_cart, case_quantity: case_in_cart },
      // The last part of the key tells one staging from another; a whole one would leave no room for the product.
      idempotencyKey: `${key.slice(-12)}:${upc}`,
    })
  await writeCart(engine, customer.id, EMPTY_CART)
  await engine.remember(name, null)
}
