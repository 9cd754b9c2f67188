/**
 * An order that waited on the device and was refused by the server goes back into its customer's cart, with the server's words
 * (readings, "Ordering"; docs/decisions/0133). A staged order stays a card, for its products are others' too (B141).
 */
import { PlaceOrder, placesOrder } from '#contract/orders/place.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { storedFault, type Amend } from '#src/sync/store/fates.ts'
import { fromOriginal, putBack, type Cart, type CartProduct } from './cart.ts'
import { allAwaited, amendCart, cartName, leaveToItself, type Awaited, type KeptCart } from './carts.ts'

/** The order of a record that came out of a cart; null for anything else. */
function orderOfRecord(record: OutboxRecord): PlaceOrder | null {
  if (!placesOrder(record)) return null
  const { data } = PlaceOrder.safeParse(record.call.body)
  return data && data.staged === undefined ? data : null
}

/** The cart with what was ordered beside what it holds; the same cart where that is so already. */
export function withRefused(cart: Cart, order: PlaceOrder, refused: { id: string; words: string }): Cart {
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

/** The cart when edits that it waits for are given up: their lines stay, their notes go. */
function withoutNotes(
  { awaited = [], ...cart }: KeptCart,
  ids: readonly string[],
  refused?: Cart['refused'],
): KeptCart {
  const left = awaited.filter(({ mutation_id }) => !ids.includes(mutation_id))
  return { ...cart, ...(refused && { refused }), ...(left.length > 0 && { awaited: left }) }
}

/** What giving edits up does to a cart that waits for them. */
export const givenUp = (ids: readonly string[], refused?: Cart['refused']): Amend =>
  amendCart((cart) => withoutNotes(cart, ids, refused))

/**
 * Puts a refused order back and gives the edit up, in one transaction: whoever comes second finds the edit gone and does
 * nothing. Where the cart waited for it, the lines are in it still.
 */
async function takeBackOrder(engine: Engine, record: OutboxRecord): Promise<void> {
  const order = orderOfRecord(record)
  if (!order) return
  const { mutation_id: id } = record
  const words = `The order could not be placed, and is in the cart again.\n${wordsOf(record)}`
  const refused = { id, words }
  await engine.discard(id, {
    [cartName(order.customer)]: amendCart((cart) =>
      cart.awaited?.some(({ mutation_id }) => mutation_id === id)
        ? withoutNotes(cart, [id], refused)
        : { ...cart, ...withRefused(cart, order, refused) },
    ),
  })
}

/** Takes a refused order back when nobody waits for its answer. */
export const takeOrderBack = (engine: Engine, record: OutboxRecord): Promise<void> =>
  engine.answering(record.entity_id, () => takeBackOrder(engine, record))

/**
 * What was staged of a cart and is still to be sent leaves it and goes by itself. What was refused stays, and what met a fault of
 * the server is withdrawn and stays too; the cart says why (B252). Returns whether anything stays.
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

/** Settles what a cart waits for when whoever waited is gone: it counts as left to itself. */
export const settleLeft = (engine: Engine, customer: number, { held_as }: Awaited): Promise<unknown> =>
  engine.answering(held_as, async () => {
    const { outbox } = engine.db
    const isOrder = (await outbox.where('family').equals(`orders:${held_as}`).count()) > 0
    return isOrder ? leaveToItself(engine, customer, held_as) : leaveStaging(engine, customer, held_as)
  })
