/** Every screen of the floor for everybody: accessible in light and dark, and quiet under its own security policy. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test, signIn, type Server } from './larder.ts'
import { action, choose, floorOrder, inCurrent, takeLine, WEIGHED, weightLot } from './floor.ts'
import { openScan, smallOrder } from './picking.ts'

test.describe.configure({ mode: 'default' })

/** What axe takes grows with what is on the page: lists are looked at with few of their rows, which are all alike. */
async function visitAll(
  page: Page,
  server: Server,
  look: (screen: string, within?: string) => Promise<void>,
): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Demo sign-ins' })).toBeVisible()
  await look('sign-in')
  await signIn(page, 'foreman')
  await page.getByLabel('Rows per page').selectOption('25 rows')
  await expect(page.getByRole('link', { name: /^Edit order / })).toHaveCount(25)
  await look('orders')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await look('orders, tools', '[role=dialog]')
  await page.keyboard.press('Escape')
  const hand = page.viewportSize()!
  await page.setViewportSize(DESK)
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await look('orders, table')
  for (const list of ['Recalled lots', 'Devices']) {
    await page.goto(list === 'Devices' ? '/devices' : '/recalls')
    await expect(page.getByRole('table', { name: list })).toHaveAttribute('aria-busy', 'false')
    await look(list)
  }
  await page.setViewportSize(hand)
  await page.goto('/orders')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(12)
  await look('drawer', '[role=dialog]')
  await page.keyboard.press('Escape')

  await page.goto(`/order/${await smallOrder(server)}`)
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.getByLabel('Note')).toBeVisible()
  await look('order')
  await openScan(page, await floorOrder(server))
  const line = await takeLine(server, `${WEIGHED} and not i.lot_tracked`)
  await choose(page, line)
  await look('scan')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await look('scan, table')
  await inCurrent(page, 'Weight / Lot').click()
  await expect(weightLot(page)).toBeVisible()
  await look('weight / lot')
  await weightLot(page).getByRole('button', { name: 'Cancel' }).click()
  await action(page, 'Scan').click()
  await expect(page.getByRole('dialog', { name: 'Scan', exact: true })).toBeVisible()
  await look('scan dialog')
}

test('no screen breaks WCAG 2.2 AA or its security policy, light and dark', async ({
  fresh,
  sharedServer,
}) => {
  // Twelve screens and two looks of axe at each.
  test.setTimeout(360_000)
  const page = await fresh()
  await visitAll(page, sharedServer, (screen, within) => expectAccessible(page, screen, within))
})

test('Inter comes after the first paint, and is what every screen is read in', async ({ fresh }) => {
  const page = await fresh()
  await page.goto('/')
  const came = await page.waitForFunction(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const file = performance.getEntriesByType('resource').find(({ name }) => /inter-latin.*woff2$/.test(name))
    const isThere = [...document.fonts].some(
      ({ family, status }) => family === 'Inter' && status === 'loaded',
    )
    return painted && file && isThere ? { painted: painted.startTime, asked: file.startTime } : null
  })
  const { painted, asked } = (await came.jsonValue())!
  expect(asked).toBeGreaterThan(painted)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Inter,/)
})

test('A348 the policy allows no foreign code, and the main button has the brand colour', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  const page = await fresh()
  const answer = await page.goto('/')
  const policy = answer!.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  const stopped = complaints.expect(/Content Security Policy/)
  await page.evaluate(() => {
    const script = Object.assign(document.createElement('script'), { textContent: 'window.foreign = true' })
    document.head.append(script)
  })
  await stopped
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false)
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Password', { exact: true }).fill('x')
  const submit = page.getByRole('button', { name: 'SIGN IN' })
  await expect(submit).toHaveCSS('background-color', 'rgb(161, 49, 39)')
  expect(sharedServer.url).toBe(new URL(page.url()).origin)
})
