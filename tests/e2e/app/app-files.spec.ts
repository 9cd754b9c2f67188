/** The device keeps the app's own files, and never what a portal, a firewall or a deployment puts in their place. */
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { checkout } from '#server/env.ts'
import { buildScreens } from '#server/screens-build.ts'
import { makeServer, type Server } from '../../process/product.ts'
import { temporaryFolder } from '../../process/server.ts'
import { action, card, openLine, openLines, storedPieces, takeLine, type FloorLine } from '../floor.ts'
import { expect, keepWholeApp, readDevice, SENT, shared as test, signIn, wedge } from '../larder.ts'
import { serveBefore, type Meddler } from '../office.ts'

test.describe.configure({ mode: 'default' })

type Before = Awaited<ReturnType<typeof serveBefore>>

/** Whether a service worker fetches for itself. A page's parts have other destinations, its calls go to the API. */
const isWorkers = ({ headers, url = '' }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'empty' && !url.startsWith('/api/')

/** Answers every file that the worker requests with a page of its own. `caught` counts the files. */
function portal() {
  const caught = { files: 0 }
  const meddle: Meddler = (incoming, reply) => {
    if (!isWorkers(incoming)) return false
    caught.files++
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Accept our terms</h1>')
    return true
  }
  return { caught, meddle }
}

/** Scans one piece, which waits on the device. */
async function scanUnsent(page: Page, line: FloorLine): Promise<void> {
  await page.route('**/api/sync/push', (route) => route.abort())
  await openLine(page, line)
  await wedge(page, line.product)
  await expect.poll(() => readDevice(page, 'outbox')).toHaveLength(1)
}

/** Expects that the app starts offline, Sync and Save open, and the scan is there. The scan is then sent once. */
async function expectWorks(page: Page, before: Before, server: Server, line: FloorLine): Promise<void> {
  await page.context().setOffline(true)
  before.meddle((_incoming, reply) => Boolean(reply.destroy()))
  await page.goto('/sync')
  await expect(page.getByRole('heading', { name: 'Sync' })).toBeVisible()
  await expect(page.getByText(line.name).first()).toBeVisible()
  await openLines(page, line)
  await expect(card(page, line)).toContainText('1')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await readDevice(page, 'outbox')).toHaveLength(1)
  await page.unroute('**/api/sync/push')
  before.meddle(null)
  await page.context().setOffline(false)
  await expect.poll(() => storedPieces(server, line), SENT).toBe(1)
  await expect.poll(() => readDevice(page, 'outbox'), SENT).toEqual([])
}

/** Puts a page in the place of every kept file, as an earlier worker did when a portal answered. */
const poison = (page: Page, files: RegExp) =>
  page.evaluate(async (source) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new RegExp(source).test(request.url))
          await cache.put(
            request,
            new Response('<h1>Accept our terms</h1>', { headers: { 'content-type': 'text/html' } }),
          )
    }
  }, files.source)

/** Ends the worker, as the browser does with an idle one. */
async function endWorker(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!
    await registration.update()
    const { installing } = registration
    if (!installing) return 'none'
    return new Promise<string>((resolve) => {
      installing.addEventListener('statechange', () => resolve(installing.state))
    })
  })

test('the server answers 404 for a missing part of the app, not a page that a browser would keep in its place', async ({
  sharedServer,
}) => {
  for (const address of ['/assets/gone-12345678.js', '/icons/gone.svg']) {
    const answer = await fetch(sharedServer.url + address)
    expect(answer.status, address).toBe(404)
    expect(answer.headers.get('cache-control'), address).toBe('no-store')
  }
  // A monitor asks by HEAD.
  for (const method of ['GET', 'HEAD'])
    expect((await fetch(`${sharedServer.url}/orders/picklist`, { method })).status, method).toBe(200)
})

