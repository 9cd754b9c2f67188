/**
 * What the app needs to start without a network. The install fetches the page and the files that it names itself, so
 * that the big parts do not slow a first visit over a bad line. Those come when the page says that its first screen is
 * usable, or with the next use. A newer version is fetched whole before it is offered, because it starts offline at
 * once.
 *
 * Only what is, byte by byte, what the build made is kept or answered from here (decision 0055). Kept files are checked
 * once in a worker's life, before the first answer or when the page has started, and again when the page says that a
 * part failed to load. A wrong file is fetched again.
 */
import { PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ManifestEntry } from './manifest-entry.ts'
import { isRightAnswer, isRightFile, isRightType } from './right-file.ts'

const PAGE = '/index.html'
/** Answered by the server and never by the app's page. */
const SERVER_ONLY = [/^\/api(?:\/|$)/, /^\/photos\//, /^\/healthz$/, /^\/readyz$/]
/** Needed beside the page's own scripts and styles: small, and the first screen looks broken without them. */
const ALWAYS = /\.(?:webmanifest)$|^\/fonts\//
/** The files fetched at once; a phone's radio gains nothing by more. */
const FETCHES_AT_ONCE = 4

export interface Precache {
  /** Runs at install. Keeps the first screen's files, or all of them where an older version is at work. */
  install(whole: boolean): Promise<void>
  /** Keeps all parts. Safe to call at any time and often: a file that is there and right is not fetched again. */
  rest(): Promise<void>
  /** The same, but checks each file again. */
  mend(): Promise<void>
  /** Whether a kept file, of any version, cannot be what its name says. */
  holdsWrong(): Promise<boolean>
  activate(event: ExtendableEvent): Promise<unknown>
}

/** Returns the addresses that the page names: its scripts, preloads and styles. */
function namedBy(html: string): Set<string> {
  const named = html.matchAll(/\b(?:src|href)="(\/[^"]*|[^":]+)"/g)
  return new Set([...named].map(([, address]) => (address!.startsWith('/') ? address! : `/${address}`)))
}

export function createPrecache(entries: readonly ManifestEntry[]): Precache {
  const controller = new PrecacheController()
  controller.addToCacheList([...entries])
  const files = createFiles(controller)
  const { held, keepAll } = files
  const page = entries.find((entry) => pathOf(entry) === PAGE)
  let complete: Promise<void> | null = null

  answerRequests(controller, entries, files, page)

  function rest(): Promise<void> {
    complete ??= keepAll(entries).catch((error: unknown) => {
      // The line broke: the next use goes on where this one stopped.
      complete = null
      throw error
    })
    return complete
  }

  return {
    async install(whole) {
      if (whole) return keepAll(entries)
      await keepAll(page ? [page] : [])
      const html = await (page && (await held(page)))?.text()
      const named = namedBy(html ?? '')
      await keepAll(entries.filter((entry) => named.has(pathOf(entry)) || ALWAYS.test(pathOf(entry))))
    },
    rest,
    async mend() {
      await complete?.catch(() => undefined)
      files.lookAgain()
      complete = null
      await rest()
    },
    holdsWrong: files.holdsWrong,
    activate: (event) => controller.activate(event),
  }
}

type Files = ReturnType<typeof createFiles>

/** The app's files as the browser keeps them. A wrong file is fetched again, and never answered. */
function createFiles(controller: PrecacheController) {
  // Opened each time: a handle kept over a cleared storage would write where nothing reads.
  const open = () => caches.open(controller.strategy.cacheName)
  const keyOf = ({ url }: ManifestEntry) => controller.getCacheKeyForURL(url)!
  /** The keys of the files that were checked in this worker's life and are right. */
  const right = new Set<string>()

  /** Returns a kept file, if it is right. */
  async function held(entry: ManifestEntry): Promise<Response | undefined> {
    const cache = await open()
    const key = keyOf(entry)
    const response = await cache.match(key)
    if (!response || right.has(key)) return response
    if (!(await isRightFile(entry, response))) return undefined
    right.add(key)
    return cache.match(key)
  }

  async function keep(entry: ManifestEntry, response: Response): Promise<void> {
    await (await open()).put(keyOf(entry), response)
    right.add(keyOf(entry))
  }

  return {
    held,
    /** Goes on where it can after a failure, and then throws the first one. */
    async keepAll(list: readonly ManifestEntry[]): Promise<void> {
      const waiting = [...list]
      const worker = async () => {
        for (let entry = waiting.shift(); entry; entry = waiting.shift())
          if (!(await held(entry))) await keep(entry, await fetched(entry))
      }
      const ends = await Promise.allSettled(Array.from({ length: FETCHES_AT_ONCE }, worker))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
    /** Returns a part of the app; an error, and never anything else, where it cannot be had. */
    async answer(entry: ManifestEntry, event: ExtendableEvent): Promise<Response> {
      try {
        const found = await held(entry)
        if (found) return found
        const response = await fetched(entry)
        // Runs beside the answer. A device without room runs the app all the same.
        event.waitUntil(keep(entry, response.clone()).catch(() => undefined))
        return response
      } catch {
        return Response.error()
      }
    },
    async holdsWrong(): Promise<boolean> {
      const cache = await open()
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        if (response && !isRightType(new URL(request.url).pathname, response)) return true
      }
      return false
    },
    /** Makes the next use check each file again. */
    lookAgain: () => right.clear(),
  }
}

/** Fetches a file. Throws where the network or the server does not give it. */
async function fetched(entry: ManifestEntry): Promise<Response> {
  // A file without a revision has its hash in its name: a file that the page has just loaded comes from the browser's
  // cache, unless the browser has kept something else.
  const { url, revision, integrity } = entry
  // With `integrity` the browser itself compares the bytes, in half the time of doing it here.
  const ask = async (cache: RequestCache) => {
    const response = await fetch(url, { credentials: 'same-origin', cache, integrity })
    if (!isRightAnswer(url, response)) throw new Error(`${url}: this is not the file of this version`)
    return response
  }
  return revision === null ? ask('default').catch(() => ask('reload')) : ask('reload')
}

/**
 * Answers a page's requests for the app: the files with themselves, and every other address with the page. The files come
 * first, because one may be opened in a tab of its own, as the licences are.
 */
function answerRequests(
  controller: PrecacheController,
  entries: readonly ManifestEntry[],
  { held, answer }: Files,
  page: ManifestEntry | undefined,
): void {
  const byKey = new Map(entries.map((entry) => [controller.getCacheKeyForURL(entry.url), entry]))
  const entryAt = ({ href }: URL) => byKey.get(controller.getCacheKeyForURL(href) ?? '')
  const isFile = (entry: ManifestEntry | undefined, { method, mode }: Request) =>
    method === 'GET' && entry !== undefined && !(mode === 'navigate' && entry === page)
  registerRoute(
    ({ url, request }) => isFile(entryAt(url), request),
    ({ url, event }) => answer(entryAt(url)!, event),
  )
  registerRoute(
    new NavigationRoute(
      // A wrong page is not fetched here: the server may have a newer one by now, which works as well.
      async ({ request }) => (page && (await held(page))) ?? fetch(request),
      { denylist: SERVER_ONLY },
    ),
  )
}

const pathOf = ({ url }: ManifestEntry): string => `/${url.replace(/^\//, '')}`
