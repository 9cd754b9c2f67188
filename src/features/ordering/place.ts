/** Making orders and staged orders of carts (B135–B138, B225–B229). */
import type { PlaceOrder } from '#contract/orders/place.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { EMPTY_CART, putBack, wholeCart, type Cart, type Prices } from './cart.ts'
import { cartName, changeCart } from './carts.ts'
import type { Customer } from './customers.ts'
import { seenPrices } from './price-changes.ts'
import { stagingEdit } from './staged.ts'
import { boundWords } from '#src/sync/status.ts'
import { answering } from './use-taken-back.ts'

/** Where and when it goes, and what the driver should know. Days are `YYYY-MM-DD`. */
export interface Delivery {
  location: number
  day: string
  note: string
}

/** B225, B226. `today` is the day of confirmation, `prices` are those that the person confirms. */
export function orderOf(
  customer: Customer,
  cart: Cart,
  { location, day, note }: Delivery,
  today: string,
  prices: Prices,
): PlaceOrder {
  return {
    customer: customer.id,
    submitted_date: today,
    created_date: today,
    total: cart.total,
    order_items: cart.products.map(({ upc, unit_in_cart, case_in_cart, instead_of }) => ({
      product: upc,
      original_product: instead_of ?? upc,
      unit_quantity: unit_in_cart,
      case_quantity: case_in_cart,
    })),
    company_location: location,
    delivery_date: day,
    ...(note.trim() && { note: note.trim() }),
    prices_seen: cart.products.flatMap(({ upc }) => {
      const price = prices(upc)
      return price
        ? { product: upc, price_per_unit: price.display_unit_price, price_per_case: price.display_case_price }
        : []
    }),
  }
}

interface Reach {
  engine: Engine
  serverReachable: boolean
}

/**
 * What became of an order: `sent` with its number, where this tab heard it, or waiting on the device; `why` in the
 * server's words, where it has said so.
 */
export type Placed = { kind: 'sent'; order: number | null } | { kind: 'waits'; why: string | null }

/** What is said of it. An order waits without the server, and where the server stumbled over it: it goes by itself then too. */
export function placedWords(placed: Placed): string {
  if (placed.kind === 'sent') return 'The order is placed.'
  const words = 'The order is kept here and sent by itself as soon as the server takes it.'
  return placed.why === null ? words : `${placed.why} ${words}`
}

/**
 * Stores the edit of an order and, with the server in reach, waits for its answer. Throws an Error in words (B251) where the device
 * or the server refuses it; a refused one is given up, and `undo` has put back before that what was stored with it.
 */
async function placeOrder(
  { engine, serverReachable }: Reach,
  order: PlaceOrder,
  remember: Readonly<Record<string, unknown>>,
  undo: () => Promise<void>,
): Promise<Placed> {
  const id = engine.newId()
  answering.add(id)
  try {
    return await answered(id)
  } catch (error) {
    throw new Error(`There was an issue saving the order\n${errorText(error)}`, { cause: error })
  } finally {
    answering.delete(id)
  }

  async function answered(entity_id: string): Promise<Placed> {
    const result = await engine.commit(
      [{ entity: 'orders', entity_id, method: 'POST', body: { ...order } }],
      { remember },
    )
    if (result.kind !== 'committed') throw new Error(result.message)
    if (!serverReachable) return { kind: 'waits', why: null }
    const { refused, placed } = await engine.saveNow()
    const mine = refused.find((record) => record.entity_id === entity_id)
    if (mine) {
      // First: a device that dies in between has both, and a refused order is not sent again by itself.
      await undo()
      await engine.discard(mine.mutation_id)
      throw new Error(mine.answer?.message ?? 'The server refused it.')
    }
    const [{ mutation_id }] = result.records as [OutboxRecord]
    const waiting = await engine.db.outbox.where('mutation_id').equals(mutation_id).first()
    return waiting
      ? { kind: 'waits', why: boundWords(waiting) }
      : { kind: 'sent', order: placed.get(entity_id) ?? null }
  }
}

/** Places an order that comes out of no cart. */
export const placeOrderNow = (reach: Reach, order: PlaceOrder): Promise<Placed> =>
  placeOrder(reach, order, {}, () => Promise.resolve())

/**
 * Places the order of a cart and empties the cart in the same moment (docs/decisions/0026). Where it is refused the cart is
 * as it was (B137), with what was put in meanwhile.
 */
export const placeCart = (reach: Reach, customer: Customer, cart: Cart, order: PlaceOrder): Promise<Placed> =>
  placeOrder(reach, order, { [cartName(customer.id)]: EMPTY_CART }, () =>
    changeCart(reach.engine, customer.id, (now) => putBack(now, cart)),
  )

/**
 * B140: places the staged order of a location. The products leave it in the same moment, here and on the server, which
 * refuses the second of two people who press at once (docs/decisions/0113). Carts stay as they are (B141).
 */
export const placeStaged = (reach: Reach, location: number, order: PlaceOrder): Promise<Placed> =>
  placeOrderNow(reach, { ...order, staged: location })

/** B227; readings, "Ordering": what the order took is gone already; a server that has not cleared it does so now. */
export const clearStaged = (client: Client, location: number, order: number) =>
  client.api('POST', 'sharedcartclear/', { body: { company_location_id: location, order } })

/**
 * B138, B229: adds the cart to the location's staged order and empties it, in one moment. What the server refuses of it
 * goes back into the cart, which says why (B252): whoever pressed may be on another screen by then. Resolves with whether all
 * is staged, rejects where the device does not store it.
 */
export async function stageCart(
  { engine, serverReachable }: Reach,
  customer: Customer,
  cart: Cart,
): Promise<boolean> {
  const [location] = customer.company_location
  if (location === undefined) throw new Error('This customer has no location to stage an order for.')
  const result = await engine.commit(
    cart.products.map(({ upc, unit_in_cart, case_in_cart }) =>
      stagingEdit(location, upc, { unit_quantity: unit_in_cart, case_quantity: case_in_cart }),
    ),
    { remember: { [cartName(customer.id)]: EMPTY_CART } },
  )
  if (result.kind !== 'committed') throw new Error(result.message)
  if (!serverReachable) return true
  const mine = new Set(result.records.map(({ mutation_id }) => mutation_id))
  const refused = (await engine.saveNow()).refused.filter(({ mutation_id }) => mine.has(mutation_id))
  if (refused.length === 0) return true
  const upcs = new Set(refused.map(({ product }) => product))
  const back = cart.products.filter(({ upc }) => upcs.has(upc))
  const priced = wholeCart(
    back,
    seenPrices(back, () => undefined),
  )
  const why = refused.map(({ product, answer }) => `${product}: ${answer?.message ?? 'refused'}`)
  const words = ['There was an issue saving items to the staged order', ...why].join('\n')
  const id = refused[0]!.mutation_id
  await changeCart(engine, customer.id, (now) => ({ ...putBack(now, priced), refused: { id, words } }))
  for (const { mutation_id } of refused) await engine.discard(mutation_id)
  return false
}
