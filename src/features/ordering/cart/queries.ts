/** The queries of ordering. Lists and prices are stored in the device's own database (docs/decisions/0114). */
import { StagedItem } from '#contract/ordering/staged.ts'
import { Colleague, User } from '#contract/people/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { fetchProducts } from '#src/queries/products.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { keepLists, keepPricesAt, keepUsual } from '#src/sync/store/kept-lists.ts'
import type { Orderer } from './customers.ts'

const now = () => Date.now()

const ListedOrderer = User.pick({
  id: true,
  username: true,
  company: true,
  is_active: true,
  company_location: true,
})

/** All users, with only the fields that ordering needs (B243). */
export const ORDERERS: ServerQuery<Orderer[]> = {
  queryKey: ['customers'],
  isKept: true,
  read: (client, signal) =>
    client.api('GET', 'users', { query: { no_page: 1 }, schema: ListedOrderer.array(), signal }),
}

/** People of the person's own company, for role 20. */
export const colleaguesQuery = (company: number | null): ServerQuery<Orderer[]> => ({
  queryKey: ['customers', 'colleagues'],
  isKept: true,
  async read(client, signal) {
    const people = await client.api('GET', 'colleagues', {
      query: { no_page: 1 },
      schema: Colleague.array(),
      signal,
    })
    return people.map((one) => ({ ...one, company, is_active: true }))
  },
})

/**
 * A300, A302: stores a company's lists with the prices of these locations on the device. Returns the number of lists.
 */
export const listsQuery = (
  db: LarderDatabase,
  company: number,
  locations: readonly number[],
  mayPlace: boolean,
): ServerQuery<number> => ({
  queryKey: ['orderlists', 'kept', company, locations.join(' ')],
  isKept: true,
  async read(client) {
    const [lists] = await Promise.all([
      keepLists({ db, client, now }, company, locations),
      mayPlace && keepUsual({ db, client, now }, company),
    ])
    return lists.length
  },
})

/** Stores the current prices of these products at a location on the device. */
export const pricesQuery = (
  db: LarderDatabase,
  location: number,
  upcs: readonly string[],
): ServerQuery<true> => ({
  queryKey: ['products', 'prices', location, upcs.join(' ')],
  async read(client) {
    await keepPricesAt({ db, client, now }, location, upcs)
    return true
  },
})

/**
 * B232: products that the device does not have. A product may have come to the device since the query, and have left it
 * again with its list. Then the earlier answer contradicts the device's newer data.
 */
export const productsQuery = (upcs: readonly string[]): ServerQuery<Product[]> => ({
  queryKey: ['products', 'missing', upcs.join(' ')],
  isKept: true,
  isAskedAnew: true,
  read: (client) => fetchProducts(client, upcs),
})

/** B228: the staged order of a location. */
export const stagedQuery = (location: number): ServerQuery<StagedItem[]> => ({
  queryKey: ['sharedcartitems', location],
  read: (client, signal) =>
    client.api('GET', 'sharedcartitems', {
      query: { no_page: 1, company_location_id: location },
      schema: StagedItem.array(),
      signal,
    }),
})
