/**
 * The screens' queries to the server, in one store per person: no person sees another's. Small reference data that
 * the device's own database does not hold (`...KEPT`) is stored on the device, so that it shows without a network as
 * it was last seen (readings, "Offline"); everything else lives as long as the page.
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
/** An answer is stored at once: a device may lose its network, or its battery, right after. */
const SAVE_MS = 50
/** Stored data of this age is requested again when a screen is opened. */
const FRESH_MS = 30_000
/** A change of the stored data needs another value: data in an older shape is dropped. */
const SHAPE = '3'

/** The options of a query whose answer is stored on the device. */
export const KEPT = {
  meta: { isKept: true },
  staleTime: FRESH_MS,
  // A timer cannot wait for days in milliseconds: it would go off at once.
  gcTime: Infinity,
} as const

/** A long list that the person already waits for is sent within some seconds. */
const MOST_BUSY_RETRIES = 5
const NETWORK_RETRY_MS = 1_000

/** Returns how long a busy server asks us to wait (decision 0190), in ms; null for any other error. */
const waitOf = (error: unknown): number | null =>
  error instanceof ApiError && isObject(error.body) && error.body['code'] === 'busy'
    ? error.retryAfterMs
    : null

const clients = new Map<number, QueryClient>()

/** Returns the store of this person, with its stored data. */
export function queriesOf(person: number): QueryClient {
  const known = clients.get(person)
  if (known) return known
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // The app knows better than the browser whether the server is reachable: see `enabled`.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // The server would give the same answer again, unless it was too busy and says when to come back.
        retry: (failures, error) =>
          waitOf(error) !== null
            ? failures < MOST_BUSY_RETRIES
            : failures < 1 && error instanceof NetworkError && error.reason !== 'not-ours',
        retryDelay: (_failures, error) => waitOf(error) ?? NETWORK_RETRY_MS,
      },
      // A save that waits for the network would be sent some time later, without the person's knowledge.
      mutations: { networkMode: 'always', retry: 0 },
    },
  })
  keep(queryClient, person)
  clients.set(person, queryClient)
  return queryClient
}

// Nothing that this person requested stays in memory; at sign-out nothing of it is written any more.
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
    // Writing begins with reading all stored data, so it runs only for queries that are kept.
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
