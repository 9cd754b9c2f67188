/** The frame around every screen: bar, drawer, addresses, and the app without a network. */
import type { Page } from '@playwright/test'
import { DESK, expect, keepWholeApp, shared as test, signIn } from '../larder.ts'
import { serveBefore, takeOrder } from '../office.ts'

test.describe.configure({ mode: 'default' })

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const bar = (page: Page) => page.getByRole('banner')
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const title = (page: Page) => bar(page).locator('> div').first()

test('C029 C030 C033 C034 the bar stays at the top; the drawer covers a phone’s page and is beside a desk’s', async ({
  as,
}) => {
  const page = await as('foreman')
  await page.goto('/orders')
  await page
    .getByRole('link', { name: /^Edit order / })
    .nth(9)
    .scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
  expect(await bar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect(title(page)).toHaveText('Orders')
  await expect(bar(page).getByRole('button', { name: /^Cart/ })).toBeInViewport()
  await expect(bar(page).getByRole('button', { name: 'Logout' })).toBeInViewport()
  await menu(page).click()
  await expect(drawer(page)).toBeVisible()
  await menu(page).click()
  await expect(drawer(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeVisible()
  // It comes in from the side, and is as wide as that when it has come.
  const panel = page.getByRole('dialog', { name: 'Larder' })
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(240)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  await page.setViewportSize(DESK)
  await expect(drawer(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeVisible()
  // Beside the page, not over it, and no dialog that has to be closed.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await page.getByRole('main').boundingBox())!.x).toBeGreaterThanOrEqual(240)
  await drawer(page).getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users')
  await expect(drawer(page)).toBeVisible()
  await page.reload()
  await expect(drawer(page)).toBeVisible()
  // The focus is not lost with what it was in.
  await drawer(page).getByRole('link', { name: 'Orders', exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(menu(page)).toBeFocused()
})

/** Screens of the floor, and the heading that each shows where nothing was handed over. */
const screensOf = (order: number) =>
  [
    ['/orders', 'Orders'],
    [`/order/${order}/print`, `Order ${order}`],
    ['/orders/add', 'Create Order'],
    ['/cart', 'Cart'],
    [`/order/${order}`, `Order ${order}`],
    [`/order/${order}/invoice`, `Invoice ${order}`],
    ['/orders/picklist', 'Agreggate Pick List Generator'],
    [`/order/${order}/invoice/print`, `Invoice ${order}`],
    ['/sync', 'Sync'],
    ['/scanner', 'Scanner check'],
  ] as const

test('every screen of the floor works without a network: two are loaded, the others are opened from them', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ serviceWorker: true })
  await signIn(page, 'foreman')
  const order = await takeOrder(sharedServer)
  await keepWholeApp(page)
  await page.context().setOffline(true)
  for (const [n, [path, heading]] of screensOf(order).entries()) {
    if (n < 2) await page.goto(path)
    else await page.evaluate((to) => history.pushState({}, '', to), path)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first(), path).toBeVisible()
    await expect(page.getByText('There is nothing at this address'), path).toHaveCount(0)
  }
  for (const path of ['/orders/picklist/details', '/orders/picklist/details/print']) {
    await page.evaluate((to) => history.pushState({}, '', to), path)
    await expect(page.getByText('No pick list is open'), path).toBeVisible()
  }
  await page.evaluate(() => history.pushState({}, '', '/scan'))
  await expect(title(page)).toHaveText('Scan')
})

test('C032 a print page has no bar and no gap, and Order Management has its bar', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman')
  const order = await takeOrder(sharedServer)
  await page.goto(`/order/${order}/print`)
  await expect(page.getByRole('heading', { name: `Order ${order}` })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect((await page.locator('#content').boundingBox())?.y).toBe(0)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await page.goto('/printPicklists')
  await expect(bar(page)).toBeVisible()
  expect((await page.locator('#content').boundingBox())?.y).toBeGreaterThanOrEqual(60)
})

test('the app can be installed: a manifest with its icons, and a worker', async ({ fresh, request }) => {
  const page = await fresh({ serviceWorker: true })
  await page.goto('/')
  const client = await page.context().newCDPSession(page)
  const manifest = await client.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  interface Icons {
    icons: { src: string; sizes: string; type: string }[]
  }
  const { name, display, start_url, icons, shortcuts } = JSON.parse(manifest.data!) as {
    name: string
    display: string
    start_url: string
    shortcuts: Icons[]
  } & Icons
  expect({ name, display }).toEqual({ name: expect.stringContaining('Larder'), display: 'standalone' })
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect((await request.get(new URL(start_url, manifest.url).href)).status()).toBe(200)
  // A browser installs an app only if its pictures have the sizes that the manifest names.
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect([size, 'any'], src).toContain(sizes)
  }
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.goto(start_url)
  await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
})

test('a new version that waits is offered, and taken when the person confirms it', async ({
  fresh,
  sharedServer,
}) => {
  const before = await serveBefore(sharedServer.url)
  try {
    const page = await fresh({ serviceWorker: true, baseURL: before.url })
    await signIn(page, 'picker')
    const worker = () =>
      page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state))
    await expect.poll(worker).toBe('activated')
    await expect(page.getByText('A new version is ready')).toHaveCount(0)

    before.append('/sw.js', '\n// another version')
    await page.evaluate(() =>
      navigator.serviceWorker.getRegistration().then((one) => one?.update().then(() => undefined)),
    )
    await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 20_000 })
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  } finally {
    before.close()
  }
})

test('no control on the forms and lists of the office is lower than 44 px for a finger', async ({
  fresh,
}) => {
  const page = await fresh({ hasTouch: true })
  await signIn(page, 'manager')
  for (const [path, name] of [
    ['/users', 'Add User'],
    ['/user/add', 'Save'],
    ['/inventory', 'Add Item'],
    ['/customer/1/fees', 'Save'],
    ['/customer/1/orderlists', 'New order list'],
  ]) {
    await page.goto(path!)
    await expect(page.locator('main :is(a, button)', { hasText: name! })).toBeVisible()
    const low = await page.locator('main :is(button, input, select, textarea)').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest('table'))
        .map((one) => {
          // A box is pressed on its label too, which reaches over the line that both stand in.
          const line = one.closest('[class*=Checkbox-body], [class*=Switch-body], [class*=Input-wrapper]')
          return { html: one.outerHTML.slice(0, 120), height: (line ?? one).getBoundingClientRect().height }
        })
        .filter(({ height }) => height > 1 && height < 44),
    )
    expect(low, path).toEqual([])
  }
})
