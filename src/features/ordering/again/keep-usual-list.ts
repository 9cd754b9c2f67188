import type { OrderList } from '#contract/order-lists/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { isPhotoPath } from '#contract/products/photo.ts'
import type { Client } from '#src/api/client.ts'
import type { Engine } from '#src/sync/engine.ts'
import { keepListPrices, keepLists, keepUsual } from '#src/sync/store/kept-lists.ts'

/** A company with more is asked for the prices of the location that an order goes to, when it is chosen. */
const MOST_LOCATIONS = 6

/**
 * Asks for a customer's own lists before they are opened, with their prices at each of their locations: the phone in the
 * walk-in has the usual list without having shown it upstairs. Rejects with what the calls throw; nothing is lost by it.
 */
export async function keepUsualList({ db }: Engine, client: Client, person: User): Promise<void> {
  if (person.company === null) return
  const keeping = { db, client, now: () => Date.now() }
  await keepUsual(keeping, person.company)
  const lists = await keepLists(keeping, person.company, person.company_location)
  if (person.company_location.length > MOST_LOCATIONS) return
  for (const list of lists)
    for (const location of person.company_location)
      if (location !== list.company_location) await keepListPrices(keeping, list, location)
  await keepPhotos(db, lists)
}

/** Has the service worker keep the photographs of these lists, one after the other, for where there is no network. */
async function keepPhotos(db: Engine['db'], lists: readonly OrderList[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
  const upcs = lists.flatMap(({ categories }) =>
    categories.flatMap(({ rows }) => rows.map(({ product_id }) => product_id)),
  )
  const products = await db.products.bulkGet([...new Set(upcs)])
  const urls = new Set(
    products.flatMap((product) => (product && isPhotoPath(product.url) ? [product.url] : [])),
  )
  for (const url of urls) await fetch(url, { priority: 'low' })
}
