/** A device whose storage gives up: full, or emptied under an open page. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openLines, orderedAtLeast, storedPieces, takeLine } from './floor.ts'
import { expect, readDevice, SENT, shared as test, signIn, wedge } from './larder.ts'

/**
 * Fills the device: waits until the browser lets nothing more be stored, since it looks at a changed quota now and then
 * only. Answers what makes room again.
 */
async function fill(page: Page): Promise<() => Promise<void>> {
  const put = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('probe', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const write = db.transaction('rows', 'readwrite')
      write.objectStore('rows').put('row', 'key')
      const error = await new Promise((resolve) => {
        write.oncomplete = () => resolve(null)
        write.onabort = () => resolve(write.error?.name)
      })
      db.close()
      return error
    })
  await put()
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 })
  await expect.poll(put, { timeout: 90_000 }).toBe('QuotaExceededError')
  return async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await expect.poll(put, { timeout: 90_000 }).toBeNull()
  }
}

test('a full device sends what it holds, stores nothing more, and says that sending frees room', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  test.setTimeout(180_000)
  // What the device cannot store of a pull is told of in the log too.
  const told = complaints.expect(/no room left/)
  const page = await fresh()
  const line = await takeLine(sharedServer, orderedAtLeast(2))
  await signIn(page, 'picker')
  await openLines(page, line)
  await page.route('**/api/sync/push', (route) => route.abort())
  await wedge(page, line.product)
  await expect.poll(() => readDevice(page, 'outbox')).toHaveLength(1)
  const makeRoom = await fill(page)
  await wedge(page, line.product)
  await expect(page.getByRole('alert').filter({ hasText: 'sending frees room' }).first()).toBeVisible()
  expect(await readDevice(page, 'outbox')).toHaveLength(1)

  await page.unroute('**/api/sync/push')
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(1)
  await expect.poll(() => readDevice(page, 'outbox'), SENT).toEqual([])

  await told
  await makeRoom()
  await wedge(page, line.product)
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(2)
  await expect(page.getByText('sending frees room')).toHaveCount(0)
})

/** Clears the site's data under the open page, as a person does in the browser's settings. */
async function clearStorage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
}
const cleared = (page: Page) => page.getByRole('heading', { name: 'The storage of this device was cleared' })

test('storage that is cleared under an open page is told of, with what was unsent, which is exported, stored again and sent', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  const line = await takeLine(sharedServer, orderedAtLeast(3))
  await signIn(page, 'picker')
  await openLines(page, line)
  await page.route('**/api/sync/push', (route) => route.abort())
  for (let n = 1; n <= 3; n++) {
    await wedge(page, line.product)
    await expect.poll(() => readDevice(page, 'outbox')).toHaveLength(n)
  }
  await clearStorage(page)
  await expect(cleared(page)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    '3 changes had not been sent. This page still holds all of them.',
  )
  await expect(page.getByRole('button', { name: 'SIGN IN' })).toHaveCount(0)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to a file' }).click(),
  ])
  const { outbox } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    outbox: { records: unknown[] }
  }
  expect(outbox.records).toHaveLength(3)

  await page.getByRole('button', { name: 'Store again and go on' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await readDevice(page, 'outbox')).toHaveLength(3)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Sync: .* 3 unsent/ })).toBeVisible()
  await page.unroute('**/api/sync/push')
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(3)
})

test('a scan right after the storage was cleared is not answered with what else may be wrong', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  const line = await takeLine(sharedServer)
  await signIn(page, 'picker')
  await openLines(page, line)
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await clearStorage(page)
  await wedge(page, line.product)
  await expect(cleared(page)).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
  expect(seen).not.toMatch(/not found|free some space|no items in/i)
})
