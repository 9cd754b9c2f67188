/**
 * A page that goes away and may come back (the browser's back/forward cache) releases the storage. WebKit freezes such
 * a page with its transactions open. A write that was in progress then blocks the reads of every later page, for as
 * long as the page is in the cache.
 */
import type Dexie from 'dexie'

/** The transactions of this page that have not ended. */
const open = new Set<IDBTransaction>()
/** From `pagehide` until `pageshow`. */
let away = false
/** Whether a transaction was cut off or refused: the page's state may differ from what was stored. */
let cut = false

/** The part of a window that is used. This file is also part of the worker, which has no window. */
type Page = EventTarget & { location: object }

function watch(page: Page): void {
  page.addEventListener('pagehide', (event) => {
    // A page that does not come back is ended by the browser, with all that it had begun.
    if (!('persisted' in event && event.persisted)) return
    away = true
    cut ||= open.size > 0
    for (const transaction of open)
      try {
        transaction.abort()
      } catch {
        // The transaction is being committed and ends by itself.
      }
  })
  page.addEventListener('pageshow', () => {
    away = false
    if (cut && 'reload' in page.location) (page.location as { reload(): void }).reload()
  })
}
if ('document' in globalThis) watch(globalThis)

/** Ends the database's transactions when the page goes away and refuses new ones until it is back. */
export function letsGo(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'lets-go',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        if (away) {
          cut = true
          throw new DOMException('The page has gone away.', 'AbortError')
        }
        const transaction = core.transaction(stores, mode, options) as IDBTransaction
        open.add(transaction)
        const ended = () => open.delete(transaction)
        transaction.addEventListener('complete', ended)
        transaction.addEventListener('abort', ended)
        return transaction
      },
    }),
  })
}

/** Opens a database for one piece of work, so that no page blocks it. */
export async function briefly<D extends Dexie, T>(db: D, work: (db: D) => Promise<T>): Promise<T> {
  letsGo(db)
  yieldsToDelete(db)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Closes the database when it is deleted after a sign-out, also by another tab. Dexie does the same with a warning. */
export function yieldsToDelete(db: Dexie): void {
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) return undefined
    db.close({ disableAutoOpen: false })
    return false
  })
}