test('a portal’s pages are not kept as the app’s files: the next use fetches the files, with all unsent edits', async ({
  fresh,
  sharedServer,
}) => {
  const before = await serveBefore(sharedServer.url)
  const { caught, meddle } = portal()
  before.meddle(meddle)
  const line = await takeLine(sharedServer)
  const page = await fresh({ serviceWorker: true, baseURL: before.url })
  await signIn(page, 'picker')
  await expect.poll(() => caught.files).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration())))
    .toBe(false)
  await scanUnsent(page, line)
  before.meddle(null)
  await page.reload()
  await keepWholeApp(page)
  await expectWorks(page, before, sharedServer, line)
  before.close()
})

test('files of a faulty older worker are fetched again: a part under an open page without a reload, then every file, with all unsent edits', async ({
  fresh,
  sharedServer,
  complaints,
}) => {
  void complaints.expect(/MIME type of "text\/html"/)
  const before = await serveBefore(sharedServer.url)
  const line = await takeLine(sharedServer)
  const page = await fresh({ serviceWorker: true, baseURL: before.url })
  await signIn(page, 'picker')
  await keepWholeApp(page)
  await scanUnsent(page, line)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await poison(page, /NavDrawer/)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(await readDevice(page, 'outbox')).toHaveLength(1)

  // No app runs on this page, so no part is requested meanwhile.
  await page.goto('/healthz')
  await poison(page, /./)
  await endWorker(page)
  await page.goBack()
  await expect(card(page, line)).toBeVisible()
  await keepWholeApp(page)
  await expectWorks(page, before, sharedServer, line)
  before.close()
})

test('a new version takes over without a question when the earlier one has cached pages in place of scripts', async ({
  fresh,
  sharedServer,
}) => {
  const before = await serveBefore(sharedServer.url)
  const page = await fresh({ serviceWorker: true, baseURL: before.url })
  await signIn(page, 'picker')
  await keepWholeApp(page)
  await poison(page, /\.js$/)
  before.append('/sw.js', '\n// another version')
  // The page of the earlier version reloads by itself.
  const loaded = page.waitForEvent('load')
  await lookForUpdate(page)
  await loaded
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  before.close()
})

/** Makes a checkout of its own, whose screens can be built again. */
function copyCheckout(): string {
  const copy = temporaryFolder()
  const parts = [
    'server',
    'contract',
    'scripts',
    'src',
    'sw',
    'public',
    'dist',
    'index.html',
    'vite.config.ts',
  ]
  parts.push(
    'manifest.webmanifest',
    'LICENSE',
    'NOTICE',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  )
  execFileSync('cp', ['-a', ...parts, copy], { cwd: checkout })
  symlinkSync(path.join(checkout, 'node_modules'), path.join(copy, 'node_modules'))
  return copy
}

test('a second build during the caching of the first, and a portal over its update, break nothing', async ({
  fresh,
}) => {
  test.setTimeout(240_000)
  const copy = copyCheckout()
  const server = await makeServer({ cwd: copy })
  const before = await serveBefore(server.url)
  const line = await takeLine(server)
  const first = readFileSync(path.join(copy, 'dist/index.html'), 'utf8')
  let goOn = () => undefined as void
  const built = new Promise<void>((resolve) => (goOn = resolve))
  let waiting = 0
  before.meddle(async (incoming) => {
    // Only parts that no screen of this test needs wait: the page's own parts come through the worker too.
    if (!isWorkers(incoming) || !/reporting|receipt-|xlsx|pdf.worker/.test(incoming.url ?? '')) return false
    waiting++
    await built
    return false
  })
  const page = await fresh({ serviceWorker: true, baseURL: before.url })
  await signIn(page, 'picker')
  await expect.poll(() => waiting).toBeGreaterThan(0)

  const shell = path.join(copy, 'src/app/Shell.tsx')
  writeFileSync(shell, readFileSync(shell, 'utf8').replace('Skip to the content', 'Skip to what is new'))
  await buildScreens(copy)
  expect(readFileSync(path.join(copy, 'dist/index.html'), 'utf8')).not.toBe(first)
  goOn()
  await keepWholeApp(page)
  await scanUnsent(page, line)

  const { caught, meddle } = portal()
  before.meddle(meddle)
  expect(await lookForUpdate(page)).toBe('redundant')
  expect(caught.files).toBeGreaterThan(0)
  await page.context().setOffline(true)
  await page.reload()
  await expect(card(page, line)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeAttached()
  await page.context().setOffline(false)

  before.meddle(null)
  await page.reload()
  await page.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((one) => one?.update().then(() => undefined)),
  )
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()])
  await expect(page.getByRole('link', { name: 'Skip to what is new' })).toBeAttached()
  await expectWorks(page, before, server, line)
  before.close()
})

