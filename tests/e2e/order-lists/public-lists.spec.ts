/** The public order list that a restaurant sees first, and its share tools. What it says to whom: tests/screens. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expectAccessible } from '../accessible.ts'
import { expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const PATH = '/demo/fresh-FISH-menu'
const NOT_FOUND = "We couldn't find any orderlist with that name. Please contact the provider directly."

const heading = (page: Page) => page.getByRole('heading', { name: 'Fresh Fish Menu', exact: true })
const share = (page: Page) => page.getByRole('region', { name: 'Share this list' })

/** What a phone's camera would read in a PNG file. */
async function decoded(png: Buffer): Promise<string[]> {
  // Without the file at hand the package would fetch it from another host.
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })
  return (await readBarcodes(png)).map(({ text }) => text)
}

test('A036 A085 A086 A301 a guest sees the list and how to order, and loads nothing else', async ({
  fresh,
}) => {
  const page = await fresh({ serviceWorker: true })
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
    page.waitForRequest((one) => new URL(one.url()).pathname === '/api/orderlists'),
    page.goto(PATH),
  ])
  expect(new URL(call.url()).search).toBe('?no_page=1&public=true')
  expect(await call.allHeaders()).not.toHaveProperty('authorization')
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText('Harborside Main Kitchen', { exact: true })).toBeVisible()
  const contact = page.getByRole('region', { name: 'How to order' })
  await expect(contact.getByRole('link', { name: '(201) 555-0148' })).toHaveAttribute(
    'href',
    'tel:2015550148',
  )
  await expect(share(page)).toHaveCount(0)
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(PATH)

  // Light: the app's start and the page's own few lines, and no worker that fetches all the rest.
  await page.waitForLoadState('networkidle')
  expect(new Set(scripts)).toEqual(new Set(['rolldown', 'index', 'demo']))
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await expectAccessible(page, 'public order list')
})

test('a messenger that reads the link without running it finds its title, description and address; a closed list is like an unknown one', async ({
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

test('A036 A094 a browser that stores nothing shows the list too, and says so where no list exists', async ({
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

test('A088 A089 A090 A095 a foreman reads, copies and downloads the link to the page', async ({ as }) => {
  const page = await as('foreman')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/orderlistPublic')
  await expect(page.getByRole('link', { name: 'View Fresh Fish Menu' })).toBeVisible()
  await expectAccessible(page, 'public order lists')
  // As a customer may write it.
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
  // The app's own page takes no markup (Trusted Types).
  await page.goto('about:blank')
  await page.setContent(svg.content.toString().slice(svg.content.indexOf('<svg')))
  expect(await decoded(await page.locator('svg').screenshot())).toEqual([address])
})
