/**
 * A storm of scans: a wedge scanner in every rhythm, on a device that is slow or hangs, with the focus in a field, on a button or nowhere.
 * Every scan must be counted, or answered aloud by the screen. A scan that disappears is the one thing that must not happen.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { readDevice, readLedger, signIn, type Server } from '../e2e/larder.ts'
import { openScan } from '../e2e/picking.ts'
import { killableBrowser } from './browser.ts'
import { bigOrder, type Line } from './kills.ts'

/** How a scanner types, on which device, and where the focus is meanwhile. */
export interface ScanSetting {
  /** ms from key to key. */
  rhythm: number
  /** ms that the scanner or its radio stumbles for, in the middle of every fifth scan. */
  stumble: number
  /** How many times slower the processor is. */
  slow: number
  /** ms that the page is busy for, twice a second. */
  task: number
  focus: 'field' | 'button' | 'nothing'
  /** Whether the scanner ends its scans with Enter. */
  hasEnter: boolean
}

const setting = (
  rhythm: number,
  stumble: number,
  slow: number,
  task: number,
  focus: ScanSetting['focus'],
  hasEnter: boolean,
): ScanSetting => ({ rhythm, stumble, slow, task, focus, hasEnter })

export const SETTINGS: readonly ScanSetting[] = [
  setting(8, 0, 1, 0, 'field', true),
  setting(8, 0, 6, 50, 'field', true),
  setting(8, 0, 20, 200, 'field', true),
  setting(8, 0, 6, 800, 'field', true),
  setting(8, 150, 6, 200, 'field', true),
  setting(3, 0, 1, 200, 'button', true),
  setting(3, 0, 20, 0, 'button', true),
  setting(16, 150, 1, 0, 'nothing', true),
  setting(16, 0, 6, 200, 'nothing', true),
  setting(25, 0, 1, 800, 'field', true),
  setting(25, 90, 20, 50, 'button', true),
  setting(38, 0, 1, 0, 'field', true),
  setting(38, 0, 6, 200, 'nothing', true),
  setting(8, 0, 1, 0, 'field', false),
  setting(8, 0, 6, 200, 'field', false),
  setting(8, 0, 20, 50, 'nothing', false),
  setting(3, 0, 6, 800, 'button', false),
  setting(16, 90, 1, 200, 'nothing', false),
  setting(25, 0, 6, 50, 'field', false),
  setting(38, 0, 20, 200, 'button', false),
]

export interface ScanReport {
  scans: number
  counted: number
  /** Answers of the screen that are no count: not found, or asked about. */
  answered: number
  /** What should not be: empty when every scan was counted or answered. */
  wrong: string[]
}

/** ms between two scans: a person's hand. Without Enter the pause is what ends a scan. */
const pauseMs = ({ hasEnter, stumble }: ScanSetting) => (hasEnter ? 120 : 750 + stumble)
const STUMBLES_EVERY = 5
const COUNTS_WITHIN_MS = 60_000

/**
 * Types a code with time stamps of its own, as the operating system queues keys: a scanner does not wait for a busy page.
 * The keys are sent in their order, also where this process is late: timers of their own would mix them up.
 */
async function type(scanner: CDPSession, code: string, setting: ScanSetting, stumbles: boolean) {
  const keys = [...code].map((key) => ({ key, text: key }))
  if (setting.hasEnter) keys.push({ key: 'Enter', text: '\r' })
  const middle = Math.floor(keys.length / 2)
  const start = Date.now() / 1_000
  const atOf = (n: number) =>
    start + (n * setting.rhythm + (stumbles && n >= middle ? setting.stumble : 0)) / 1_000
  const sent: Promise<unknown>[] = []
  for (const [n, { key, text }] of keys.entries()) {
    const timestamp = atOf(n)
    const waitMs = timestamp * 1_000 - Date.now()
    if (waitMs > 0) await delay(waitMs)
    sent.push(
      scanner.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, key, text }),
      scanner.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp: timestamp + 0.001, key }),
    )
  }
  await Promise.all(sent)
}

