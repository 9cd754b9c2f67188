import { Product } from '#contract/products/schema.ts'
import { PRODUCT_BATCH } from '#contract/spec.ts'
import type { Client } from './client.ts'

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
