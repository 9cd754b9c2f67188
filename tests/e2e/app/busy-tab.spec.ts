/** A tab that is frozen while it holds the device's storage: the next one says what it waits for, and goes on by itself. */
import type { Page } from '@playwright/test'
import { expect, shared as test, signIn } from '../larder.ts'

/** Holds every table of the databases with such names, as a tab does that the system froze while it wrote. */
async function holdStorage(page: Page, names: RegExp): Promise<() => Promise<void>> {
  await page.evaluate(async (pattern) => {
    const holding = { isOver: false }
    Object.assign(window, { holding })
    for (const { name } of await indexedDB.databases()) {
      if (!name || !new RegExp(pattern).test(name)) continue
      const opening = indexedDB.open(name)
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const stores = [...db.objectStoreNames]
      const store = db.transaction(stores, 'readwrite').objectStore(stores[0]!)
      await new Promise<void>((resolve) => {
        const goOn = () => {
          resolve()
          if (!holding.isOver) store.count().onsuccess = goOn
        }
        store.count().onsuccess = goOn
      })
    }
  }, names.source)
  return () =>
    page.evaluate(() => {
      ;(window as unknown as { holding: { isOver: boolean } }).holding.isOver = true
    })
}

for (const [names, doing] of [
  [/^larder-device$/, 'Looking up who is signed in here'],
  [/^larder-\d+$/, 'Opening what is kept on this device'],
] as const)
  test(`a tab that waits for ${names.source} says so after five seconds, and goes on`, async ({ fresh }) => {
    const first = await fresh()
    await signIn(first, 'picker')
    const letGo = await holdStorage(first, names)
    const second = await first.context().newPage()
    await second.goto('/')
    const words = second.getByRole('status').filter({ hasText: doing })
    await expect(words).toContainText(
      'Another Larder tab is busy: close it or wait. Larder goes on by itself.',
    )
    await letGo()
    await expect(second.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(words).toHaveCount(0)
  })
