/** Placing and staging orders from carts (B135–B138, B225–B229). */
import type { PlaceOrder } from '#contract/orders/place.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { storedFault, type Amend } from '#src/sync/store/fates.ts'
import {
  holdsAll,
  inPlaceOf,
  replacedBy,
  withoutOrdered,
  type Cart,
  type Ordered,
  type Prices,
  type OrderingCustomer,
} from '../cart/index.ts'
import { amendCart, cartName, leaveToItself, type Awaited } from '../carts.ts'
import { stagingEdit } from './staged.ts'
import { boundWords } from '#src/sync/status.ts'
import { givenUp, leaveStaging } from './taken-back.ts'

/** The location and the day of the delivery, and a note for the driver. Days are `YYYY-MM-DD`. */
export interface Delivery {
  location: number
  day: string
  note: string
}

/** B225, B226. `today` is the day of confirmation, `prices` are those that the person confirms. */
export function newOrderOf(
  customer: OrderingCustomer,
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
    order_items: cart.products.map((line) => ({
      product: line.upc,
      original_product: line.upc,
      unit_quantity: line.unit_in_cart,
      case_quantity: line.case_in_cart,
      ...replacedBy(line, cart.products),
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
interface PlaceReach extends Reach {
  /** Shows the person the server's words about a fault. Resolves with the person's decision about the order. */
  onFault: (words: string) => Promise<'keep trying' | 'take back'>
}

/**
 * The outcome of an order: `sent` with its number, where this tab received it, or waiting on the device, with `why` in
 * the server's words, where the server gave them. A taken back order is over once the server says that it never had it.
 * Until then it is on its way back.
 */
export type Placed =
  | { kind: 'sent'; order: number | null; isTooLateToTakeBack: boolean }
  | { kind: 'waits'; why: string | null }
  | { kind: 'taken back'; isOver: boolean }

/**
 * The outcome in words. An order waits while the server is out of reach or has failed on it. In both cases the device
 * sends it later by itself.
 */
export function placedWords(placed: Placed): string {
  if (placed.kind === 'sent') {
    if (!placed.isTooLateToTakeBack) return 'The order is placed.'
    return placed.order === null
      ? 'It was placed already.'
      : `It was placed already, as order ${placed.order}.`
  }
  if (placed.kind === 'taken back')
    return placed.isOver
      ? 'The order is taken back. Nothing was ordered.'
      : 'The order is taken back as soon as the server answers, unless it was placed already.'
  const words = 'The order is kept here and sent by itself as soon as the server takes it.'
  return placed.why === null ? words : `${placed.why} ${words}`
}

const REFUSED = 'The server refused it.'
const CART_CHANGED =
  'The cart was changed meanwhile, on another page or by an order that is on its way. Look at it again.'

/**
 * Changes the cart when edits of it are stored. With the server in reach each edit gets a note, and its lines stay
 * until the edit is answered. Without the server the lines leave at once. Throws where the cart does not hold the lines
 * any more, or another order takes them.
 */
const orderedFrom = (
  held_as: string,
  linesOf: readonly (readonly Ordered[])[],
  serverReachable: boolean,
): Amend =>
  amendCart((cart, ids) => {
    const awaited = cart.awaited ?? []
    const free = awaited.reduce<Cart>((left, { lines }) => withoutOrdered(left, lines), cart)
    if (!holdsAll(free, linesOf.flat())) throw new Error(CART_CHANGED)
    if (!serverReachable) return withoutOrdered(cart, linesOf.flat())
    const notes = linesOf.map((lines, n): Awaited => ({ mutation_id: ids[n]!, held_as, lines }))
    return { ...cart, awaited: [...awaited, ...notes] }
  })

const linesOf = ({ products }: Cart): Ordered[] =>
  products.map(({ upc, unit_in_cart, case_in_cart }) => ({ upc, unit_in_cart, case_in_cart }))

/** Sends now. An error says nothing about a single edit, so the caller reads the edit's fate afterwards. */
async function send(engine: Engine): Promise<ReadonlyMap<string, number>> {
  try {
    return (await engine.saveNow()).placed
  } finally {
    await engine.requireStorage()
  }
}

/**
 * Stores the edit of an order and, with the server in reach, waits for its answer. Throws an Error in words (B251)
 * where the device or the server refuses it; a refused edit is given up.
 * @param from the cart of the order; its ordered lines leave it when the order is stored to be sent later, or placed
 */
async function placeOrder(
  { engine, serverReachable, onFault }: PlaceReach,
  order: PlaceOrder,
  from?: { customer: OrderingCustomer; cart: Cart },
): Promise<Placed> {
  const entity_id = engine.newId()
  try {
    return await engine.answering(entity_id, answered)
  } catch (error) {
    throw new Error(`There was an issue saving the order\n${errorText(error)}`, { cause: error })
  }

  async function answered(): Promise<Placed> {
    const result = await engine.commit(
      [{ entity: 'orders', entity_id, method: 'POST', body: { ...order } }],
      from && {
        amend: {
          [cartName(from.customer.id)]: orderedFrom(entity_id, [linesOf(from.cart)], serverReachable),
        },
      },
    )
    if (result.kind !== 'committed') throw new Error(result.message)
    if (!serverReachable) return { kind: 'waits', why: null }
    const [{ mutation_id }] = result.records as [OutboxRecord]
    const numbers = new Map(await send(engine))
    const fateNow = async () => (await engine.fatesOf([mutation_id])).get(mutation_id)!
    const fault = storedFault((await fateNow()).record)
    // Until the person decides, the cart stays as it was and the order waits: both are stored.
    const wantsItBack = fault !== null && (await onFault(fault)) === 'take back'
    if (wantsItBack && (await engine.takeBack(mutation_id)))
      for (const [name, number] of await send(engine)) numbers.set(name, number)
    if (from) await leaveToItself(engine, from.customer.id, entity_id)
    const fate = await fateNow()
    if (fate.is === 'applied')
      return { kind: 'sent', order: numbers.get(entity_id) ?? null, isTooLateToTakeBack: wantsItBack }
    if (fate.record?.withdrawn) return { kind: 'taken back', isOver: false }
    if (wantsItBack && fate.is === 'discarded') return { kind: 'taken back', isOver: true }
    if (fate.is === 'pending') return { kind: 'waits', why: boundWords(fate.record!) }
    if (fate.is === 'retried') return { kind: 'waits', why: null }
    // The note goes with the edit, and then the cart is as it was.
    if (fate.is !== 'discarded')
      await engine.discard(mutation_id, from && { [cartName(from.customer.id)]: givenUp([mutation_id]) })
    throw new Error(fate.answer?.message ?? REFUSED)
  }
}

/** Places an order that does not come from a cart. */
export const placeOrderNow = (reach: PlaceReach, order: PlaceOrder): Promise<Placed> =>
  placeOrder(reach, order)

/**
 * Places the order of a cart. The ordered lines leave the current cart (docs/decisions/0201). If the order is refused,
 * the cart stays as it was (B137), with lines that were put in meanwhile.
 */
export const placeCart = (
  reach: PlaceReach,
  customer: OrderingCustomer,
  cart: Cart,
  order: PlaceOrder,
): Promise<Placed> => placeOrder(reach, order, { customer, cart })

/**
 * B140: places the staged order of a location. The products leave the staged order at once, here and on the server,
 * which refuses the second of two people who press at the same time (docs/decisions/0113). Carts stay as they are
 * (B141).
 */
export const placeStaged = (reach: PlaceReach, location: number, order: PlaceOrder): Promise<Placed> =>
  placeOrderNow(reach, { ...order, staged: location })

/**
 * B227; readings, "Ordering": the order's products have left the staged order already. A server that has not cleared
 * them does so now.
 */
export const clearStaged = (client: Client, location: number, order: number) =>
  client.api('POST', 'sharedcartclear/', { body: { company_location_id: location, order } })

/** The outcome of staging a cart. Refused lines are in the cart, which says why. */
export type StagedCart = 'staged' | 'waits' | 'refused'

/**
 * B138, B229: adds the cart to the location's staged order. Lines that the server accepts leave the cart. Refused lines
 * stay in it, and the cart says why (B252), because the person may be on another screen by then. Rejects where the
 * device does not store the edits.
 */
export async function stageCart(
  { engine, serverReachable }: Reach,
  customer: OrderingCustomer,
  cart: Cart,
): Promise<StagedCart> {
  const [location] = customer.company_location
  if (location === undefined) throw new Error('This customer has no location to stage an order for.')
  const held_as = engine.newId()
  const lines = linesOf(cart)
  return engine.answering(held_as, async () => {
    const result = await engine.commit(
      cart.products.map((line) =>
        stagingEdit(location, line.upc, {
          unit_quantity: line.unit_in_cart,
          case_quantity: line.case_in_cart,
          ...inPlaceOf(line),
        }),
      ),
      {
        amend: {
          [cartName(customer.id)]: orderedFrom(
            held_as,
            lines.map((line) => [line]),
            serverReachable,
          ),
        },
      },
    )
    if (result.kind !== 'committed') throw new Error(result.message)
    if (!serverReachable) return 'waits'
    await send(engine)
    const refused = await leaveStaging(engine, customer.id, held_as)
    if (refused) return 'refused'
    const fates = await engine.fatesOf(result.records.map(({ mutation_id }) => mutation_id))
    return [...fates.values()].some(({ is }) => is === 'pending') ? 'waits' : 'staged'
  })
}
