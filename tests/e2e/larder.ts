/**
 * The product as a test drives it: the real server in a process of its own with its own PostgreSQL and the demo
 * distributor, real browsers that keep their profile, and access to the database.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  chromium,
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { makeServer, type Server } from '../process/product.ts'
import { endAll } from '../process/server.ts'
import { BROWSER_FLAGS } from '../setup/browser.ts'
import { Complaints } from './complaints.ts'

export { expect, type Server }

/** A device: a browser profile that outlives its windows. */
export interface Device {
  /** The folder of the profile. */
  profile: string
  open(): Promise<{ context: BrowserContext; page: Page }>
  close(): Promise<void>
}

function makeDevice(
  url: string,
  complaints: Complaints,
  options: { viewport?: { width: number; height: number } } = {},
): Device {
  const profile = mkdtempSync(path.join(tmpdir(), 'larder-device-'))
  let context: BrowserContext | null = null
  return {
    profile,
    async open() {
      context = await chromium.launchPersistentContext(profile, {
        args: BROWSER_FLAGS,
        baseURL: url,
        viewport: options.viewport ?? HAND,
        ...(process.env['CHROME_PATH'] && { executablePath: process.env['CHROME_PATH'] }),
      })
      // A control that does not appear within this time counts as missing.
      context.setDefaultTimeout(20_000)
      complaints.listen(context)
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    },
    async close() {
      await context?.close()
      context = null
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Both kinds of test listen to their windows. A test that opens a browser of its own says where to listen. */
const listening = base.extend<{ complaints: Complaints }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  complaints: async ({}, use) => {
    const complaints = new Complaints()
    await use(complaints)
    complaints.end()
  },
})

export const test = listening.extend<{
  server: Server
  device: (options?: { viewport?: { width: number; height: number } }) => Device
}>({
  // oxlint-disable-next-line no-empty-pattern -- as above
  server: async ({}, use) => {
    const server = await makeServer()
    await use(server)
    await endAll()
  },
  device: async ({ server, complaints }, use) => {
    complaints.listenToServer(server)
    const devices: Device[] = []
    await use((options) => {
      const device = makeDevice(server.url, complaints, options)
      devices.push(device)
      return device
    })
    for (const device of devices) await device.close()
  },
})

interface Window extends Pick<BrowserContextOptions, 'baseURL' | 'viewport' | 'colorScheme' | 'hasTouch'> {
  /** Whether the app installs itself. A test then does not see the calls that the worker answers. */
  serviceWorker?: boolean
}

/** The device sends edits every five seconds. A busy machine takes longer. */
export const SENT = { timeout: 30_000 }

export const DESK = { width: 1280, height: 800 }
export const HAND = { width: 390, height: 844 }

/**
 * For tests that take rows of their own: one server for all of a worker's tests, and windows that open signed in. They
 * have no service worker unless a test asks for one, so that a test sees every call.
 */
export const shared = listening.extend<
  {
    /** Opens a window of a device on which no person has signed in. */
    fresh: (options?: Window) => Promise<Page>
    /** Opens a window where this person is signed in. Their device is the same in all of a worker's tests. */
    as: (username: string, viewport?: { width: number; height: number }) => Promise<Page>
  },
  { sharedServer: Server; devices: Map<string, BrowserContext> }
>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(await makeServer({ settings: NOBODYS_KEYS }))
      await endAll()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  devices: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const devices = new Map<string, BrowserContext>()
      await use(devices)
      for (const device of devices.values()) await device.close()
    },
    { scope: 'worker' },
  ],
  fresh: async ({ browser, sharedServer, complaints }, use) => {
    complaints.listenToServer(sharedServer)
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await newWindow(browser, sharedServer, options)
      complaints.listen(context)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) {
      await endRoutes(context)
      await context.close()
    }
  },
  as: async ({ browser, sharedServer, devices, complaints }, use) => {
    complaints.listenToServer(sharedServer)
    const pages: Page[] = []
    await use(async (username, viewport = HAND) => {
      const known = devices.get(username)
      const context = known ?? (await newWindow(browser, sharedServer))
      complaints.listen(context)
      const page = await context.newPage()
      pages.push(page)
      await page.setViewportSize(viewport)
      if (!known) await signIn(page, username)
      devices.set(username, context)
      return page
    })
    for (const page of pages) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
    }
  },
})

