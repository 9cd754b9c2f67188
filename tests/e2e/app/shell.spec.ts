/** The frame around every screen: bar, drawer, addresses, and the app without a network. */
import type { Page } from '@playwright/test'
import { DESK, expect, keepWholeApp, shared as test, signIn } from '../larder.ts'
import { serveBefore, takeOrder } from '../office.ts'

test.describe.configure({ mode: 'default' })

const ALL = [
  ['Orders', '/orders'],
  ['Inventory', '/inventory'],
  ['Item Codes', '/itemcodes'],
  ['Customer Location', '/customers'],
  ['Users', '/users'],
  ['Receipt Difference', '/receiptDifference'],
  ['Price Refresh', '/priceRefresh'],
  ['Order Management', '/printPicklists'],
  ['Reporting', '/reporting'],
  ['Setup', '/setup'],
  ['Orderlist Public', '/orderlistPublic'],
  ['Orderlist Prototype', '/orderlistPrototype'],
] as const

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const bar = (page: Page) => page.getByRole('banner')
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const title = (page: Page) => bar(page).locator('> div').first()

/** Opens the drawer and waits until its entries, with where they lead, are these. */
async function expectEntries(page: Page, wanted: readonly (readonly string[])[]): Promise<void> {
  await menu(page).click()
  const links = drawer(page).getByRole('link')
  await expect(links).toHaveText(wanted.map(([label]) => label!))
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    wanted.map(([, path]) => path),
  )
}

test('C029 C030 the bar stays at the top with its four, and its toggle opens and closes the drawer', async ({
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
  // The drawer lies over the bar: its toggle is reached by keyboard or program alone.
  await menu(page).dispatchEvent('click')
  await expect(drawer(page)).toBeHidden()
})

test('C033 C034 Escape opens and closes the drawer, which is 240 px wide', async ({ as }) => {
  const page = await as('foreman')
  await page.goto('/orders')
  await expect(page.getByRole('link', { name: 'Pick List' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Larder' })
  expect((await panel.boundingBox())?.width).toBe(240)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
})

test('C030 C033 at a desk the drawer stands beside the page, stays when somebody goes on, and is kept', async ({
  as,
}) => {
  const page = await as('foreman', DESK)
  await page.goto('/orders')
  await expect(page.getByRole('link', { name: 'Pick List' })).toBeVisible()
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

/** The addresses of the floor, and the heading that each shows where nothing was handed over. */
const screensOf = (order: number) =>
  [
    ['/', 'Orders'],
    ['/orders', 'Orders'],
    ['/orders/', 'Orders'],
    ['/orders/add', 'Create Order'],
    ['/cart', 'Cart'],
    ['/scan', 'Scan'],
    [`/order/${order}`, `Order ${order}`],
    [`/order/${order}/print`, `Order ${order}`],
    [`/order/${order}/invoice`, `Invoice ${order}`],
    [`/order/${order}/invoice/print`, `Invoice ${order}`],
    ['/orders/picklist', 'Agreggate Pick List Generator'],
    ['/orders/picklist/details', 'No pick list is open'],
    ['/orders/picklist/details/print', 'No pick list is open'],
    ['/sync', 'Sync'],
    ['/scanner', 'Scanner check'],
  ] as const

async function expectScreens(page: Page, order: number): Promise<void> {
  for (const [path, heading] of screensOf(order)) {
    await page.goto(path)
    const shown =
      path === '/scan'
        ? title(page)
        : page.getByRole('heading', { name: heading, exact: true }).or(page.getByText('No pick list is open'))
    await expect.soft(shown.first(), path).toHaveText(heading)
    await expect.soft(page.getByText('There is nothing at this address'), path).toHaveCount(0)
  }
}

test('C002 C011 C012 C013 A014 A015 A016 every address of the floor shows its screen, and does without a network', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ serviceWorker: true })
  await signIn(page, 'foreman')
  const order = await takeOrder(sharedServer)
  await expectScreens(page, order)
  await keepWholeApp(page)
  await page.context().setOffline(true)
  await expectScreens(page, order)
})

test('C032 a print page has neither bar nor gap, and Order Management has its bar', async ({
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

test('what needs the server is not in the drawer without it, and an open one says so', async ({ as }) => {
  const page = await as('foreman')
  // Its orders are still on their way when the server goes.
  await page.route('**/api/orders?no_page=1&start_date=*', () => undefined)
  await page.goto('/printPicklists')
  await expect(page.getByRole('heading', { name: 'Print Picklists' })).toBeVisible()
  await expectEntries(page, ALL)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  try {
    await expect(page.getByText('This screen needs the server, which is not in reach')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sync: Offline/ })).toBeVisible()
    await expectEntries(page, ALL.slice(0, 1))
  } finally {
    await page.context().setOffline(false)
  }
  await expect(drawer(page).getByRole('link')).toHaveCount(12)
})

test('the app can be installed: a manifest with its icons, and a worker', async ({ fresh, request }) => {
  const page = await fresh({ serviceWorker: true })
  await page.goto('/')
  const client = await page.context().newCDPSession(page)
  const manifest = await client.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const { name, display, start_url, icons } = JSON.parse(manifest.data!) as {
    name: string
    display: string
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect({ name, display }).toEqual({ name: expect.stringContaining('Larder'), display: 'standalone' })
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect((await request.get(new URL(start_url, manifest.url).href)).status()).toBe(200)
  // A browser installs an app only if its pictures have the sizes that the manifest names.
  for (const { src, sizes } of icons) {
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

test('a new version that waits is offered, and taken when the person says so', async ({
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

test('a finger finds nothing on the forms and lists of the office that is lower than 44 px', async ({
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
