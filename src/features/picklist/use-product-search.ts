/** A244: products by name, upc or item code: from the server while it is there, else from this device. */
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import type { Product } from '#contract/products/schema.ts'
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { searchProducts } from './server-rows.ts'

/** As many as anybody reads before typing on. */
const SHOWN = 50

export interface ProductSearch {
  /** null: nothing to search for yet. */
  products: readonly Product[] | null
  searching: boolean
  /** The catalogue of this device was searched, not the server's. */
  fromDevice: boolean
}

const NOTHING: ProductSearch = { products: null, searching: false, fromDevice: false }

const isSearchable = (typed: string): boolean => typed.trim().length >= SEARCH_MIN_CHARACTERS

/** Whether a product holds every typed word; a whole upc or the start of one counts too. */
const isFound = (product: Product, typed: string): boolean =>
  holdsWords(`${product.name} ${product.upc} ${product.item_code.item_code}`, wordsOf(typed))

const onDevice = (db: LarderDatabase, typed: string): Promise<Product[]> =>
  db.products
    .filter((product) => product.active && isFound(product, typed))
    .limit(SHOWN)
    .toArray()

export function useProductSearch(
  db: LarderDatabase,
  client: Client,
  typed: string,
  reachable: boolean,
): ProductSearch {
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [found, setFound] = useState<{ typed: string; products: Product[]; fromDevice: boolean } | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    const put = (products: Product[], fromDevice: boolean) => {
      if (!abort.signal.aborted) setFound({ typed: settled, products: products.slice(0, SHOWN), fromDevice })
    }
    const here = async () => put(await onDevice(db, settled), true)
    async function search() {
      if (!reachable) return here()
      try {
        put(await searchProducts(client, settled, abort.signal), false)
      } catch {
        if (!abort.signal.aborted) await here()
      }
    }
    if (isSearchable(settled)) search().catch(() => put([], true))
    return () => abort.abort()
  }, [db, client, settled, reachable])

  if (!isSearchable(typed)) return NOTHING
  if (found?.typed !== typed.trim()) return { products: null, searching: true, fromDevice: false }
  return { products: found.products, searching: false, fromDevice: found.fromDevice }
}
