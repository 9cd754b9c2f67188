/** Finding a product for an order list (C271–C274, C292). */
import { holdsWords, wordsOf } from '#contract/words.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { KnownProduct } from './list-draft.ts'
import { productSearchQuery } from './queries.ts'

/** C272: with fewer products than this at hand the server is asked. */
const ENOUGH_PRODUCTS = 100
/** As many as anybody reads before typing on. */
const SHOWN_PRODUCTS = 50

/** C272–C274. */
export const asksServer = (loaded: number, term: string): boolean =>
  loaded < ENOUGH_PRODUCTS && !/[#|]/.test(term)

/** Returns the products that are sold and contain every typed word, or begin with the code. */
export function findIn(known: Iterable<KnownProduct>, term: string): KnownProduct[] {
  const words = wordsOf(term)
  const found: KnownProduct[] = []
  for (const product of known) {
    if (product.active && holdsWords(`${product.name} ${product.upc}`, words)) found.push(product)
    if (found.length === SHOWN_PRODUCTS) break
  }
  return found
}

interface ListSearch {
  /** null: nothing to search for, or not answered yet. The products for fewer letters stay until the next answer. */
  found: readonly KnownProduct[] | null
  searching: boolean
  failure: unknown
}

export function useListSearch(loaded: readonly KnownProduct[], typed: string): ListSearch {
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS)
  const isRemote = settled !== '' && asksServer(loaded.length, settled)
  const remote = useServerQuery(productSearchQuery(settled), { enabled: isRemote, keepsPrevious: true })
  const local = useMemo(
    () => (isRemote || settled === '' ? null : findIn(loaded, settled)),
    [loaded, isRemote, settled],
  )
  if (wanted === '') return { found: null, searching: false, failure: null }
  const isSettled = settled === wanted
  if (!isRemote) return { found: local, searching: !isSettled, failure: null }
  return {
    found: remote.value?.slice(0, SHOWN_PRODUCTS) ?? null,
    searching: !isSettled || remote.busy,
    failure: remote.failure,
  }
}
