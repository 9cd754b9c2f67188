/**
 * The service worker: the app without a network, and sending when no page is open.
 *
 * It never takes over by itself. A page that shows "a new version waits" posts `SKIP_WAITING` when the person agrees,
 * and even then the worker waits until no edit is on its way. It takes over unasked only if the version before it holds
 * files that are none of the app's, and may not even start. Messages to pages: `WAITING_FOR_EDITS`, `ACTIVATED`.
 */
import { BACKGROUND_SYNC_TAG } from '#src/api/environment.ts'
import { editInFlight, flushInBackground } from './background-flush.ts'
import { createPrecache } from './precache.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import { answerPhotos } from './photos.ts'
import { isShare, takeShared } from './shared-files.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] }

/** Background Sync is not in TypeScript's library yet. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

const LOOK_AGAIN_MS = 500
/** A lease runs out after 45 s, so this is never reached unless edits are sent without an end. */
const GIVE_UP_MS = 120_000

const precache = createPrecache(self.__WB_MANIFEST)
answerPhotos()

async function tellPages(type: 'WAITING_FOR_EDITS' | 'ACTIVATED'): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A client's postMessage, unlike a window's, has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const page of pages) page.postMessage({ type })
}

async function takeOver(): Promise<void> {
  const until = Date.now() + GIVE_UP_MS
  let isAnnounced = false
  while (await editInFlight()) {
    if (!isAnnounced) await tellPages('WAITING_FOR_EDITS')
    isAnnounced = true
    if (Date.now() > until) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  await self.skipWaiting()
}

/**
 * Best effort: a file that could not be fetched now is fetched at the next use. Resolves to whether everything is here.
 */
const isWhole = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** The requests of a page. A page that sends a port along receives whether the whole app is on the device. */
const ASKED: ReadonlyMap<unknown, () => Promise<void>> = new Map([
  ['PRECACHE_REST', () => precache.rest()],
  // Sent when a part of the app failed to load.
  ['MEND', () => precache.mend()],
])

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const isUpdate = self.registration.active !== null
      const isNeeded = isUpdate && (await precache.holdsWrong())
      await precache.install(isUpdate)
      if (isNeeded) await takeOver()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await precache.activate(event)
      await self.clients.claim()
      await tellPages('ACTIVATED')
    })(),
  )
})

self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type
  if (type === 'SKIP_WAITING') event.waitUntil(takeOver())
  const asked = ASKED.get(type)
  if (asked) event.waitUntil(isWhole(asked()).then((whole) => event.ports[0]?.postMessage({ whole })))
})

self.addEventListener('fetch', (event) => {
  // A page that never said so is usable by the time that it is opened again.
  if (event.request.mode === 'navigate') event.waitUntil(isWhole(precache.rest()))
})

self.addEventListener('fetch', (event) => {
  if (isShare(event.request)) event.respondWith(takeShared(event.request))
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === BACKGROUND_SYNC_TAG) sync.waitUntil(flushInBackground())
})
