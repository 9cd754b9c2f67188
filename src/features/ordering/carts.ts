/**
 * The storage of carts: on the device, one for each customer, for the signed-in person (A002, A143). Carts are small
 * facts of this device and are not sent. An order is made from a cart when a person places it.
 *
 * Lines whose order waits for its answer stay in the cart, with a note. They leave it at the moment when the database
 * has the answer, whichever tab or worker has stored that: the note is read together with the fate of its edit.
 */
import type { Engine } from '#src/sync/engine.ts'
import type { Amend, Amends, Fate, Fates } from '#src/sync/store/fates.ts'
import { contextKey, contextsOf } from '#src/sync/store/meta.ts'
import { EMPTY_CART, withoutOrdered, type Cart, type Ordered } from './cart/cart.ts'
import type { OrderingCustomer } from './cart/customers.ts'

const CURRENT = 'cart customer'
const CART_PREFIX = 'cart of '
/** The name under which `engine.remember` keeps a customer's cart. */
export const cartName = (customer: number) => `${CART_PREFIX}${customer}`

/** How many of a person's facts, by name, are carts that are not empty. */
export const countCarts = (facts: ReadonlyMap<string, unknown>): number =>
  [...facts].filter(([name, value]) => name.startsWith(CART_PREFIX) && (value as Cart).products.length > 0)
    .length

/** The number of this person's carts that are not empty. */
export async function countFilledCarts({ db }: Engine): Promise<number> {
  return countCarts(contextsOf(await db.meta.toArray()))
}

/** An edit whose answer is awaited, and the lines that it takes out of the cart. */
export interface Awaited {
  mutation_id: string
  /** The name under which `engine.answering` holds it. */
  held_as: string
  lines: readonly Ordered[]
}
/** A cart as it is stored. */
export interface KeptCart extends Cart {
  awaited?: readonly Awaited[]
}

/** What happens to the note about an edit. */
type End = 'stays' | 'is ordered' | 'is not ordered'

const endOf = (fate: Fate | undefined): End => {
  if (fate?.is === 'applied' || fate?.is === 'retried') return 'is ordered'
  return fate?.is === 'discarded' ? 'is not ordered' : 'stays'
}

const idsOf = ({ awaited = [] }: KeptCart): string[] => awaited.map(({ mutation_id }) => mutation_id)

/** The cart without the ordered lines and their notes, by the fate of each edit that it waits for. */
function settled(
  { awaited = [], ...cart }: KeptCart,
  fates: Fates,
  decide: (fate: Fate | undefined, awaited: Awaited) => End = endOf,
): KeptCart {
  const ended = awaited.map((one) => ({ one, end: decide(fates.get(one.mutation_id), one) }))
  const left = ended.filter(({ end }) => end === 'stays').map(({ one }) => one)
  const rest = ended
    .filter(({ end }) => end === 'is ordered')
    .reduce<Cart>((before, { one }) => withoutOrdered(before, one.lines), cart)
  return { ...rest, ...(left.length > 0 && { awaited: left }) }
}

const kept = (before: unknown): KeptCart => (before as KeptCart | undefined) ?? EMPTY_CART

/** Changes a stored cart, after the lines ordered so far have left it. */
export const amendCart = (
  change: (cart: KeptCart, ids: readonly string[]) => KeptCart,
  decide?: (fate: Fate | undefined, awaited: Awaited) => End,
): Amend => ({
  asks: (before) => idsOf(kept(before)),
  make: (before, fates, ids) => change(settled(kept(before), fates, decide), ids),
})

/** The customer whose cart is shown; undefined until one is chosen. */
export async function readCustomer(engine: Engine): Promise<OrderingCustomer | undefined> {
  const kept = await engine.recall<Partial<OrderingCustomer>>(CURRENT)
  // A device from before this release stored less of the customer.
  return kept?.company_location_data ? (kept as OrderingCustomer) : undefined
}

/**
 * Reads the cart without its ordered lines. It uses no transaction, which a live query would not follow: the fates of
 * the edits are then at least as new as the notes.
 */
export async function readCart(engine: Engine, customer: number): Promise<Cart> {
  const stored = kept(await engine.recall(cartName(customer)))
  if (!stored.awaited) return stored
  const { awaited: _notes, ...cart } = settled(stored, await engine.fatesOf(idsOf(stored)))
  return cart
}

/** Changes the current cart: two presses may come before the first is on the screen. */
export const changeCart = (engine: Engine, customer: number, change: (cart: Cart) => Cart): Promise<void> =>
  engine.amend(
    cartName(customer),
    amendCart(({ awaited, ...cart }) => ({ ...change(cart), ...(awaited && { awaited }) })),
  )

/**
 * Ends the waiting for the edits held under this name. The lines of unsent edits leave the cart, and the outbox sends
 * them. The lines of edits that were refused, or are being taken back, stay.
 */
export const leaveToItself = (engine: Engine, customer: number, held_as: string): Promise<void> =>
  engine.amend(
    cartName(customer),
    amendCart(
      (cart) => cart,
      (fate, awaited) =>
        awaited.held_as === held_as && fate?.is === 'pending' && !fate.record?.withdrawn
          ? 'is ordered'
          : endOf(fate),
    ),
  )

/**
 * All edits that the carts of this device wait for, each with its customer. Not for a live query: a live query over a
 * range of small facts made the live queries of single ones miss changes.
 */
export async function allAwaited({ db }: Engine): Promise<{ customer: number; awaited: Awaited }[]> {
  const carts = await db.meta.filter(({ key }) => key.startsWith(contextKey(CART_PREFIX))).toArray()
  return carts.flatMap(({ key, value }) =>
    ((value as KeptCart).awaited ?? []).map((awaited) => ({
      customer: Number(key.slice(contextKey(CART_PREFIX).length)),
      awaited,
    })),
  )
}

const REFUSED_FOR = 'refused orders for'

/** The customers into whose carts refused orders were put back. Their carts say whether that is still so. */
export const readRefusedFor = async (engine: Engine): Promise<readonly number[]> =>
  (await engine.recall<number[]>(REFUSED_FOR)) ?? []

/** Stores that a refused order is put back into the cart of this customer, who may not be the current one by then. */
export const refusedFor = (customer: number): Amends => ({
  [REFUSED_FOR]: {
    make: (before) => [...new Set([...((before as number[] | undefined) ?? []), customer])],
  },
})

/** A188: makes a customer the current one, with an empty cart where they had none. */
export async function chooseCustomer(engine: Engine, customer: OrderingCustomer): Promise<void> {
  await changeCart(engine, customer.id, (cart) => cart)
  await engine.remember(CURRENT, customer)
}

/** C223: no customer is chosen any more. Their carts stay. */
export const chooseNobody = (engine: Engine): Promise<void> => engine.remember(CURRENT, undefined)

/**
 * Replaces a customer's cart, and makes it the shown one. Rejects with StorageTrouble and replaces nothing where a newer
 * release has taken over.
 */
export async function showCart(engine: Engine, customer: OrderingCustomer, cart: Cart): Promise<void> {
  await engine.amend(cartName(customer.id), { make: () => cart })
  await chooseCustomer(engine, customer)
}
