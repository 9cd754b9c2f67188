/**
 * An order that waited on the device and was refused by the server goes back into its customer's cart, with the server's words
 * (readings, "Ordering"; docs/decisions/0133). A staged order stays a card, for its products are others' too (B141).
 */
import { cents, money } from '#contract/money.ts'
import { isPlacing, PlaceOrder } from '#contract/orders/place.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { Cart, CartProduct } from './cart.ts'
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
  const products = new Map<string, CartProduct>(cart.products.map((line) => [line.upc, line]))
  const seen = new Map(order.prices_seen?.map(({ product, ...prices }) => [product, prices]))
  for (const { product: upc, original_product, unit_quantity, case_quantity } of order.order_items) {
    const before = products.get(upc)
    const insteadOf = original_product == null || original_product === upc ? undefined : original_product
    products.set(upc, {
      ...(before ?? {
        upc,
        added_in_cart: true,
        added_through_sub: insteadOf !== undefined,
        ...(insteadOf !== undefined && { instead_of: insteadOf }),
        ...seen.get(upc),
      }),
      unit_in_cart: (before?.unit_in_cart ?? 0) + unit_quantity,
      case_in_cart: (before?.case_in_cart ?? 0) + case_quantity,
    })
  }
  return { products: [...products.values()], total: money(cents(cart.total) + cents(order.total)), refused }
}

/** Puts it back and gives the edit up. The cart remembers whose words it holds: done twice, it is there once. */
export async function takeBack(engine: Engine, record: OutboxRecord): Promise<void> {
  const order = orderOfRecord(record)
  if (!order) return
  const words = record.answer?.message ?? 'The server refused it.'
  await changeCart(engine, order.customer, (cart) =>
    withRefused(cart, order, { id: record.mutation_id, words }),
  )
  await engine.discard(record.mutation_id)
}
