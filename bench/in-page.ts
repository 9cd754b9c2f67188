/**
 * What the bench watches in a page, put there before the page's own scripts. It asks nothing of the product: keys,
 * IndexedDB's own events and the document's changes are what is timed.
 */

/** The times of one scan, in ms of the page's clock. */
export interface ScanTimes {
  /** The Enter that ends a wedge's keys, as the browser stamped it. */
  key: number
  /** The transaction that wrote the outbox is complete, and was strict: the disk has it. */
  stored: number
  /** The frame that shows the line's new state has been handed on. */
  painted: number
}

interface Watcher {
  scans: ScanTimes[]
  /** Resolves when so many scans are painted. Asking again and again would be work for the thread that is timed. */
  painted(scans: number): Promise<void>
  /** When the element that `untilPainted` waits for was painted. */
  usableAt: number
  untilPainted(selector: string): void
}

declare global {
  interface Window {
    larderBench?: Watcher
  }
}

/** Runs in the page, alone: nothing of this module but types may be used in it. */
export function watchInPage(): void {
  const afterPaint = (done: (at: number) => void) =>
    // The frame is drawn after its callbacks; the task behind them is the first moment after that.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => done(performance.now()), { once: true })
      port1.start()
      port2.postMessage(null)
    })

  let now: Partial<ScanTimes> | null = null
  let onScan = () => {}
  const watcher: Watcher = {
    scans: [],
    async painted(scans) {
      while (watcher.scans.length < scans) await new Promise<void>((resolve) => (onScan = resolve))
    },
    usableAt: 0,
    untilPainted(selector) {
      const look = () => {
        const found = document.querySelector(selector)
        if (!found || found.getClientRects().length === 0) return false
        afterPaint((at) => (watcher.usableAt ||= at))
        return true
      }
      const observer = new MutationObserver(() => look() && observer.disconnect())
      observer.observe(document, { childList: true, subtree: true, attributes: true })
      look()
    },
  }
  window.larderBench = watcher

  addEventListener('keydown', (event) => event.key === 'Enter' && (now = { key: event.timeStamp }), true)

  // The commit of a scan is the transaction that adds to the outbox after the Enter; the sender's only change it.
  const commits = new WeakMap<IDBTransaction, Partial<ScanTimes>>()
  const transaction = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const made = transaction.apply(this, args)
    // Listened for before anybody else can, so that the time is known before the screen is drawn.
    if (made.mode === 'readwrite')
      made.addEventListener('complete', () => {
        const scan = commits.get(made)
        if (scan && made.durability === 'strict') scan.stored = performance.now()
      })
    return made
  }
  const add = IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function (...args) {
    if (this.name === 'outbox' && now) commits.set(this.transaction, now)
    return add.apply(this, args)
  }

  const isInList = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[role=list], tbody')
  new MutationObserver((changes) => {
    const scan = now
    if (!scan?.stored || !changes.some(({ target }) => isInList(target))) return
    now = null
    afterPaint((painted) => {
      watcher.scans.push({ key: scan.key!, stored: scan.stored!, painted })
      onScan()
    })
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}
