/** The hits of the palette: from the server while it is reachable, else from the orders that the device stores. */
import { Found, SEARCH_SHOWN_HITS } from '#contract/search.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/spec.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { holdsWords, wordsOf } from '#contract/words.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useLiveQuery } from 'dexie-react-hooks'

const NOTHING: Found = { orders: [], customers: [], products: [] }
const UNASKED: { of: string | null; found: Found } = { of: null, found: NOTHING }

export interface Search {
  found: Found
  isSearching: boolean
  /** Why the search failed; empty where it did not. */
  problem: string
}

const searchQuery = (typed: string): ServerQuery<Found> => ({
  queryKey: ['search', typed],
  read: (client, signal) => client.api('GET', 'search', { query: { q: typed }, schema: Found, signal }),
})

async function onDevice(db: LarderDatabase, typed: string): Promise<Found> {
  const words = wordsOf(typed)
  const orders = await db.orders
    .orderBy('delivery_date')
    .reverse()
    .filter(({ id, customer, company_location }) =>
      holdsWords(`${id} ${customer} ${company_location.name}`, words),
    )
    .limit(SEARCH_SHOWN_HITS)
    .toArray()
  return { ...NOTHING, orders }
}

/** Searches 300 ms after the last key. An earlier search is not waited for. */
export function useSearch(typed: string): Search {
  const { engine } = useSignedIn()
  const reachable = useServerReachable()
  const wanted = typed.trim()
  const [settled] = useDebouncedValue(wanted, SEARCH_DEBOUNCE_MS)
  // The hits for fewer letters stay until the next answer: the list does not blink while a person types.
  const server = useServerQuery(searchQuery(settled), { enabled: settled !== '', keepsPrevious: true })
  // The result of fewer letters stays until the next one, so it names its letters. Null: the device was not asked.
  const device = useLiveQuery(
    async () =>
      reachable || settled === '' ? UNASKED : { of: settled, found: await onDevice(engine.db, settled) },
    [engine.db, settled, reachable],
    UNASKED,
  )
  if (wanted === '') return { found: NOTHING, isSearching: false, problem: '' }
  const isSettled = settled === wanted
  if (!reachable) return { found: device.found, isSearching: device.of !== wanted, problem: '' }
  if (server.failure !== null)
    return { found: NOTHING, isSearching: false, problem: errorText(server.failure) }
  return { found: server.value ?? NOTHING, isSearching: !isSettled || server.busy, problem: '' }
}
