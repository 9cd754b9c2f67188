/** A244: products by name, upc or item code: from the server while it is there, else from this device. */
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

export const isSearchable = (typed: string): boolean => typed.trim().length >= SEARCH_MIN_CHARACTERS

/** Whether a product holds every typed word; a whole upc or the start of one counts too. */
export function isFound(product: Product, typed: string): boolean {
  const text = `${product.name} ${product.upc} ${product.item_code.item_code}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word))
}

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
  const [search, setSearch] = useState(NOTHING)

  useEffect(() => {
    if (!isSearchable(settled)) {
      setSearch(NOTHING)
      return
    }
    const abort = new AbortController()
    const put = (products: Product[], fromDevice: boolean) => {
      if (!abort.signal.aborted)
        setSearch({ products: products.slice(0, SHOWN), searching: false, fromDevice })
    }
    const here = async () => put(await onDevice(db, settled), true)
    setSearch((before) => ({ ...before, searching: true }))
    const found = reachable
      ? searchProducts(client, settled, abort.signal).then(
          (products) => put(products, false),
          () => (abort.signal.aborted ? undefined : here()),
        )
      : here()
    found.catch(() => put([], true))
    return () => abort.abort()
  }, [db, client, settled, reachable])

  return isSearchable(typed) ? search : NOTHING
}
