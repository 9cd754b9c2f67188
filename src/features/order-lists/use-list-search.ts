/** Finding a product for an order list (C271–C274, C292). */
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { FoundProduct } from '#src/api/products.ts'
import type { KnownProduct } from './list-draft.ts'

/** C272: with fewer products than this at hand the server is asked. */
const ENOUGH_PRODUCTS = 100
/** As many as anybody reads before typing on. */
const SHOWN = 50

/** C272–C274. */
export const asksServer = (loaded: number, term: string): boolean =>
  loaded < ENOUGH_PRODUCTS && !/[#|]/.test(term)

/** What is sold and holds every typed word, or begins with the code. */
export function findIn(known: Iterable<KnownProduct>, term: string): KnownProduct[] {
  const words = wordsOf(term)
  const found: KnownProduct[] = []
  for (const product of known) {
    if (product.active && holdsWords(`${product.name} ${product.upc}`, words)) found.push(product)
    if (found.length === SHOWN) break
  }
  return found
}

interface ListSearch {
  /** null: nothing to search for, or not answered yet. */
  found: readonly KnownProduct[] | null
  searching: boolean
  failure: unknown
}

export function useListSearch(client: Client, loaded: readonly KnownProduct[], typed: string): ListSearch {
  const [settled] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [answer, setAnswer] = useState<{ term: string; found: KnownProduct[]; failure: unknown } | null>(null)
  const remote = settled !== '' && asksServer(loaded.length, settled)

  useEffect(() => {
    if (!remote) return undefined
    const abort = new AbortController()
    client
      .api('GET', 'products', {
        query: { no_page: 1, search: settled },
        schema: FoundProduct.array(),
        signal: abort.signal,
      })
      .then(
        (found) => setAnswer({ term: settled, found: found.slice(0, SHOWN), failure: null }),
        (failure: unknown) => {
          if (!abort.signal.aborted) setAnswer({ term: settled, found: [], failure })
        },
      )
    return () => abort.abort()
  }, [client, settled, remote])

  const local = useMemo(
    () => (remote || settled === '' ? null : findIn(loaded, settled)),
    [loaded, remote, settled],
  )
  if (typed.trim() === '') return { found: null, searching: false, failure: null }
  if (settled !== typed.trim()) return { found: null, searching: true, failure: null }
  if (!remote) return { found: local, searching: false, failure: null }
  if (answer?.term !== settled) return { found: null, searching: true, failure: null }
  return { ...answer, searching: false }
}
