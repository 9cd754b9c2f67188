/**
 * What screens ask of the server, in one store a person: nobody sees another's. Small reference data that the device's own
 * database does not hold (`...KEPT`) is kept on the device, so that it shows without a network as it was last seen
 * (readings, "Offline"); everything else lives as long as the page.
 */
import { ApiError, isObject, NetworkError } from '#src/api/errors.ts'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { defaultShouldDehydrateQuery, dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { keptKey, onForget } from './forget-kept.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isKept?: true }
  }
}

const KEPT_MS = 30 * 86_400_000
/** What came at once is written at once; a device may lose its network, or its battery, right after. */
const SAVE_MS = 50
/** What is kept is asked for again when a screen is opened and this has passed. */
const FRESH_MS = 30_000
/** A change of what is kept needs another: what was kept in an older shape is forgotten. */
const SHAPE = '3'

/** For a query whose answer is kept on the device. */
export const KEPT = {
  meta: { isKept: true },
  staleTime: FRESH_MS,
  // Days in milliseconds are more than a timer can wait: it would go off at once.
  gcTime: Infinity,
} as const

/** A long list of one's own is sent within some seconds. */
const MOST_BUSY_RETRIES = 5
const NETWORK_RETRY_MS = 1_000

/** How long a busy server asks us to wait (decision 0190), in ms; null for any other error. */
const waitOf = (error: unknown): number | null =>
  error instanceof ApiError && isObject(error.body) && error.body['code'] === 'busy'
    ? error.retryAfterMs
    : null

const clients = new Map<number, QueryClient>()

/** The store of this person, with what is kept of it. */
export function queriesOf(person: number): QueryClient {
  const known = clients.get(person)
  if (known) return known
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Whether the server is there is known better than by the browser's word: see `enabled`.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // What the server answered, it would answer again, unless it was too busy and says when to come back.
        retry: (failures, error) =>
          waitOf(error) !== null
            ? failures < MOST_BUSY_RETRIES
            : failures < 1 && error instanceof NetworkError && error.reason !== 'not-ours',
        retryDelay: (_failures, error) => waitOf(error) ?? NETWORK_RETRY_MS,
      },
      // A save that waits for the network would be sent some time later, behind everybody's back.
      mutations: { networkMode: 'always', retry: 0 },
    },
  })
  keep(queryClient, person)
  clients.set(person, queryClient)
  return queryClient
}

// Nothing that this person asked stays in memory; at sign-out nothing of it is written any more.
onForget((person, isLeaving) => {
  const queryClient = clients.get(person)
  if (isLeaving) clients.delete(person)
  queryClient?.clear()
})

function keep(queryClient: QueryClient, person: number): void {
  const persister = createSyncStoragePersister({
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem(key, value) {
        if (clients.get(person) === queryClient) localStorage.setItem(key, value)
      },
      removeItem: (key) => localStorage.removeItem(key),
    },
    key: keptKey(person),
    throttleTime: SAVE_MS,
  })
  const stored = persister.restoreClient() as Awaited<ReturnType<typeof persister.restoreClient>>
  if (stored && stored.buster === SHAPE && Date.now() - stored.timestamp < KEPT_MS)
    hydrate(queryClient, stored.clientState, { defaultOptions: { queries: { gcTime: KEPT.gcTime } } })
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    // Writing begins with reading all that is kept: never for what is not.
    if (!query.meta?.isKept) return
    if (type !== 'added' && type !== 'updated' && type !== 'removed') return
    void persister.persistClient({
      buster: SHAPE,
      timestamp: Date.now(),
      clientState: dehydrate(queryClient, {
        shouldDehydrateQuery: (query) => query.meta?.isKept === true && defaultShouldDehydrateQuery(query),
      }),
    })
  })
}
