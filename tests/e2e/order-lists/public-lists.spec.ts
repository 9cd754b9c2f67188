/** The public order list that a restaurant sees first, its share tools, and the office's list of such lists. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test, signIn } from '../larder.ts'
import { ageSession, readSession } from '../office.ts'

test.describe.configure({ mode: 'default' })

const PATH = '/demo/fresh-FISH-menu'
const NOT_FOUND = "We couldn't find any orderlist with that name. Please contact the provider directly."

const heading = (page: Page) => page.getByRole('heading', { name: 'Fresh Fish Menu', exact: true })
const share = (page: Page) => page.getByRole('region', { name: 'Share this list' })
const isCall = (url: string, path: string) => new URL(url).pathname === `/api/${path}`

/** What a phone's camera would read in a PNG file. */
async function decoded(png: Buffer): Promise<string[]> {
  // Without the file at hand the package would fetch it from another host.
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })
  return (await readBarcodes(png)).map(({ text }) => text)
}

test('A036 A085 A086 A087 A091 A093 A301 C015 a guest sees the list, its location and how to order, and no prices', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ serviceWorker: true })
  let answer = () => undefined as void
  await page.route('**/api/orderlists?*', async (route) => {
    await new Promise<void>((go) => (answer = go))
    await route.continue()
  })
  const scripts: string[] = []
  page.on('response', (one) =>
    scripts.push(
      ...(one
        .url()
        .match(/assets\/(\w+).*\.js/)
        ?.slice(1) ?? []),
    ),
  )
  const [call] = await Promise.all([
    page.waitForRequest((one) => isCall(one.url(), 'orderlists')),
    page.goto(PATH),
  ])
  expect(new URL(call.url()).search).toBe('?no_page=1&public=true')
  expect(await call.allHeaders()).not.toHaveProperty('authorization')
  await expect(page.getByText('Matching orderlist...', { exact: true })).toBeVisible()
  answer()

  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Harborside Main Kitchen', { exact: true })).toBeVisible()
  const contact = page.getByRole('region', { name: 'How to order' })
  await expect(contact.getByRole('link', { name: '(201) 555-0148' })).toHaveAttribute(
    'href',
    'tel:2015550148',
  )
  const rows = await sharedServer.query<{ name: string; category_name: string }>(
    `select p.name, r.category_name from order_list_rows r join products p on p.upc = r.product and p.active
       join order_lists l on l.id = r.order_list_id where l.public_name = 'Fresh Fish Menu' order by r.position`,
  )
  for (const category of new Set(rows.map(({ category_name }) => category_name)))
    await expect(page.getByRole('region', { name: category }).getByRole('listitem').locator('b')).toHaveText(
      rows.filter(({ category_name }) => category_name === category).map(({ name }) => name),
    )
  await expect(page.getByRole('main')).not.toContainText('$')
  await expect(page.getByRole('main').locator('input, button')).toHaveCount(0)
  await expect(share(page)).toHaveCount(0)
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(PATH)

  // Light: the app's start and the page's own few lines, and no worker that fetches all the rest.
  await page.waitForLoadState('networkidle')
  expect(new Set(scripts)).toEqual(new Set(['rolldown', 'index', 'demo']))
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expectAccessible(page, 'public order list')
})

test('a messenger that reads the link without running it finds its title, description and address; a list nobody may open is as unknown as none', async ({
  request,
  sharedServer,
}) => {
  const read = async (name: string) => (await request.get(`${sharedServer.url}/demo/${name}`)).text()
  const property = (page: string, name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(page)?.[1]
  const page = await read('fresh-FISH-menu')
  expect(property(page, 'og:title')).toMatch(/^Fresh Fish Menu – /)
  expect(page).toMatch(/<title>Fresh Fish Menu – [^<]+<\/title>/)
  expect(property(page, 'og:description')).toMatch(/^\d+ products: /)
  // Complete addresses need PUBLIC_URL, which this server does not have.
  expect(property(page, 'og:url')).toBeUndefined()
  expect(property(await read('no-such-name'), 'og:title')).toBeUndefined()
  expect(await read('no-such-name')).toContain('<title>Larder</title>')
})

test('A036 A094 a browser that keeps nothing shows the list all the same, and says so where there is none', async ({
  complaints,
  fresh,
}) => {
  void complaints.expect(/The stored session could not be read:/)
  const page = await fresh()
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { value: undefined })
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
  })
  await page.goto(PATH)
  await expect(heading(page)).toBeVisible()
  await page.goto('/demo/no-such-name')
  await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How to order' })).toBeVisible()
})

