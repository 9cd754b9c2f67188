/** The orders list in a browser: its export, its scrolling, its colours, and without a network. What it says: tests/screens. */
import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { ORDER_LABELS } from '#contract/testing/order-labels.ts'
import { DESK, expect, readDevice, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const rows = (page: Page) => table(page).locator('tbody tr')
const range = (page: Page) => page.getByRole('navigation', { name: 'Orders pages' }).locator('[aria-live]')
const labels = (page: Page) => table(page).getByRole('columnheader').allTextContents()

/** A column's texts, from the top. */
async function column(page: Page, label: string): Promise<string[]> {
  const at = (await labels(page)).indexOf(label)
  return rows(page)
    .locator(`td:nth-child(${at + 1})`)
    .allTextContents()
}
async function open(page: Page, path = '/orders'): Promise<void> {
  await page.goto(path)
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
}
const isOrders = (request: Request, search: Record<string, string>) => {
  const { pathname, searchParams } = new URL(request.url())
  return (
    pathname === '/api/orders/' &&
    Object.entries(search).every(([key, value]) => searchParams.get(key) === value)
  )
}

test('A013 A043 A330 A347 the export saves the listed rows, names the file and says so', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page, '/orders?q=buyer')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export csv' }).click(),
  ])
  await expect(
    page.getByText('Table data has been exported to CSV successfully check your downloads section.', {
      exact: true,
    }),
  ).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^Orders \d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]!.replace('\ufeff', '')).toBe([...ORDER_LABELS, 'Picker'].join(','))
  const total = Number(/of (\d+)$/.exec((await range(page).textContent())!)![1])
  expect(lines).toHaveLength(1 + total)
  expect(lines.slice(1).every((line) => line.includes(',buyer,'))).toBe(true)

  const [book] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export xlsx' }).click(),
  ])
  expect(book.suggestedFilename()).toMatch(/^Orders .*Z\.xlsx$/)
  // A workbook is a zip file.
  expect(
    readFileSync(await book.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('A310 A341 the list scrolls inside, and its end fetches the next page', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page)
  await expect(rows(page)).toHaveCount(100)
  const box = page.getByRole('region', { name: 'Orders rows' })
  expect((await box.boundingBox())!.height).toBeLessThanOrEqual(600)
  await Promise.all([
    page.waitForRequest((one) => isOrders(one, { limit: '100', offset: '100' })),
    box.evaluate((element) => element.scrollTo({ top: element.scrollHeight })),
  ])
  // Only the rows in sight are drawn.
  await expect(range(page)).toHaveText(/^1–200 of /)
})

test('the list returns to its scroll position on the way back, also below its first page', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page)
  const box = page.getByRole('region', { name: 'Orders rows' })
  await expect(rows(page)).toHaveCount(100)
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(range(page)).toHaveText(/^1–200 of /)
  // The rows come in parts: until then the list is too short for it.
  const scrollTo = (top: number) =>
    box.evaluate((element, px) => {
      element.scrollTo({ top: px })
      return element.scrollTop
    }, top)
  await expect.poll(() => scrollTo(5_000)).toBe(5_000)
  const inSight = box.getByRole('link', { name: /^Edit order / }).nth(25)
  // The rows of the old place are drawn until the list is drawn again: the link of that number is another one then.
  await expect(inSight).toBeInViewport()
  const href = await inSight.getAttribute('href')
  await box.locator(`a[href="${href}"]`).first().click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await page.goBack()
  await expect(range(page)).toHaveText(/^1–200 of /)
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(4_000)
  await expect(box.locator(`a[href="${href}"]`).first()).toBeInViewport()
})

test('a phone’s cards return to their scroll position on the way back, also below page one', async ({
  as,
}) => {
  const page = await as('office', { width: 390, height: 844 })
  await page.goto('/orders')
  const cards = page.getByRole('list', { name: 'Orders', exact: true }).getByRole('listitem')
  await cards.nth(99).scrollIntoViewIfNeeded()
  await cards.nth(140).scrollIntoViewIfNeeded()
  const href = await cards
    .nth(140)
    .getByRole('link', { name: /^Edit order / })
    .getAttribute('href')
  await page.locator(`a[href="${href}"]`).first().click()
  await expect(page).toHaveURL(/\/order\/\d+/)
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`).first()).toBeInViewport()
})

test('a phone’s catalogue returns to its scroll position on the way back', async ({ as }) => {
  const page = await as('office', { width: 390, height: 844 })
  await page.goto('/inventory')
  const cards = page.getByRole('list', { name: 'Inventory', exact: true }).getByRole('listitem')
  await cards.nth(40).scrollIntoViewIfNeeded()
  const link = cards.nth(40).getByRole('link').first()
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(page.locator(`a[href="${href}"]`).first()).toBeInViewport()
})

test('A047 A165 A166 A167 the chips for paid, in progress and ready differ in colour', async ({ as }) => {
  const page = await as('office', DESK)
  const colours = new Set<string>()
  for (const words of ['Paid externally', 'Payment in progress', 'Ready for payment']) {
    await open(page, `/orders?q=${words}`)
    const chip = rows(page).locator('[data-tone]', { hasText: words }).first()
    colours.add(await chip.evaluate((element) => getComputedStyle(element).color))
  }
  expect(colours.size).toBe(3)
})

test('without the server the list shows the orders that the device keeps', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page)
  const kept = await readDevice(page, 'orders')
  await page.context().setOffline(true)
  try {
    await expect(page.getByText(/These are the orders that this device keeps/)).toBeVisible()
    await expect(range(page)).toHaveText(new RegExp(` of ${kept.length}$`))
    await page.getByRole('searchbox', { name: 'Search' }).fill('buyer')
    await expect(range(page)).not.toHaveText(new RegExp(` of ${kept.length}$`))
    expect(new Set(await column(page, 'Username'))).toEqual(new Set(['buyer']))
  } finally {
    await page.context().setOffline(false)
  }
})
