/**
 * Every screen of the menu is accessible in light and dark, and can be read on the narrowest window without sideways
 * scrolling.
 */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'

// One worker, which signs in once.
test.describe.configure({ mode: 'default' })

/** WCAG 1.4.10: 320 px equals 1280 px at 400 %. The other is a desk's window of 1440 × 900 at 200 %. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
]

/** Returns the screens of the drawer with their labels. */
async function menuOf(page: Page): Promise<{ label: string; href: string }[]> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const links = page.locator('[data-nav-drawer], [data-nav-docked]').getByRole('navigation').getByRole('link')
  await expect(links.first()).toBeVisible()
  const entries = await links.evaluateAll((all) =>
    all.map((link) => ({ label: link.textContent, href: link.getAttribute('href')! })),
  )
  await page.keyboard.press('Escape')
  return entries
}

/** Opens a screen of the menu within the open app. Loading the whole app again takes longer than the checks. */
async function open(page: Page, href: string): Promise<void> {
  const before = (await title(page).textContent())!
  await page.evaluate((to) => history.pushState({}, '', to), href)
  await expect(title(page)).not.toHaveText(before)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [aria-busy=true], main .mantine-Skeleton-root')).toHaveCount(0)
}

/** Returns by how many px the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const title = (page: Page) => page.locator('header > div').first()

/** Whether the bar's title has words that do not fit into it. */
const isTitleCut = (page: Page) =>
  title(page).evaluate(
    (words) => words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight + 1,
  )

/** A day whose payments Larder does not all know. */
const RECONCILED = [
  {
    day: '2026-11-20',
    payout: 'po_1',
    arrives: '2026-11-24',
    payments: '15230.10',
    refunds: '20.00',
    disputes: '0.00',
    fees: '453.78',
    net: '14756.32',
    shown: '15127.20',
    difference: '82.90',
  },
]

/** The number of tests that share the screens of the menu, so that none takes long. */
const PARTS = 3

for (let part = 0; part < PARTS; part++)
  test(`the screens of the menu keep to WCAG 2.2 AA, light and dark, and fit 320 px and 200 % zoom: part ${part + 1} of ${PARTS}`, async ({
    as,
  }) => {
    const page = await as('office', DESK)
    // Stripe cannot be reached from here.
    await page.route('**/api/reconciliation*', (route) => route.fulfill({ json: RECONCILED }))
    // The cart is no screen of the menu, so the first screen that opens has another title.
    await page.goto('/cart')
    const entries = await menuOf(page)
    expect(entries.length).toBeGreaterThan(15)
    for (const { label, href } of entries.filter((_, n) => n % PARTS === part)) {
      await page.setViewportSize(DESK)
      await open(page, href)
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