test('A088 A089 A090 A091 A095 a foreman reads, copies and downloads what leads to the page', async ({
  as,
}) => {
  const page = await as('foreman')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PATH)
  const address = page.url()
  await expect(share(page).getByLabel('The link to this page')).toHaveValue(address)
  await share(page).getByRole('button', { name: 'Copy link' }).click()
  const said = page.getByText('URL copied to clipboard.', { exact: true })
  await expect(said).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(said).toBeHidden({ timeout: 4_000 })

  await share(page).getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  const code = dialog.getByRole('img', { name: `QR code of ${address}` })
  await expect(code.locator('svg')).toBeVisible()
  expect(await decoded(await code.screenshot())).toEqual([address])
  await expectAccessible(page, 'QR code', '[role=dialog]')
  const save = async (format: string) => {
    const press = dialog.getByRole('button', { name: format, exact: true }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), press])
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  const png = await save('PNG')
  expect(png.name).toBe('fresh-FISH-menu.png')
  expect(await decoded(png.content)).toEqual([address])
  const svg = await save('SVG')
  expect(svg.name).toBe('fresh-FISH-menu.svg')
  await page.setContent(svg.content.toString().slice(svg.content.indexOf('<svg')))
  expect(await decoded(await page.locator('svg').screenshot())).toEqual([address])
})

test('A091 A092 role 12 has no share tools, a role below it has them without being staff, and nobody whose session has ended', async ({
  fresh,
}) => {
  const page = await fresh()
  await signIn(page, 'sales')
  /** Opens the page as somebody of this role, and waits until it knows that. */
  async function visitAs(role: { role_id: number; is_staff: boolean }) {
    await page.unrouteAll()
    await page.route('**/api/users?*', async (route) => {
      const answer = await route.fetch()
      const users = (await answer.json()) as { username: string }[]
      await route.fulfill({
        json: users.map((one) => (one.username === 'sales' ? { ...one, ...role } : one)),
      })
    })
    await page.goto(PATH)
    await expect.poll(() => readSession(page)).toMatchObject({ user: role })
    await expect(heading(page)).toBeVisible()
  }
  const tools: string[] = []
  page.on('request', (one) => one.url().includes('ShareTools') && tools.push(one.url()))
  await visitAs({ role_id: 12, is_staff: false })
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(() => requestIdleCallback(rest))))
  expect(tools).toEqual([])
  await expect(share(page)).toHaveCount(0)
  await visitAs({ role_id: 5, is_staff: false })
  await expect(share(page)).toBeVisible()

  await ageSession(page, 86_400_000)
  await page.route('**/api/auth/refresh/', (route) =>
    route.fulfill({ status: 401, json: { message: 'Refused', code: 'sign_in_needed' } }),
  )
  await page.goto(PATH)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(heading(page)).toBeVisible()
  await expect(share(page)).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(PATH)
})

test('C082 C083 C084 C085 C329 the office lists the public lists, each with its customer and its page', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const [call] = await Promise.all([
    page.waitForRequest((one) => isCall(one.url(), 'orderlists')),
    page.goto('/orderlistPublic'),
  ])
  expect(new URL(call.url()).searchParams.get('public')).toBe('true')
  const table = page.getByRole('table', { name: 'Public order lists' })
  await expect(table.getByRole('columnheader')).toHaveText(['Order List ID', 'Customer Location', 'View'])
  const lists = await sharedServer.query<{ id: number; at: number; place: string; name: string }>(
    `select l.id, cl.id as at, cl.name as place, l.public_name as name
       from order_lists l join company_locations cl on cl.id = l.company_location_id
      where l.is_public order by cl.name, l.public_name, l.id`,
  )
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(lists.length)
  for (const [n, { id, at, place, name }] of lists.entries()) {
    const row = rows.nth(n)
    await expect(row).toContainText(place)
    await expect(row.getByRole('link', { name: `Edit order list ${id}` })).toHaveAttribute(
      'href',
      `/customer/${at}`,
    )
    await expect(row.getByRole('link', { name: `View ${name}` })).toHaveAttribute(
      'href',
      `/demo/${name.replaceAll(' ', '-')}`,
    )
  }
  await expect(page.getByRole('main').locator('[type=search], td input, td button')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await expectAccessible(page, 'public order lists')

  await page.context().setOffline(true)
  try {
    await expect(page.getByText('The server is not in reach: this is what it last said.')).toBeVisible()
  } finally {
    await page.context().setOffline(false)
  }
  await table.getByRole('link', { name: 'View Fresh Fish Menu' }).click()
  await expect(heading(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/demo/Fresh-Fish-Menu')
})