/** Runs in the page: counts the answers to scans, and keeps it as busy as a setting wants. */
function watch(): void {
  const own = window as unknown as { larderAnswers: number; larderTask: number }
  own.larderAnswers = 0
  own.larderTask = 0
  new MutationObserver((changes) => {
    own.larderAnswers += changes.filter(
      ({ target }) => (target as HTMLElement).dataset['answer'] !== 'match',
    ).length
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-turn'] })
  setInterval(() => {
    const until = performance.now() + own.larderTask
    while (performance.now() < until);
  }, 500)
}

/** Puts the focus where a setting wants it. */
function focusOn(where: ScanSetting['focus']): void {
  const current = document.querySelector('[aria-label="Current item"]') ?? document.querySelector('main')
  const target = { field: 'input', button: 'button[aria-pressed]', nothing: '' }[where]
  if (target === '') (document.activeElement as HTMLElement | null)?.blur()
  else current?.querySelector<HTMLElement>(target)?.focus()
}

/** How many pieces the device has counted of an item, sent or not. */
async function countedOf(page: Page, item: string): Promise<number> {
  const records = [...(await readDevice(page, 'outbox')), ...(await readLedger(page))]
  const ids = new Map(records.map((record) => [record['mutation_id'], record]))
  return [...ids.values()]
    .filter(({ entity, entity_id }) => entity === 'orderitems' && entity_id === item)
    .reduce((sum, { adds }) => sum + ((adds as { unit_quantity?: number } | null)?.unit_quantity ?? 0), 0)
}

interface Storm {
  /** The number of scans in each setting. */
  scans: number
  settings?: readonly ScanSetting[]
  /** How many devices scan at the same time. They share the settings. */
  devices?: number
  tell?: (words: string) => void
}

/** Scans as often as is asked for in each of the settings. */
export async function stormOfScans(
  server: Server,
  { scans, settings = SETTINGS, devices = 1, tell = () => {} }: Storm,
): Promise<ScanReport> {
  const { order, lines } = await bigOrder(server)
  const unweighed = lines.filter(({ weighed }) => !weighed)
  const report: ScanReport = { scans: 0, counted: 0, answered: 0, wrong: [] }
  await Promise.all(
    Array.from({ length: devices }, (_, device) =>
      scanOn(
        server,
        order,
        // Each device has its own line, because a device counts only its own scans.
        unweighed[device]!,
        settings.filter((_setting, n) => n % devices === device),
        scans,
        ({ setting: one, counted, answered }) => {
          report.scans += scans
          report.counted += counted
          report.answered += answered
          const words = `${JSON.stringify(one)}: ${counted} of ${scans} are counted, ${answered} are answered otherwise`
          tell(words)
          if (counted > scans || counted + answered < scans) report.wrong.push(words)
        },
      ),
    ),
  )
  return report
}

interface SettingReport {
  setting: ScanSetting
  counted: number
  answered: number
}

/** Scans one line of an order on a device of its own, in one setting after the other. */
async function scanOn(
  server: Server,
  order: number,
  line: Line,
  settings: readonly ScanSetting[],
  scans: number,
  report: (of: SettingReport) => void,
): Promise<void> {
  const browser = killableBrowser(server.url)
  try {
    const { context, page } = await browser.open()
    await context.addInitScript(watch)
    await signIn(page, 'picker')
    await openScan(page, order)
    const scanner = await context.newCDPSession(page)
    const answers = () => page.evaluate(() => (window as unknown as { larderAnswers: number }).larderAnswers)
    for (const one of settings) {
      // Another device each time: how its scanner ends a scan is not known, and no dialog is open.
      await page.evaluate(() => localStorage.removeItem('larder-scanner-suffix'))
      await page.reload()
      await page.getByRole('listitem').first().waitFor()
      const known = await countedOf(page, line.item)
      // The line is the current one before a field of it is wanted.
      await type(scanner, line.product, one, false)
      const before = await until(page, line.item, known + 1)
      const answered = await answers()
      await scanner.send('Emulation.setCPUThrottlingRate', { rate: one.slow })
      await page.evaluate((task) => {
        ;(window as unknown as { larderTask: number }).larderTask = task
      }, one.task)
      for (let n = 0; n < scans; n++) {
        if (n % 10 === 0) await page.evaluate(focusOn, one.focus)
        await type(scanner, line.product, one, one.stumble > 0 && n % STUMBLES_EVERY === 0)
        await delay(pauseMs(one))
      }
      await page.evaluate(() => {
        ;(window as unknown as { larderTask: number }).larderTask = 0
      })
      await scanner.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      const now = await until(page, line.item, before + scans)
      report({ setting: one, counted: now - before, answered: (await answers()) - answered })
    }
  } finally {
    await browser.close()
  }
}

/** What is counted, as soon as it is so much, or after a while. */
async function until(page: Page, item: string, wanted: number): Promise<number> {
  const late = performance.now() + COUNTS_WITHIN_MS
  for (;;) {
    const counted = await countedOf(page, item)
    if (counted >= wanted || performance.now() > late) return counted
    await delay(100)
  }
}
