/**
 * The parts of a browser that happy-dom lacks and the app uses: a size for every element, locks, storage that lasts,
 * and an IndexedDB per device. Nothing here knows the app.
 */
import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/** happy-dom has no layout. Every element gets this size, so that a list that draws only rows in sight draws some. */
const SIZE = { width: 1_280, height: 600 }

function giveSizes(): void {
  const { prototype } = HTMLElement
  const as = (value: number) => ({ configurable: true, get: () => value })
  Object.defineProperties(prototype, {
    offsetWidth: as(SIZE.width),
    offsetHeight: as(SIZE.height),
    clientWidth: as(SIZE.width),
    clientHeight: as(SIZE.height),
  })
  prototype.getBoundingClientRect = () => new DOMRect(0, 0, SIZE.width, SIZE.height)
}

/** Web Locks of a browser with one window. Each name is a queue, and `steal` takes a lock from its holder. */
class Locks implements LockManager {
  readonly #held = new Map<string, { tail: Promise<unknown>; lose: (why: Error) => void }>()

  async request<T>(name: string, ...rest: unknown[]): Promise<T> {
    const run = rest.at(-1) as (lock: Lock | null) => Promise<T>
    const { ifAvailable, steal, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
    const before = this.#held.get(name)
    if (before && ifAvailable) return run(null)
    let lose: (why: Error) => void = () => {}
    const lost = new Promise<never>((_, reject) => (lose = reject))
    if (steal) before?.lose(new DOMException('The lock was stolen.', 'AbortError'))
    const turn = this.#after(steal ? undefined : before?.tail, signal).then(() =>
      Promise.race([run({ name, mode: 'exclusive' }), lost]),
    )
    const tail = Promise.all([steal ? undefined : before?.tail, turn.catch(() => undefined)]).then(() => {
      if (this.#held.get(name)?.tail === tail) this.#held.delete(name)
    })
    this.#held.set(name, { tail, lose })
    return turn
  }

  #after(before: Promise<unknown> | undefined, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      void Promise.resolve(before).then(resolve)
    })
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: [...this.#held.keys()].map((name) => ({ name })), pending: [] })
  }
}

/** Gives `navigator` a property, for as long as the test file runs. */
const give = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value })

/** Adds the missing parts, once per file and before the app is loaded. */
export function completeBrowser(): void {
  giveSizes()
  Object.assign(globalThis, { IDBKeyRange })
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  give('storage', { persisted: () => Promise.resolve(true) })
  // A field that grows with its text measures again when fonts have loaded.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
}

/** Starts a device on which nothing is stored yet. */
export function newDevice(): void {
  const indexedDB = new IDBFactory()
  Object.assign(globalThis, { indexedDB })
  Dexie.dependencies.indexedDB = indexedDB
  localStorage.clear()
  sessionStorage.clear()
}

/** Records the page's listeners. The returned function removes them, and with them all that they hold. */
function beginListening(): () => void {
  const ends: (() => void)[] = []
  for (const target of [globalThis.window, document]) {
    const { addEventListener } = target
    target.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ) => {
      addEventListener.call(target, type, listener, options)
      ends.push(() => target.removeEventListener(type, listener, options))
    }
    ends.push(() => void (target.addEventListener = addEventListener))
  }
  return () => ends.forEach((end) => end())
}

/** Opens a window at an address. The locks of another window are free. The returned function ends the page. */
export function newWindow(path: string): () => void {
  give('locks', new Locks())
  give('onLine', true)
  document.head.replaceChildren()
  document.body.replaceChildren()
  history.replaceState(null, '', path)
  return beginListening()
}

/** Reports to the page whether the browser is online. */
export function tellOnline(online: boolean): void {
  give('onLine', online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}
