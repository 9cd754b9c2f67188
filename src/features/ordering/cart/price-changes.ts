/** Prices that differ from those the person has seen. They are shown before anything is sent (readings, "Ordering"). */
import { cents } from '#contract/money.ts'
import type { Client } from '#src/api/client.ts'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { keepPricesAt } from '#src/sync/store/kept-lists.ts'
import type { CartProduct, CartUnit, Prices } from './cart.ts'

export interface ProductPriceChange {
  upc: string
  unit: CartUnit
  /** The price of a piece then and now, as decimals with two places. */
  was: string
  now: string
}

/** Whether a price is more than 10 % above or below what it was. */
export function isSteep({ was, now }: Pick<ProductPriceChange, 'was' | 'now'>): boolean {
  const [before, after] = [cents(was), cents(now)]
  const apart = after > before ? after - before : before - after
  return apart * 10n > before
}

/**
 * The products of these lines whose price differs between `before` and `now`. A price that one of them does not know is
 * not compared.
 */
export function changedPrices(
  lines: readonly Pick<CartProduct, 'upc' | 'unit_in_cart' | 'case_in_cart'>[],
  before: Prices,
  now: Prices,
): ProductPriceChange[] {
  return lines.flatMap(({ upc, unit_in_cart, case_in_cart }) => {
    const [then, today] = [before(upc), now(upc)]
    if (!then || !today) return []
    const ways = [
      ['u', unit_in_cart, then.display_unit_price, today.display_unit_price],
      ['c', case_in_cart, then.display_case_price, today.display_case_price],
    ] as const
    return ways.flatMap(([unit, count, was, price]) =>
      count > 0 && cents(was) !== cents(price) ? { upc, unit, was, now: price } : [],
    )
  })
}

interface Asking {
  engine: Engine
  client: Client
  serverReachable: boolean
}

/**
 * Reads the prices again at the moment when an order is placed. Resolves with the products whose price differs from the
 * one on show. Resolves with none where the server does not answer, because a waiting order is made at its own prices
 * anyway.
 */
export async function changedSince(
  { engine, client, serverReachable }: Asking,
  location: number,
  lines: readonly CartProduct[],
  shown: Prices,
): Promise<ProductPriceChange[]> {
  if (!serverReachable) return []
  try {
    const keeping = { db: engine.db, client, now: () => Date.now() }
    const fresh = await keepPricesAt(
      keeping,
      location,
      lines.map(({ upc }) => upc),
    )
    const prices = new Map(fresh.map((price) => [price.upc, price]))
    return changedPrices(lines, shown, (upc) => prices.get(upc))
  } catch (error) {
    if (error instanceof NetworkError || error instanceof ApiError) return []
    throw error
  }
}

/** The text for that case; the prices show below it. */
export const CHANGED_MEANWHILE =
  'Prices have changed while you looked. Nothing is ordered yet: place the order at these prices, or leave it.'
