/** A device whose storage fails: it is full, or emptied under an open page. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { card, openLines, orderedAtLeast, saveNow, storedPieces, takeLine, type FloorLine } from '../floor.ts'
import { expect, readDevice, SENT, shared as test, signIn, wedge, type Server } from '../larder.ts'

/** The browser reads the quota again before a write larger than the room it believes to be left, else every 30 s. */
const QUOTA_BYTES = 100_000_000

/** Gives a device this much room before the app stores anything, so that one write can be larger than the rest. */
async function limitQuota(page: Page, server: Server): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(server.url)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA_BYTES })
}

/** Fills a device of `limitQuota`. Returns a function that makes room again. */
async function fill(page: Page): Promise<() => Promise<void>> {
  const put = (bytes: number) =>
    page.evaluate(async (size) => {
      const opening = indexedDB.open('probe', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const write = db.transaction('rows', 'readwrite')
      write.objectStore('rows').put('x'.repeat(size), 'key')
      const error = await new Promise((resolve) => {
        write.oncomplete = () => resolve(null)
        write.onabort = () => resolve(write.error?.name)
      })
      db.close()
      return error
    }, bytes)
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 })
  expect(await put(QUOTA_BYTES)).toBe('QuotaExceededError')
  await expect.poll(() => put(1)).toBe('QuotaExceededError')
  return async () => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
    await expect.poll(() => put(1)).toBeNull()
  }
}

/** Scans this many pieces of a line as a picker. No edit arrives at the server. */
async function scanUnsent(page: Page, line: FloorLine, pieces: number): Promise<void> {
  await signIn(page, 'picker')
  await openLines(page, line)
  await page.route('**/api/sync/push', (route) => route.abort())
  for (let n = 1; n <= pieces; n++) {
    await wedge(page, line.product)
    await expect.poll(() => readDevice(page, 'outbox')).toHaveLength(n)
  }
}

test('a full device sends its edits, stores nothing more, and says that sending frees room', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  // The log also reports what the device cannot store of a pull.
  const told = complaints.expect(/no room left/)
  const page = await fresh()
  await limitQuota(page, sharedServer)
  const line = await takeLine(sharedServer, orderedAtLeast(2))
  await scanUnsent(page, line, 1)
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
  await expect(card(page, line)).toContainText(`2 of ${line.pieces}`)
  await saveNow(page)
  expect(await storedPieces(sharedServer, line)).toBe(2)
  await expect(page.getByText('sending frees room')).toHaveCount(0)
})

/** Clears the site's data under the open page, as a person does in the browser's settings. */
async function clearStorage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
}

test('storage that is cleared under an open page is stored again without a press, and sent once', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  const line = await takeLine(sharedServer, orderedAtLeast(3))
  await scanUnsent(page, line, 3)
  await clearStorage(page)
  await expect.poll(() => readDevice(page, 'outbox').catch(() => [])).toHaveLength(3)
  await expect(page.getByRole('button', { name: 'SIGN IN' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Sync: .* 3 not sent/ })).toBeVisible()
  await page.unroute('**/api/sync/push')
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(3)
})

test('a full device whose storage the browser has emptied says what is only in memory, and sends it by itself', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  const page = await fresh()
  await limitQuota(page, sharedServer)
  const line = await takeLine(sharedServer, orderedAtLeast(2))
  await scanUnsent(page, line, 2)
  // The log also reports what the sender cannot note on a full device.
  const told = complaints.expect(/no room left/)
  const makeRoom = await fill(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await told
  await clearStorage(page)
  await expect(page.getByRole('banner')).toHaveText(
    'This device is full: 2 scans are only in memory. Keep Larder open.',
  )
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to a file' }).click(),
  ])
  const { outbox } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    outbox: { records: unknown[] }
  }
  expect(outbox.records).toHaveLength(2)

  await page.unroute('**/api/sync/push')
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(2)
  await expect(page.getByRole('banner')).toHaveText('This device is full. Everything was sent.')
  await makeRoom()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await storedPieces(sharedServer, line)).toBe(2)
})

test('a scan right after the storage was cleared shows that problem and no other', async ({
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
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
  await expect.poll(seen).toContain('The storage of this device was cleared')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await seen()).not.toMatch(/not found|free some space|no items in/i)
})
