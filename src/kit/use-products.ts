import type { Product } from '#contract/products/schema.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { useServerQuery, type Options } from './use-server-query.ts'

/**
 * Returns products by their UPC, in no order: from the device, and those that it does not store from the server by
 * `ask` (A286, B232). `products` is null while `upcs` or the device's own are not known yet.
 */
export function useProducts(
  db: LarderDatabase,
  upcs: readonly string[] | undefined,
  ask: (missing: readonly string[]) => ServerQuery<Product[]>,
  { keepsPrevious = false }: Pick<Options, 'keepsPrevious'> = {},
): { products: readonly Product[] | null; loading: boolean } {
  const key = upcs?.join(' ')
  const kept = useLiveQuery(async () => {
    if (key === undefined) return undefined
    const all = key.split(' ').filter(Boolean)
    const found = await db.products.bulkGet(all)
    return {
      products: found.filter((product) => product !== undefined),
      missing: all.filter((_, n) => found[n] === undefined),
    }
  }, [db, key])
  const missing = kept?.missing ?? []
  const { value: fetched, busy } = useServerQuery(ask(missing), {
    enabled: missing.length > 0,
    keepsPrevious,
  })
  return {
    // A product that the device has stored meanwhile comes last, and wins.
    products: useMemo(() => (kept ? [...(fetched ?? []), ...kept.products] : null), [kept, fetched]),
    loading: kept === undefined || (fetched === null && busy),
  }
}
