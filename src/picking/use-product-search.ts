/** A244: products by name, upc or item code: from the server while it is there, else from this device. */
import { holdsWords, wordsOf } from '#contract/words.ts'
import type { Product } from '#contract/products/schema.ts'
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_CHARACTERS } from '#contract/spec.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useLiveQuery } from 'dexie-react-hooks'
import { searchProducts } from './product-calls.ts'

/** The most products on show: a person does not read more, but types on. */
const SHOWN_PRODUCTS = 50

export interface ProductsFound {
  /** Null while there is nothing to search for, or no result yet. */
  products: readonly Product[] | null
  searching: boolean
  /** Whether the catalogue of this device was searched, and not the server's. */
  fromDevice: boolean
}

const isSearchable = (typed: string): boolean => typed.trim().length >= SEARCH_MIN_CHARACTERS

/** Whether a product holds every typed word; a whole upc or the start of one counts too. */
const isFound = (product: Product, typed: string): boolean =>
  holdsWords(`${product.name} ${product.upc} ${product.item_code.item_code}`, wordsOf(typed))

const onDevice = (db: LarderDatabase, typed: string): Promise<Product[]> =>
  db.products
    .filter((product) => product.active && isFound(product, typed))
    .limit(SHOWN_PRODUCTS)
    .toArray()

export function useProductSearch(typed: string): ProductsFound {
  const { engine } = useSignedIn()
  const { db } = engine
  const reachable = useServerReachable()
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const { value: there, failure } = useServerQuery(
    {
      queryKey: ['products', 'active', { search: settled }],
      read: async (client, signal) =>
        (await searchProducts(client, settled, signal)).slice(0, SHOWN_PRODUCTS),
    },
    { enabled: isSearchable(settled) },
  )
  const fromDevice = !reachable || failure !== null
  const here = useLiveQuery(
    async () =>
      fromDevice && isSearchable(settled)
        ? { typed: settled, products: await onDevice(db, settled) }
        : undefined,
    [db, settled, fromDevice],
  )
  if (!isSearchable(typed)) return { products: null, searching: false, fromDevice }
  const found = fromDevice ? here : there && { typed: settled, products: there }
  return found?.typed === typed.trim()
    ? { products: found.products, searching: false, fromDevice }
    : { products: null, searching: true, fromDevice }
}