/** Ends the routes of a test. An answer that it changes may still be on its way, which is no failure of the test. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Keys with which the page may load the payment form. Tests answer for it; the server reaches no provider. */
const NOBODYS_KEYS = {
  STRIPE_SECRET_KEY: 'sk_of_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_of_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}

async function newWindow(browser: Browser, server: Server, options: Window = {}): Promise<BrowserContext> {
  const { serviceWorker = false, ...others } = options
  const context = await browser.newContext({ viewport: HAND, baseURL: server.url, ...others })
  // A control that does not appear within this time counts as missing.
  context.setDefaultTimeout(20_000)
  if (!serviceWorker) await withoutServiceWorker(context)
  return context
}

/** Removes service workers, as in a browser without them. Each page complains of Playwright's own way to block them. */
export const withoutServiceWorker = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))

/** Calls the API as another user does, from outside any window. */
export async function callApi(
  server: Server,
  username: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const post = (content: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
  const signedIn = await fetch(`${server.url}/api/auth/`, post({ username, password: 'harborvine' }))
  const { access } = (await signedIn.json()) as { access: string }
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${access}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? (JSON.parse(text) as unknown) : null }
}

/** Signs in on the sign-in screen and waits until the first pull is stored. */
export async function signIn(page: Page, username: string, password = 'harborvine'): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.poll(() => isPulled(page), { timeout: 30_000 }).toBe(true)
}

/** Whether the device has everything of its first pull. The cursor of an unfinished pull names the table it is at. */
export async function isPulled(page: Page): Promise<boolean> {
  const cursor = (await readDevice(page, 'meta')).find(({ key }) => key === 'cursor')?.['value']
  return /^[^~]+~[^~]+~[^~]+$/.test(String(cursor))
}

/** Returns every row of a table in the signed-in person's database on the device. */
export function readDevice(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (store) => {
    const name = (await indexedDB.databases())
      .map((one) => one.name ?? '')
      .find((one) => /^larder-\d+$/.test(one))
    if (!name) return []
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    try {
      return await new Promise((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    } finally {
      db.close()
    }
  }, table)
}

/** Waits until every file of the app is on the device, so that each screen opens without a network. */
export async function keepWholeApp(page: Page): Promise<void> {
  const answer = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    const said = new Promise<{ whole: boolean }>((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
    active!.postMessage({ type: 'PRECACHE_REST' }, [port2])
    return said
  })
  expect(answer).toEqual({ whole: true })
}

/** Returns the edits on the device that are over. */
export const readLedger = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await readDevice(page, 'ended')).flatMap(({ edits }) => edits as Record<string, unknown>[])

/**
 * Types a code as a wedge scanner does: keys 8 ms apart, then Enter. The keys are queued at once, each with its own
 * time, as a device queues them, because a scanner does not wait for a busy page. A scanner that stumbles sends the
 * keys after the first `after` by `ms` later.
 */
export async function wedge(
  page: Page,
  code: string,
  stumble?: { after: number; ms: number },
): Promise<void> {
  const scanner = await page.context().newCDPSession(page)
  const start = Date.now() / 1_000
  const keys = [...[...code].map((key) => ({ key, text: key })), { key: 'Enter', text: '\r' }]
  const send = (from: number, to: number, late: number) =>
    Promise.all(
      keys.slice(from, to).flatMap((key, n) => {
        const timestamp = start + (from + n) * 0.008 + late / 1_000
        return [
          scanner.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
          scanner.send('Input.dispatchKeyEvent', {
            type: 'keyUp',
            timestamp: timestamp + 0.002,
            key: key.key,
          }),
        ]
      }),
    )
  const { after, ms } = stumble ?? { after: 0, ms: 0 }
  await send(0, after, 0)
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
  await send(after, keys.length, ms)
  await scanner.detach()
}
