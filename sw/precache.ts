/**
 * What the app needs to start without a network. At install come the page and what it names itself, so that a first
 * visit over a bad line is not slowed by the big parts; those come when the page says that its first screen is usable,
 * or with the next use. A newer version is fetched whole before it is offered, because it starts offline at once.
 */
import { PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ManifestEntry } from './manifest-entry.ts'

const PAGE = '/index.html'
/** Answered by the server and never by the app's page. */
const SERVER_ONLY = [/^\/api(?:\/|$)/, /^\/healthz$/, /^\/readyz$/]
/** Beside the page's own scripts and styles: small, and the first screen looks broken without. */
const ALWAYS = /\.(?:webmanifest)$|^\/fonts\//
/** So many files at once; a phone's radio gains nothing by more. */
const AT_ONCE = 4

export interface Precache {
  /** At install: the first screen's files, or all of them where an older version is at work. */
  install(whole: boolean): Promise<void>
  /** The big parts. Safe to call at any time and often; what is there is not fetched again. */
  rest(): Promise<void>
  activate(event: ExtendableEvent): Promise<unknown>
}

/** The addresses that the page names: its scripts, preloads and styles. */
function namedBy(html: string): Set<string> {
  const named = html.matchAll(/\b(?:src|href)="(\/[^"]*|[^":]+)"/g)
  return new Set([...named].map(([, address]) => (address!.startsWith('/') ? address! : `/${address}`)))
}

export function createPrecache(entries: readonly ManifestEntry[]): Precache {
  const controller = new PrecacheController()
  controller.addToCacheList([...entries])
  const { cacheName } = controller.strategy
  let complete: Promise<void> | null = null

  async function keep(entry: ManifestEntry): Promise<void> {
    const key = controller.getCacheKeyForURL(entry.url)
    if (!key) return
    const cache = await caches.open(cacheName)
    if (await cache.match(key)) return
    // A file without a revision has its hash in its name: what the page has just loaded is taken from the browser.
    const response = await fetch(entry.url, {
      credentials: 'same-origin',
      cache: entry.revision === null ? 'default' : 'reload',
    })
    if (!response.ok || response.redirected) throw new Error(`${entry.url}: ${response.status}`)
    await cache.put(key, response)
  }

  async function keepAll(list: readonly ManifestEntry[]): Promise<void> {
    const waiting = [...list]
    const worker = async () => {
      for (let entry = waiting.shift(); entry; entry = waiting.shift()) await keep(entry)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  registerRoute(
    new NavigationRoute(async ({ request }) => (await controller.matchPrecache(PAGE)) ?? fetch(request), {
      denylist: SERVER_ONLY,
    }),
  )
  registerRoute(
    ({ url, request }) => request.method === 'GET' && controller.getCacheKeyForURL(url.href) !== undefined,
    async ({ request }) => (await controller.matchPrecache(request)) ?? fetch(request),
  )

  return {
    async install(whole) {
      if (whole) return keepAll(entries)
      const page = entries.filter((entry) => pathOf(entry) === PAGE)
      await keepAll(page)
      const html = await (await controller.matchPrecache(PAGE))?.text()
      const named = namedBy(html ?? '')
      await keepAll(entries.filter((entry) => named.has(pathOf(entry)) || ALWAYS.test(pathOf(entry))))
    },
    rest() {
      complete ??= keepAll(entries).catch((error: unknown) => {
        // The line broke: the next use goes on where this one stopped.
        complete = null
        throw error
      })
      return complete
    },
    activate: (event) => controller.activate(event),
  }
}

const pathOf = ({ url }: ManifestEntry): string => `/${url.replace(/^\//, '')}`
