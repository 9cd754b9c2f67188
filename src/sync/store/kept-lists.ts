/**
 * Order lists and prices, which the change feed does not carry. They are requested from the server, kept with the time
 * of its answer, and read from the device (docs/decisions/0114). Prices belong to one location; the server calculates
 * them.
 */
import { OrderList, OrderListPrice } from '#contract/order-lists/schema.ts'
import { UsualOrder } from '#contract/ordering/usual.ts'
import type { Client } from '#src/api/client.ts'
import { fetchProducts } from '#src/queries/products.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { stored } from './storage.ts'

interface Keeping {
  db: LarderDatabase
  client: Client
  /** Ms of the device's clock. */
  now(): number
}

/** A price that the server has not sent again for so long is forgotten. */
const KEPT_MS = 30 * 86_400_000

/** Returns the lists of these locations, the first location's first. */
export const listsOf = (lists: readonly OrderList[], locations: readonly number[]): OrderList[] =>
  lists
    .filter(
      (list) => list.active && list.company_location !== null && locations.includes(list.company_location),
    )
    .sort((a, b) => locations.indexOf(a.company_location!) - locations.indexOf(b.company_location!))

/**
 * A300, A302, B212, B213: keeps a company's visible lists, and the prices of the products on the lists of these
 * locations. Rejects with the error of a call; the answers before it are kept.
 */
export async function keepLists(
  keeping: Keeping,
  company: number,
  locations: readonly number[],
): Promise<OrderList[]> {
  const { db, client } = keeping
  const lists = await client.api('GET', 'orderlists', {
    query: { no_page: 1, visible: 'True', company_id: company },
    schema: OrderList.array(),
  })
  const at = keeping.now()
  await stored(db, () =>
    db.transaction('rw', db.lists, async () => {
      const here = await db.lists.where('company').equals(company).primaryKeys()
      const there = new Set(lists.map(({ id }) => id))
      await db.lists.bulkDelete(here.filter((id) => !there.has(id)))
      await db.lists.bulkPut(lists.map((list) => ({ id: list.id, company, list, at })))
    }),
  )
  const mine = listsOf(lists, locations)
  await Promise.all(mine.map((list) => keepListPrices(keeping, list, list.company_location!)))
  return mine
}

/** Keeps the prices of a list's products at a location of its company; the list's own need not be named. */
export async function keepListPrices(
  keeping: Keeping,
  { id, company_location }: OrderList,
  location: number,
): Promise<void> {
  const prices = await keeping.client.api('GET', 'orderlistprices', {
    query: {
      no_page: 1,
      order_list: id,
      ...(location !== company_location && { company_location: location }),
    },
    schema: OrderListPrice.array(),
  })
  await keepPrices(keeping, location, prices)
}

/** Keeps the prices of these products at a location, on whichever list they are or none, and returns them. */
export async function keepPricesAt(
  keeping: Keeping,
  location: number,
  upcs: readonly string[],
): Promise<OrderListPrice[]> {
  const products = await fetchProducts(keeping.client, upcs, { company_location: location })
  const prices = products.map((product) => OrderListPrice.parse(product))
  await keepPrices(keeping, location, prices)
  return prices
}

/**
 * Keeps what each location of a company ordered last, and orders usually. A location whose orders are all deleted has
 * nothing to order again.
 */
export async function keepUsual({ db, client }: Keeping, company: number): Promise<void> {
  const orders = await client.api('GET', 'usualorders', {
    query: { company_id: company },
    schema: UsualOrder.array(),
  })
  const there = new Set(orders.map(({ company_location }) => company_location))
  await stored(db, async () => {
    const own = await db.locations.filter(({ company_id }) => company_id === company).primaryKeys()
    await db.transaction('rw', db.usual, async () => {
      await db.usual.bulkDelete(own.filter((location) => !there.has(location)))
      await db.usual.bulkPut(orders)
    })
  })
}

async function keepPrices(
  { db, now }: Keeping,
  location: number,
  prices: readonly OrderListPrice[],
): Promise<void> {
  const at = now()
  await stored(db, () =>
    db.transaction('rw', db.prices, async () => {
      await db.prices
        .where('at')
        .below(at - KEPT_MS)
        .delete()
      await db.prices.bulkPut(prices.map((price) => ({ ...price, location, at })))
    }),
  )
}
