/** A device that signs in for the first time after three years of business: its first order, and then all of its rows. */
import { untouchedOrder } from './app.ts'
import { openDevice, profileIn } from './browser.ts'
import { SIGN_IN } from './seed.ts'
import type { Stack } from './stack.ts'
import { atMost, type Figure } from './table.ts'

/** The most ms to the first order, and to all rows (issue "Flat over three years", point 4). */
const MOST_FIRST_MS = 2_000
const MOST_WHOLE_MS = 5_000

/**
 * Runs in the page. Returns whether the progress line of the first pull was there and is gone. Reading the database
 * meanwhile would slow the pull.
 */
function hasFilled(): boolean {
  const page = document.documentElement
  const isThere = document.querySelector('[role=progressbar]') !== null
  if (isThere) page.dataset['filling'] = 'yes'
  return !isThere && page.dataset['filling'] === 'yes'
}

/** Runs in the page. Counts the rows of the feed that the device holds. */
async function countRows(): Promise<number> {
  const name = (await indexedDB.databases())
    .map((one) => one.name ?? '')
    .find((one) => /^larder-\d+$/.test(one))!
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
  })
  const tables = ['orders', 'items', 'subitems', 'staged', 'locations', 'warehouses', 'barcodes', 'products']
  const reading = db.transaction(tables)
  const counts = await Promise.all(
    tables.map(
      (table) =>
        new Promise<number>((resolve) => {
          const request = reading.objectStore(table).count()
          request.addEventListener('success', () => resolve(request.result))
        }),
    ),
  )
  db.close()
  return counts.reduce((sum, count) => sum + count, 0)
}

export async function firstPull(stack: Stack): Promise<Figure[]> {
  const { business, years } = stack.sizes.growth
  const database = await stack.database('years', { ...business, history: years })
  const server = await stack.server(database)
  const order = await untouchedOrder(database)
  const { page, close } = await openDevice(profileIn(stack.folder, 'first'))
  try {
    await page.goto(`${server.address}/order/${order}`)
    await page.getByLabel('Username').fill(SIGN_IN.username)
    await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
    const isWhole = page.waitForFunction(hasFilled, undefined, { polling: 'raf', timeout: 120_000 })
    const start = performance.now()
    await page.getByRole('button', { name: 'SIGN IN' }).click()
    await page
      .getByText(/ no\. \d+$/)
      .first()
      .waitFor()
    const first = performance.now() - start
    await isWhole
    const whole = performance.now() - start
    const rows = await page.evaluate(countRows)
    const beside = `${rows.toLocaleString('en-US')} rows`
    return [
      atMost('sign-in to the lines of an order of today', {
        value: first,
        floor: null,
        most: MOST_FIRST_MS,
        unit: 'ms',
        beside,
      }),
      atMost('sign-in to all rows', { value: whole, floor: null, most: MOST_WHOLE_MS, unit: 'ms', beside }),
    ]
  } finally {
    await close()
    await server.stop()
  }
}
