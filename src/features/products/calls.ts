/** The calls behind the product form (C295–C299). */
import { ItemCode } from '#contract/products/item-codes.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import type { Client } from '#src/api/client.ts'
import { forgetProducts } from '#src/api/products.ts'
import { z } from 'zod'

const pathOf = (upc: string) => `productedit/${encodeURIComponent(upc)}`

/** What is held of all products is forgotten when the call has ended, however: it may have been done all the same. */
const changing = <T>(client: Client, call: Promise<T>): Promise<T> =>
  call.finally(() => forgetProducts(client))

/** C298; the upc of the answer is the product's. */
export const addProduct = (client: Client, body: object, key: string) =>
  changing(client, client.api('POST', 'productedit/', { body, schema: OfficeProduct, idempotencyKey: key }))

/** C299. */
export const changeProduct = (client: Client, upc: string, body: object) =>
  changing(client, client.api('PATCH', pathOf(upc), { body, schema: OfficeProduct }))

/** C295. */
export const deleteProduct = (client: Client, upc: string) =>
  changing(client, client.api('DELETE', `products/${encodeURIComponent(upc)}`))

/** As many item codes as one looks through before typing on. */
const OFFERED = 20
export const findItemCodes = async (
  client: Client,
  search: string,
  signal: AbortSignal,
): Promise<ItemCode[]> => {
  const { results } = await client.api('GET', 'itemcodes', {
    query: { search, limit: OFFERED, offset: 0 },
    schema: z.object({ count: z.int(), results: ItemCode.array() }),
    signal,
  })
  return results
}
