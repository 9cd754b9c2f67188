/** What the product form asks and calls (C295–C299). */
import { ItemCode } from '#contract/products/item-codes.ts'
import { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { forgetProducts } from '#src/queries/held-products.ts'
import { fetchOfficeProduct } from '#src/queries/products.ts'
import { fetchWarehouses } from '#src/queries/warehouses.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { z } from 'zod'

interface OpenedProduct {
  /** null adds one. */
  product: OfficeProduct | null
  warehouses: Warehouse[]
}

/** C297. @param upc null for a new one */
export const openedProductQuery = (upc: string | null): ServerQuery<OpenedProduct> => ({
  queryKey: ['productedit', upc],
  async read(client, signal) {
    const [product, warehouses] = await Promise.all([
      upc === null ? null : fetchOfficeProduct(client, upc, signal),
      fetchWarehouses(client, signal),
    ])
    return { product, warehouses }
  },
  isForm: true,
})

/** Forgets the held products when the call has ended, also after a failure: it may have been done all the same. */
const changing = <T>(client: Client, call: Promise<T>): Promise<T> =>
  call.finally(() => forgetProducts(client))

/** C298; the upc of the answer is the product's. */
export const addProduct = (client: Client, body: object, key: string) =>
  changing(client, client.api('POST', 'productedit/', { body, schema: OfficeProduct, idempotencyKey: key }))

/** C295. @param key the same for the same call: a product whose deletion was not answered is deleted, and not missing */
export const deleteProduct = (client: Client, upc: string, key: string) =>
  changing(client, client.api('DELETE', `products/${encodeURIComponent(upc)}`, { idempotencyKey: key }))

/** As many item codes as one looks through before typing on. */
const OFFERED_CODES = 20

/** The item codes that fit what is typed, with what that was. */
export const itemCodesQuery = (search: string): ServerQuery<{ search: string; codes: ItemCode[] }> => ({
  queryKey: ['itemcodes', { offered: search }],
  async read(client, signal) {
    const { results } = await client.api('GET', 'itemcodes', {
      query: { search, limit: OFFERED_CODES, offset: 0 },
      schema: z.object({ count: z.int(), results: ItemCode.array() }),
      signal,
    })
    return { search, codes: results }
  },
})
