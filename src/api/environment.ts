/**
 * Everything from outside the code: clock, timers, network, randomness, locks. The page and the service worker pass the
 * browser's own. The simulator passes its own and drives the same code step by step.
 */

/** The part of Web Locks that the app uses. */
export interface Locks {
  /** Waits for the lock, runs, releases. With `ifAvailable` it runs at once; `held` is false if the lock is taken. */
  request<T>(
    name: string,
    /** `steal` takes the lock from its holder, whose request then rejects. The options exclude each other. */
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    run: (held: boolean) => Promise<T>,
  ): Promise<T>
  /** Whether no tab and no worker holds the lock now. False where that cannot be known. */
  isFree(name: string): Promise<boolean>
}

export interface Environment {
  /** Milliseconds since the epoch, by the device's clock, which may be years off. */
  now(): number
  /**
   * Runs once after `ms`. A page that has gone away runs it only once it is shown again. The returned function cancels
   * it.
   */
  after(ms: number, run: () => void): () => void
  fetch(input: string, init: RequestInit): Promise<Response>
  /** 0 ≤ x < 1. */
  random(): number
  randomBytes(length: number): Uint8Array<ArrayBuffer>
  locks: Locks
  /** False when the browser is certain that there is no network. */
  online(): boolean
  /** Missing on a page that is not served securely: no person can sign in offline there. */
  subtle: SubtleCrypto | undefined
  /** Logs a defect of work that no caller awaits. The work goes on at its next turn. */
  report(error: unknown): void
  /** Compresses a body before it is sent. Missing where the browser cannot. */
  gzip?(text: string): Promise<Uint8Array<ArrayBuffer>>
  /** Asks the browser to wake the service worker when the network is back, where it can. */
  requestBackgroundSync?(): void
}

/**
 * Returns locks within this page only, for a browser without Web Locks (a page that is not served securely).
 * `everyTab`: all participants share these locks, so a free lock is known to be free.
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
  // Best effort: where Background Sync is missing or refused, the page's own retry loop sends.
  container?.ready
    .then((registration) => registration.sync?.register(BACKGROUND_SYNC_TAG))
    .catch(() => undefined)
}

/**
 * Returns the timers of a page. None runs from `pagehide` until `pageshow`: a due timer waits, forever where the page
 * never comes back. The browser refuses all that a page on its way out begins, and some engines let the page keep
 * trying.
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

/** Returns the browser's own environment, in a page or a service worker. */
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
