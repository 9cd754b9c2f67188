/**
 * An order that waited on the device and was refused by the server goes back into its customer's cart, with the server's words
 * (readings, "Ordering"; docs/decisions/0133). A staged order stays a card, for its products are others' too (B141).
 */
import { isPlacing, PlaceOrder } from '#contract/orders/place.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { putBack, type Cart, type CartProduct } from './cart.ts'
import { changeCart } from './carts.ts'

/** The order of a record that came out of a cart; null for anything else. */
function orderOfRecord({ entity, call }: OutboxRecord): PlaceOrder | null {
  if (!isPlacing(entity, call.method)) return null
  const { data } = PlaceOrder.safeParse(call.body)
  return data && data.staged === undefined ? data : null
}

/** The cart with what was ordered beside what it holds; the same cart where that is so already. */
export function withRefused(cart: Cart, order: PlaceOrder, refused: { id: string; words: string }): Cart {
  if (cart.refused?.id === refused.id) return cart
  const seen = new Map(order.prices_seen?.map(({ product, ...prices }) => [product, prices]))
  const products = order.order_items.map(
    ({ product: upc, original_product, unit_quantity, case_quantity }): CartProduct => {
      const insteadOf = original_product == null || original_product === upc ? undefined : original_product
      return {
        upc,
        unit_in_cart: unit_quantity,
        case_in_cart: case_quantity,
        added_in_cart: true,
        added_through_sub: insteadOf !== undefined,
        ...(insteadOf !== undefined && { instead_of: insteadOf }),
        ...seen.get(upc),
      }
    },
  )
  return { ...putBack(cart, { products, total: order.total }), refused }
}

/** Puts it back and gives the edit up. The cart remembers whose words it holds: done twice, it is there once. */
export async function takeBack(engine: Engine, record: OutboxRecord): Promise<void> {
  const order = orderOfRecord(record)
  if (!order) return
  const why = record.answer?.message ?? 'The server refused it.'
  const words = `The order could not be placed, and is in the cart again.\n${why}`
  await changeCart(engine, order.customer, (cart) =>
    withRefused(cart, order, { id: record.mutation_id, words }),
  )
  await engine.discard(record.mutation_id)
}
