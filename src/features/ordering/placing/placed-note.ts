/**
 * The note of the last order that was placed on this device. The panel above the orders list shows it until it is
 * closed.
 */
import type { Engine } from '#src/sync/engine.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { plural, showLongDay, showDollars } from '#src/ui/format.ts'

const NAME = 'placed order'

export interface PlacedNote {
  /** The outcome of the order. */
  words: string
  /** Null where this tab has not received its number. */
  order: number | null
  /** YYYY-MM-DD. */
  day: string
  location: string
  products: number
  /** The total that the person saw, a decimal with two places, without a delivery fee. */
  total: string
}

export const readPlaced = (engine: Engine): Promise<PlacedNote | null | undefined> => engine.recall(NAME)
export const keepPlaced = (engine: Engine, note: PlacedNote): Promise<void> => engine.remember(NAME, note)
export const closePlaced = (engine: Engine): Promise<void> => engine.remember(NAME, null)

/** Whether the server still has an order. Rejects with its 404 where the order is gone. */
export const isStillThere = (order: number): ServerQuery<true> => ({
  queryKey: ['orders', 'placed', order],
  isAskedAnew: true,
  async read(client, signal) {
    await client.api('GET', `orders/${order}`, { signal })
    return true
  },
})

/** The text to share: "Order 4711 to Quay Kitchen on Tuesday, December 1: 8 products, $123.40". */
export const sharedWords = ({ order, location, day, products, total }: PlacedNote): string =>
  `Order${order === null ? '' : ` ${order}`} to ${location} on ${showLongDay(day)}: ` +
  `${plural(products, 'product')}, ${showDollars(total)}`
