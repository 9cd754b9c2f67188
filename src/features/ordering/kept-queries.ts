/**
 * What ordering asks of the server, kept on the device: lists, prices, customers and staged orders show without a network
 * as they were last seen (readings, "Offline"). One store a person; nobody sees another's.
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { defaultShouldDehydrateQuery, dehydrate, hydrate, QueryClient } from '@tanstack/react-query'

const KEPT_MS = 30 * 86_400_000
/** What came at once is written at once; a device may lose its network, or its battery, right after. */
const SAVE_MS = 50
/** Asked for again when a screen is opened and this has passed. */
const FRESH_MS = 30_000
/** A change of what is kept needs another: what was kept in an older shape is forgotten. */
const SHAPE = '1'

const clients = new Map<number, QueryClient>()

export function keptQueries(person: number): QueryClient {
  const known = clients.get(person)
  if (known) return known
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Days in milliseconds are more than a timer can wait: it would go off at once.
        gcTime: Infinity,
        staleTime: FRESH_MS,
        // Whether the server is there is known better than by the browser's word: see `enabled`.
        networkMode: 'always',
        retry: 1,
        refetchOnWindowFocus: false,
      },
    },
  })
  const persister = createSyncStoragePersister({
    storage: window.localStorage,
    key: `larder-ordering-${person}`,
    throttleTime: SAVE_MS,
  })
  const kept = persister.restoreClient() as Awaited<ReturnType<typeof persister.restoreClient>>
  if (kept && kept.buster === SHAPE && Date.now() - kept.timestamp < KEPT_MS)
    hydrate(queryClient, kept.clientState)
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'added' && type !== 'updated' && type !== 'removed') return
    void persister.persistClient({
      buster: SHAPE,
      timestamp: Date.now(),
      clientState: dehydrate(queryClient, {
        // What the device's own database has as well is not kept twice.
        shouldDehydrateQuery: (query) => !query.meta?.['onDevice'] && defaultShouldDehydrateQuery(query),
      }),
    })
  })
  clients.set(person, queryClient)
  return queryClient
}