/** Changes a source file of the checkout. Throws where the file does not hold the text to change. */
function patch(copy: string, file: string, ...changes: readonly [RegExp, string][]): void {
  const source = path.join(copy, file)
  const patched = changes.reduce(
    (text, [before, after]) => {
      if (!before.test(text)) throw new Error(`${file} does not hold ${before}`)
      return text.replace(before, after)
    },
    readFileSync(source, 'utf8'),
  )
  writeFileSync(source, patched)
}

/** Builds the next release, in which an edit has one more field, `told`. */
async function buildNext(): Promise<string> {
  const copy = copyCheckout()
  patch(copy, 'src/sync/store/migrate.ts', [
    /(STEPS[^\n]*= \{\n)/,
    '$1  [MUTATION_SCHEMA_VERSION - 1]: (record) => record,\n',
  ])
  patch(
    copy,
    'contract/sync/mutation.ts',
    [/(MUTATION_SCHEMA_VERSION = \d+)/, '$1 + 1'],
    [/(\n {2}schema_version: z)/, '\n  told: z.string().optional(),$1'],
  )
  patch(
    copy,
    'src/sync/store/edit.ts',
    [/( {4}schema_version,\n {2}\}\n\})/, '    told: record.told,\n$1'],
    [/( {4}schema_version: MUTATION)/, "    told: 'by the next release',\n$1"],
  )
  patch(copy, 'src/app/Shell.tsx', [/Skip to the content/, 'Skip to what is new'])
  await buildScreens(copy)
  return copy
}

test('with two tabs across two builds, the older tab sends no newer edit without its new field, says what to do, and reloads once nothing is open', async ({
  fresh,
  sharedServer,
}) => {
  test.setTimeout(240_000)
  const server = await makeServer({ cwd: await buildNext() })
  const before = await serveBefore(server.url)
  before.filesFrom(sharedServer.url)
  const line = await takeLine(server)
  const older = await fresh({ serviceWorker: true, baseURL: before.url })
  await signIn(older, 'picker')
  await keepWholeApp(older)
  await openLine(older, line)
  const newer = await older.context().newPage()
  await openLine(newer, line)
  await action(older, 'Save').click()
  const dialog = older.getByRole('dialog', { name: 'Save the scan?' })
  await expect(dialog).toBeVisible()

  before.filesFrom(server.url)
  await newer.evaluate(() =>
    navigator.serviceWorker.getRegistration().then((one) => one?.update().then(() => undefined)),
  )
  await expect(newer.getByText('A new version is ready')).toBeVisible()
  await Promise.all([newer.waitForEvent('load'), newer.getByRole('button', { name: 'Reload' }).click()])
  await expect(newer.getByRole('link', { name: 'Skip to what is new' })).toBeAttached()
  await expect(older.getByText('Larder was updated: reload')).toBeVisible()
  await expect(dialog).toBeVisible()

  const told: unknown[] = []
  before.listen(({ url, headers }, body) => {
    if (url !== '/api/sync/push') return
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    told.push(
      ...(JSON.parse(text.toString()) as { mutations: { told?: unknown }[] }).mutations.map(
        (edit) => edit.told ?? 'cut off',
      ),
    )
  })
  await scanUnsent(newer, line)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(older.getByText('Changes to the Scan has been successfully saved')).toBeVisible()
  await expect(older.getByText('1 change waits on this device to be sent.')).toBeVisible()
  expect(told).toEqual([])
  await Promise.all([older.waitForEvent('load'), older.keyboard.press('Escape')])
  await expect(older.getByRole('link', { name: 'Skip to what is new' })).toBeAttached()
  await newer.unroute('**/api/sync/push')
  await expect.poll(() => storedPieces(server, line), SENT).toBe(1)
  expect(told).toEqual(['by the next release'])
  before.close()
})
