/** From the wedge's Enter until the line's new state is on the glass, with a full device, on a slow phone. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { addFloors, fullDevice, plainLines } from './app.ts'
import { openDevice, wedge, type Device } from './browser.ts'
import type { ScanTimes } from './in-page.ts'
import { percentile } from './numbers.ts'
import type { Stack } from './stack.ts'
import { atMost, note, round, type Figure } from './table.ts'

/** The pause of a quick picker between two scans. */
const PAUSE_MS = 350

/** A machine that stalls in the middle of a wedge's keys makes no scan of them, as a scanner never would. */
const MOST_STALLS = 5
const STALLED_MS = 5_000

async function scanLines({ page, cdp }: Device, codes: readonly string[]): Promise<ScanTimes[]> {
  let stalls = 0
  for (const [n, code] of codes.entries()) {
    const painted = page.evaluate((count) => window.larderBench?.painted(count).then(() => true), n + 1)
    await wedge(cdp, code)
    while (!(await Promise.race([painted, delay(STALLED_MS)]))) {
      if (++stalls > MOST_STALLS) throw new Error(`scans are not painted: ${await screenOf(page)}`)
      await wedge(cdp, code)
    }
    await delay(PAUSE_MS)
  }
  return page.evaluate(() => window.larderBench?.scans ?? [])
}

const screenOf = async (page: Page) =>
  (await page.evaluate(() => document.querySelector('main')?.innerText.slice(0, 120)))?.replaceAll(
    '\n',
    ' | ',
  )

export async function scan(stack: Stack): Promise<Figure[]> {
  // The first scans compile what the others run.
  const { scans, warm, cpu, settleMs } = stack.sizes.scan
  const device = await fullDevice(stack)
  await device.server()
  const lines = await plainLines(device.database, device.order)
  const pieces = lines.reduce((sum, { units }) => sum + units, 0)
  if (pieces < scans + warm) throw new Error(`order ${device.order} has only ${pieces} pieces to scan`)
  const codes = Array.from({ length: scans + warm }, (_, n) => lines[n % lines.length]!.upc)
  const opened = await openDevice(device.profile, { cpu })
  const { page } = opened
  try {
    await page.goto(`${device.address}/scan?from=order`)
    await page.getByRole('listitem').first().waitFor()
    await page.waitForTimeout(settleMs)
    const times = (await scanLines(opened, codes)).slice(warm)
    await addFloors(page)
    const floors = await page.evaluate(async (count) => {
      const name = (await indexedDB.databases()).find((one) => /^larder-\d+$/.test(one.name ?? ''))?.name
      return window.larderFloors.scanFloors(Number(name?.slice('larder-'.length)), count)
    }, scans)
    const whole = times.map(({ key, painted }) => painted - key)
    const durable = times.map(({ key, stored }) => stored - key)
    const floor = (share: number) =>
      percentile(floors.transactions, share) +
      percentile(floors.lookups, share) +
      percentile(floors.frames, share)
    const at = (share: number) =>
      `${round(percentile(floors.transactions, share))} + ${round(percentile(floors.lookups, share))} + ${round(percentile(floors.frames, share))} ms`
    const p50 = percentile(whole, 0.5)
    return [
      {
        ...note(
          `scan → stored → painted, CPU ${cpu}×, p50`,
          `${round(p50)} ms`,
          `transaction + lookup + frame ${at(0.5)}`,
        ),
        ratio: p50 / floor(0.5),
      },
      atMost(`scan → stored → painted, CPU ${cpu}×, p95`, {
        value: percentile(whole, 0.95),
        floor: floor(0.95),
        most: 75,
        unit: 'ms',
        beside: `transaction + lookup + frame ${at(0.95)}`,
      }),
      note(
        '  of it until stored, p50 and p95',
        `${round(percentile(durable, 0.5))} and ${round(percentile(durable, 0.95))} ms`,
      ),
    ]
  } finally {
    await opened.close()
  }
}
