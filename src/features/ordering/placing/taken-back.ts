/**
 * An order that waited on the device and was refused by the server goes back into its customer's cart, with the
 * server's words (readings, "Ordering"; docs/decisions/0133). A staged order stays a card, because its products belong
 * to other users too (B141).
 */
import { PlaceOrder, placesOrder } from '#contract/orders/place.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { storedFault, type Amend } from '#src/sync/store/fates.ts'
import { fromOriginal, putBack, type Cart, type CartProduct, type RefusedDelivery } from '../cart/index.ts'
import {
  allAwaited,
  amendCart,
  cartName,
  leaveToItself,
  refusedFor,
  type Awaited,
  type KeptCart,
} from '../carts.ts'

/** The order of a record that came from a cart; null for any other record. */
function orderOfRecord(record: OutboxRecord): PlaceOrder | null {
  if (!placesOrder(record)) return null
  const { data } = PlaceOrder.safeParse(record.call.body)
  return data && data.staged === undefined ? data : null
}

const deliveryOf = ({ company_location, delivery_date, note }: PlaceOrder): RefusedDelivery => ({
  ...(company_location !== undefined && { location: company_location }),
  ...(delivery_date !== undefined && { day: delivery_date }),
  ...(note !== undefined && { note }),
})

/** Returns the cart with the refused order's lines added; the same cart where they are in it already. */
export function withRefused(cart: Cart, order: PlaceOrder, refused: NonNullable<Cart['refused']>): Cart {
  if (cart.refused?.id === refused.id) return cart
  const seen = new Map(order.prices_seen?.map(({ product, ...prices }) => [product, prices]))
  const products = order.order_items.map(
    ({ product: upc, original_product, unit_quantity, case_quantity, ...amounts }): CartProduct => {
      const original = original_product === upc ? null : original_product
      return {
        upc,
        unit_in_cart: unit_quantity,
        case_in_cart: case_quantity,
        added_in_cart: true,
        ...fromOriginal(original, amounts),
        ...seen.get(upc),
      }
    },
  )
  return { ...putBack(cart, { products, total: order.total }), refused }
}

/** Returns the cart without the notes of edits that are given up. Their lines stay. */
function withoutNotes(
  { awaited = [], ...cart }: KeptCart,
  ids: readonly string[],
  refused?: Cart['refused'],
): KeptCart {
  const left = awaited.filter(({ mutation_id }) => !ids.includes(mutation_id))
  return { ...cart, ...(refused && { refused }), ...(left.length > 0 && { awaited: left }) }
}

/** Changes a cart whose awaited edits are given up. */
export const givenUp = (ids: readonly string[], refused?: Cart['refused']): Amend =>
  amendCart((cart) => withoutNotes(cart, ids, refused))

/**
 * Puts a refused order back into the cart and gives the edit up, in one transaction: a second call finds no edit and
 * does nothing. If the cart waited for the edit, the lines are in it still.
 */
async function takeBackOrder(engine: Engine, record: OutboxRecord): Promise<void> {
  const order = orderOfRecord(record)
  if (!order) return
  const { mutation_id: id } = record
  const words = `The order could not be placed, and is in the cart again.\n${wordsOf(record)}`
  const products = order.order_items.map(({ product }) => product)
  const refused = { id, words, delivery: deliveryOf(order), products }
  await engine.discard(id, {
    ...refusedFor(order.customer),
    [cartName(order.customer)]: amendCart((cart) =>
      cart.awaited?.some(({ mutation_id }) => mutation_id === id)
        ? withoutNotes(cart, [id], refused)
        : { ...cart, ...withRefused(cart, order, refused) },
    ),
  })
}

/** Takes a refused order back when no caller waits for its answer. */
export const takeOrderBack = (engine: Engine, record: OutboxRecord): Promise<void> =>
  engine.answering(record.entity_id, () => takeBackOrder(engine, record))

/**
 * Ends the staging of a cart. The lines of unsent edits leave the cart, and the outbox sends them. Refused lines stay.
 * Edits on which the server failed are withdrawn, and their lines stay too. The cart says why (B252). Returns whether
 * any line stays.
 */
export async function leaveStaging(engine: Engine, customer: number, held_as: string): Promise<boolean> {
  const mine = (await allAwaited(engine)).filter(({ awaited }) => awaited.held_as === held_as)
  const fates = await engine.fatesOf(mine.map(({ awaited }) => awaited.mutation_id))
  const stopped = [...fates.values()].flatMap((fate) =>
    fate.record && (fate.is !== 'pending' || storedFault(fate.record) !== null) ? fate.record : [],
  )
  const faults = new Set(stopped.filter(({ state }) => state === 'pending').map(wordsOf))
  const refusals = stopped
    .filter(({ state }) => state !== 'pending')
    .map((record) => `${record.product}: ${wordsOf(record)}`)
  const words = ['There was an issue saving items to the staged order', ...faults, ...refusals].join('\n')
  for (const { mutation_id } of stopped)
    await engine.withdraw(mutation_id, {
      [cartName(customer)]: givenUp([mutation_id], { id: stopped[0]!.mutation_id, words }),
    })
  await leaveToItself(engine, customer, held_as)
  return stopped.length > 0
}
const wordsOf = ({ answer }: OutboxRecord): string => answer?.message ?? 'The server refused it.'

/** Settles an edit that a cart waits for when its waiting caller is gone: the edit is left to the outbox. */
export const settleLeft = (engine: Engine, customer: number, { held_as }: Awaited): Promise<unknown> =>
  engine.answering(held_as, async () => {
    const { outbox } = engine.db
    const isOrder = (await outbox.where('family').equals(`orders:${held_as}`).count()) > 0
    return isOrder ? leaveToItself(engine, customer, held_as) : leaveStaging(engine, customer, held_as)
  })
