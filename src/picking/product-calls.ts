/** The calls that find products, and the one that saves the substitutes of a product. */
import { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'

/** A287: fetches one product as it is now. */
export const fetchProduct = (client: Client, upc: string) =>
  client.api('GET', `products/${encodeURIComponent(upc)}`, {
    query: { substitution_detail: true, include_inactive: true, include_nonprimary: true },
    schema: Product,
  })

/** A289: fetches the active products that a text finds. */
export const searchProducts = (client: Client, text: string, signal: AbortSignal) =>
  client.api('GET', 'products', {
    query: { no_page: 1, search: text, include_inactive: false },
    schema: Product.array(),
    signal,
  })

/** A290: saves the substitutes of a product, the first one offered first. Another user's change since `seen` is a clash. */
export const saveSubstitutes = (
  client: Client,
  upc: string,
  substitutes: readonly string[],
  seen: readonly string[],
) =>
  client.api('PATCH', `productedit/${encodeURIComponent(upc)}`, {
    body: { acceptable_substitutions: substitutes, base: { acceptable_substitutions: seen } },
    schema: Product,
  })
