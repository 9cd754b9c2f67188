/**
 * Everything that comes from outside: clock, timers, network, chance, locks. The page and the service worker pass the
 * browser's; the simulator passes its own and drives the same code step by step.
 */

/** Web Locks, as far as they are used. */
export interface Locks {
  /** Waits for the lock, runs, releases. With `ifAvailable` it runs at once, with `held` false when somebody has it. */
  request<T>(
    name: string,
    /** `steal` takes it from whoever has it, whose request then rejects. The options exclude each other. */
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    run: (held: boolean) => Promise<T>,
  ): Promise<T>
  /** Whether nobody, in whichever tab or worker, holds the lock now. False where that cannot be known. */
  isFree(name: string): Promise<boolean>
}

export interface Environment {
  /** Milliseconds since the epoch, by the device's clock, which may be years off. */
  now(): number
  /** Runs once after `ms`, in a page not before it is shown again where it has gone away; the answer cancels it. */
  after(ms: number, run: () => void): () => void
  fetch(input: string, init: RequestInit): Promise<Response>
  /** 0 ≤ x < 1. */
  random(): number
  randomBytes(length: number): Uint8Array<ArrayBuffer>
  locks: Locks
  /** False when the browser is certain that there is no network. */
  online(): boolean
  /** Missing on a page that is not served securely; then nobody signs in offline there. */
  subtle: SubtleCrypto | undefined
  /** A defect that nobody awaits: it is logged and the work goes on at its next turn. */
  report(error: unknown): void
  /** Makes a body smaller for the way; missing where the browser cannot. */
  gzip?(text: string): Promise<Uint8Array<ArrayBuffer>>
  /** Asks the browser to wake the service worker when the network is back, where it can. */
  requestBackgroundSync?(): void
}

/**
 * Locks within this page only, for a browser without Web Locks (a page that is not served securely). `everyTab`: all
 * who take part share these, so that a free one is known to be free.
 */
export function localLocks({ everyTab = false } = {}): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async request<T>(
      name: string,
      { ifAvailable, signal }: Parameters<Locks['request']>[1],
      run: (held: boolean) => Promise<T>,
    ): Promise<T> {
      const before = tails.get(name)
      if (before && ifAvailable) return run(false)
      signal?.throwIfAborted()
      const turn = new Promise<T>((resolve, reject) => {
        let waiting = true
        signal?.addEventListener('abort', () => waiting && reject(signal.reason))
        void (before ?? Promise.resolve()).then(() => {
          if (signal?.aborted) return
          waiting = false
          run(true).then(resolve, reject)
        })
      })
      const tail = Promise.all([before, turn.catch(() => undefined)]).then(() => {
        if (tails.get(name) === tail) tails.delete(name)
      })
      tails.set(name, tail)
      return turn
    },
    isFree: (name) => Promise.resolve(everyTab && !tails.has(name)),
  }
}

function webLocks(manager: LockManager): Locks {
  return {
    request: (name, { ifAvailable, steal, signal }, run) =>
      manager.request(
        name,
        { ...(ifAvailable && { ifAvailable }), ...(steal && { steal }), ...(signal && { signal }) },
        (lock) => run(lock !== null),
      ),
    isFree: async (name) => !(await manager.query()).held?.some((lock) => lock.name === name),
  }
}

/** The Background Sync tag that `sw/background-flush.ts` answers to. */
export const BACKGROUND_SYNC_TAG = 'larder-outbox'

interface WithSync {
  sync?: { register(tag: string): Promise<void> }
}

function requestBackgroundSync(): void {
  const container = (globalThis.navigator as { serviceWorker?: { ready: Promise<WithSync> } }).serviceWorker
  // Best effort: where it is missing or refused, the page's own retry loop is what counts.
  container?.ready
    .then((registration) => registration.sync?.register(BACKGROUND_SYNC_TAG))
    .catch(() => undefined)
}

/**
 * The timers of a page. From `pagehide` until `pageshow` none runs: what is due waits, for good where the page never
 * comes back. A page on its way out is refused whatever it begins, and some engines let it go on trying.
 */
export function pageTimers(page: EventTarget): Environment['after'] {
  let away = false
  const due = new Set<{ run(): void }>()
  page.addEventListener('pagehide', () => {
    away = true
  })
  page.addEventListener('pageshow', () => {
    away = false
    const waited = [...due]
    due.clear()
    for (const { run } of waited) run()
  })
  return (ms, run) => {
    const one = { run }
    const timer = setTimeout(() => (away ? due.add(one) : run()), ms)
    return () => {
      clearTimeout(timer)
      due.delete(one)
    }
  }
}

const plainTimers: Environment['after'] = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const small = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(small).arrayBuffer())
}

/** The browser's own, in a page or a service worker. */
export function browserEnvironment(): Environment {
  const { navigator, crypto } = globalThis
  const isPage = 'document' in globalThis
  return {
    now: () => Date.now(),
    after: isPage ? pageTimers(globalThis) : plainTimers,
    fetch: (input, init) => fetch(input, init),
    random: () => Math.random(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    locks: navigator.locks ? webLocks(navigator.locks) : localLocks(),
    online: () => navigator.onLine,
    report: (error) => console.error(error),
    subtle: crypto.subtle,
    ...('CompressionStream' in globalThis && { gzip }),
    ...(isPage && { requestBackgroundSync }),
  }
}
