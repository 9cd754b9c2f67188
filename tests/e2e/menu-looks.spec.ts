/** Every screen that the menu leads to: accessible in light and dark, and read on the narrowest window without scrolling sideways. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test } from './larder.ts'

/** WCAG 1.4.10: 320 px is what 1280 px are at 400 %; the other is a desk's window of 1440 × 900 at 200 %. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

/** The screens of the drawer, by their labels. */
async function menuOf(page: Page): Promise<{ label: string; href: string }[]> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const links = page.locator('[data-nav-drawer], [data-nav-docked]').getByRole('link')
  await expect(links.first()).toBeVisible()
  const entries = await links.evaluateAll((all) =>
    all.map((link) => ({ label: link.textContent, href: link.getAttribute('href')! })),
  )
  await page.keyboard.press('Escape')
  return entries
}

const open = async (page: Page, href: string) => {
  await page.goto(href)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .mantine-Skeleton-root')).toHaveCount(0)
}

/** By how many px the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Words of the bar's title that do not fit into it. */
const isTitleCut = (page: Page) =>
  page
    .locator('header > div')
    .first()
    .evaluate((title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1)

test('every screen of the menu keeps to WCAG 2.2 AA, light and dark, and fits 320 px and 200 % zoom', async ({
  as,
}) => {
  // Eighteen screens, two looks of axe at each.
  test.setTimeout(600_000)
  const page = await as('office', DESK)
  const entries = await menuOf(page)
  expect(entries.length).toBeGreaterThan(15)
  for (const { label, href } of entries) {
    await page.setViewportSize(DESK)
    await open(page, href)
    // Rows are all alike, and axe takes its time for each.
    await expectAccessible(page, label, 'main')
    for (const size of NARROW) {
      await page.setViewportSize(size)
      await expect
        .poll(() => overflow(page), { message: `${label} at ${size.width} px` })
        .toBeLessThanOrEqual(0)
      expect.soft(await isTitleCut(page), `${label} in the bar at ${size.width} px`).toBe(false)
    }
  }
})
