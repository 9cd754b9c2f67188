import { OfficeProduct } from '#contract/products/office.ts'
import { Product } from '#contract/products/schema.ts'
import { PRODUCT_BATCH } from '#contract/spec.ts'
import { z } from 'zod'
import type { Client } from '#src/api/client.ts'
import { forgetProducts, holdProducts } from './held-products.ts'

/**
 * Products by their UPC, inactive ones too; one that is unknown is left out. A284–A286: in batches of 100, one after the
 * other.
 * @param more what else the call asks for: substitutes with their details, or the prices of a location
 */
export async function fetchProducts(
  client: Client,
  upcs: readonly string[],
  more: { substitution_detail?: true; company_location?: number } = {},
): Promise<Product[]> {
  const found: Product[] = []
  for (let from = 0; from < upcs.length; from += PRODUCT_BATCH)
    found.push(
      ...(await client.api('GET', 'products', {
        query: {
          ...more,
          upc: upcs.slice(from, from + PRODUCT_BATCH),
          include_inactive: true,
          include_nonprimary: true,
          no_page: 1,
        },
        schema: Product.array(),
      })),
    )
  return found
}

/** What a list of products shows of each. */
export const FoundProduct = Product.pick({ upc: true, name: true, active: true })
type FoundProduct = z.infer<typeof FoundProduct>

/**
 * C290: all products there are, also those that are not sold any more. Asked for once, until one of them is changed here;
 * an answer that fails is not kept. C291: the answer is a list, or an object that holds one.
 */
export const heldProducts = (client: Client): Promise<FoundProduct[]> =>
  holdProducts(client, () =>
    client.api('GET', 'products', {
      query: { include_inactive: true, include_nonprimary: true, no_page: 1 },
      schema: z.union([
        FoundProduct.array(),
        z.object({ results: FoundProduct.array() }).transform(({ results }) => results),
      ]),
    }),
  )

/** C297: a product as the office edits it. */
export const fetchOfficeProduct = (client: Client, upc: string, signal: AbortSignal) =>
  client.api('GET', `productedit/${encodeURIComponent(upc)}`, {
    query: { substitution_detail: true },
    schema: OfficeProduct,
    signal,
  })

/**
 * C299. Forgets the held products when the call has ended, also after a failure: it may have been done all the same.
 */
export const changeProduct = (client: Client, upc: string, body: object) =>
  client
    .api('PATCH', `productedit/${encodeURIComponent(upc)}`, { body, schema: OfficeProduct })
    .finally(() => forgetProducts(client))

/** The queries that a change of a product makes old. */
export const PRODUCTS_CHANGED = [
  ['products'],
  ['productedit'],
  ['itemcodes'],
  ['productsbyorderlist'],
] as const
