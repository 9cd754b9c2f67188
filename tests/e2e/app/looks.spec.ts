/** Every screen of the floor for everybody: accessible in light and dark, and quiet under its own security policy. */
import { DEMO_SIGN_INS } from '#server/demo/users.ts'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, HAND, shared as test } from '../larder.ts'
import { action, choose, floorOrder, inCurrent, takeLine, WEIGHED, weightLot } from '../floor.ts'
import { openScan, smallOrder } from '../picking.ts'

test.describe.configure({ mode: 'default' })

test('the sign-in screen keeps to WCAG 2.2 AA and its security policy, light and dark', async ({ fresh }) => {
  const page = await fresh()
  await page.goto('/')
  const demo = page.getByRole('region', { name: 'Demo sign-ins' })
  for (const { username } of DEMO_SIGN_INS)
    await expect(demo.getByRole('button', { name: new RegExp(`^${username}\\b`) })).toBeVisible()
  await expectAccessible(page, 'sign-in')
})

test('the lists of the floor and the drawer keep to WCAG 2.2 AA and their security policy, light and dark', async ({
  as,
}) => {
  const page = await as('foreman')
  await page.goto('/orders')
  await expect(page.getByRole('link', { name: /^Edit order / }).nth(11)).toBeVisible()
  await expectAccessible(page, 'orders')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await expectAccessible(page, 'orders, tools', '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(12)
  await expectAccessible(page, 'drawer', '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.setViewportSize(DESK)
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await expectAccessible(page, 'orders, table')
  for (const [path, list] of [
    ['/recalls', 'Recalled lots'],
    ['/devices', 'Devices'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('table', { name: list })).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page, list)
  }
})

test('the security events keep to WCAG 2.2 AA and their security policy, light and dark', async ({ as }) => {
  const page = await as('admin', DESK)
  await page.goto('/security')
  await expect(page.getByRole('table', { name: 'Security events' })).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, 'Security events')
  await page.setViewportSize(HAND)
  await expect(page.getByRole('list', { name: 'Security events' })).toBeVisible()
  await expectAccessible(page, 'Security events, cards')
})

test('an order and its scan keep to WCAG 2.2 AA and their security policy, light and dark', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman')
  await page.goto(`/order/${await smallOrder(sharedServer)}`)
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.getByLabel('Note')).toBeVisible()
  await expectAccessible(page, 'order')
  await openScan(page, await floorOrder(sharedServer))
  const line = await takeLine(sharedServer, `${WEIGHED} and not i.lot_tracked`)
  await choose(page, line)
  await expectAccessible(page, 'scan')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expectAccessible(page, 'scan, table')
  await inCurrent(page, 'Weight / Lot').click()
  await expect(weightLot(page)).toBeVisible()
  await expectAccessible(page, 'weight / lot', '[role=dialog]')
  await weightLot(page).getByRole('button', { name: 'Cancel' }).click()
  await action(page, 'Scan').click()
  await expect(page.getByRole('dialog', { name: 'Scan', exact: true })).toBeVisible()
  await expectAccessible(page, 'scan dialog', '[role=dialog]')
})

test('Inter loads after the first paint, and every screen uses it', async ({ fresh }) => {
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

test('A348 the policy allows no foreign code or markup, and the main button has the brand colour', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  const page = await fresh()
  const answer = await page.goto('/')
  const policy = answer!.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  const stopped = ['TrustedScript', 'TrustedHTML', 'TrustedScriptURL'].map((kind) =>
    complaints.expect(new RegExp(`requires '${kind}' assignment`)),
  )
  const attempts = await page.evaluate(() => {
    const fault = (attempt: () => unknown) => {
      try {
        attempt()
        return 'it ran'
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      fault(() => (document.createElement('script').textContent = 'window.foreign = true')),
      fault(() => (document.createElement('p').innerHTML = '<img onerror="foreign = true">')),
      fault(() => new Worker('https://elsewhere.example/worker.js')),
    ]
  })
  expect(attempts).toEqual(['TypeError', 'TypeError', 'TypeError'])
  await Promise.all(stopped)
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Password', { exact: true }).fill('x')
  const submit = page.getByRole('button', { name: 'SIGN IN' })
  await expect(submit).toHaveCSS('background-color', 'rgb(161, 49, 39)')
  expect(sharedServer.url).toBe(new URL(page.url()).origin)
})
