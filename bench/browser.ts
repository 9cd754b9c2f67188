/** Chromium as a picker's device: a profile that outlives its windows, slowed as a phone is. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../tests/setup/browser.ts'
import { watchInPage } from './in-page.ts'

export interface Device {
  context: BrowserContext
  page: Page
  cdp: CDPSession
  close(): Promise<void>
}

/** How a browser is slowed, by the protocol that its own developer tools use. */
export interface Slowness {
  /** Times slower. */
  cpu?: number
  net?: { downMbit: number; upMbit: number; latencyMs: number }
}

/** Opens a window of the profile in this folder, which is made where it is missing. */
export async function openDevice(
  profile: string,
  slowness: Slowness = {},
  { bypassCSP = false } = {},
): Promise<Device> {
  await mkdir(profile, { recursive: true })
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: BROWSER_FLAGS,
    bypassCSP,
    viewport: { width: 390, height: 844 },
  })
  context.setDefaultTimeout(60_000)
  // tsx marks functions with the helper `__name`, which a page does not have.
  await context.addInitScript('globalThis.__name ??= (fn) => fn')
  await context.addInitScript(watchInPage)
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  await slow(cdp, slowness)
  return { context, page, cdp, close: () => context.close() }
}

async function slow(cdp: CDPSession, { cpu = 1, net }: Slowness): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (!net) return
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: net.latencyMs,
    downloadThroughput: (net.downMbit * 1e6) / 8,
    uploadThroughput: (net.upMbit * 1e6) / 8,
  })
}

/** Ms from the navigation until the first paint with an element that this selector finds. */
export async function timeToUsable(page: Page, address: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => window.larderBench?.untilPainted(wanted), selector)
  await page.goto(address, { waitUntil: 'commit' })
  const time = await page.waitForFunction(() => window.larderBench?.usableAt, undefined, { polling: 50 })
  return (await time.jsonValue()) as number
}

/** Asks the page until it says yes. Playwright's own `waitForFunction` takes a promise for a yes. */
export async function until(page: Page, holds: () => Promise<boolean>, withinMs = 180_000): Promise<void> {
  const late = performance.now() + withinMs
  while (!(await page.evaluate(holds))) {
    if (performance.now() > late) throw new Error(`not so within ${withinMs / 1_000} s: ${holds.name}`)
    await page.waitForTimeout(250)
  }
}

/** Runs in the page: the service worker has kept what it keeps at its installation. */
export async function isKept(): Promise<boolean> {
  return (await navigator.serviceWorker.ready).active?.state === 'activated'
}

const WEDGE_GAP_MS = 8

/**
 * Types as a wedge scanner: keys 8 ms apart, then Enter. The characters are sent in one go and bear the times at which
 * a scanner sends them, because a busy machine would make the rhythm that of a person; the Enter comes when it is its
 * time.
 */
export async function wedge(cdp: CDPSession, code: string): Promise<void> {
  const sent: Promise<unknown>[] = []
  const press = (key: string, text: string, at: number) => {
    const timestamp = at / 1_000
    sent.push(
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, unmodifiedText: text, timestamp }),
    )
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }))
  }
  const first = Date.now()
  for (const [n, key] of [...code].entries()) press(key, key, first + n * WEDGE_GAP_MS)
  await delay(code.length * WEDGE_GAP_MS)
  press('Enter', '\r', Date.now())
  await Promise.all(sent)
}

export const profileIn = (folder: string, name: string) => path.join(folder, `profile-${name}`)
