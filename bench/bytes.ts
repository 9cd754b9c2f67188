/** What the first screen makes a person download, as gzip makes it. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { openDevice, profileIn, timeToUsable } from './browser.ts'
import { smallestPage } from './floors/smallest-page.ts'
import type { Stack } from './stack.ts'
import { atMost, round, type Figure } from './table.ts'

const KIB = 1_024
const BUTTON = 'button[type=submit]'
const GOALS = [
  { kind: 'JavaScript', ending: '.js', most: 170 },
  { kind: 'CSS', ending: '.css', most: 35 },
]

/** Paths of what the page asked for before its first screen was usable. */
async function askedFor(page: Page, address: string): Promise<string[]> {
  await timeToUsable(page, address, BUTTON)
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime <= window.larderBench!.usableAt)
      .map((entry) => new URL(entry.name).pathname),
  )
}

export async function bytes(stack: Stack): Promise<Figure[]> {
  const database = await stack.database('empty', { products: 100, orders: 0, oldOrders: 0 })
  const server = await stack.server(database)
  const smallest = await smallestPage(stack.folder)
  const device = await openDevice(profileIn(stack.folder, 'bytes'))
  try {
    const ours = await askedFor(device.page, server.address)
    const theirs = await askedFor(await device.context.newPage(), smallest.address)
    const sum = async (paths: string[], read: (name: string) => Promise<Buffer>) => {
      let total = 0
      for (const name of paths) total += gzipSync(await read(name), { level: 9 }).length
      return total / KIB
    }
    const figures: Figure[] = []
    for (const { kind, ending, most } of GOALS) {
      const isKind = (name: string) => name.endsWith(ending) && name !== '/sw.js'
      const value = await sum(ours.filter(isKind), (name) => readFile(path.join(stack.product, 'dist', name)))
      const floor = await sum(theirs.filter(isKind), async (name) => smallest.files.get(name)!)
      figures.push(
        atMost(`${kind} to the first screen, gzip`, {
          value,
          floor,
          most,
          unit: 'KiB',
          beside: `smallest page ${round(floor)} KiB`,
        }),
      )
    }
    return figures
  } finally {
    await device.close()
    await Promise.all([smallest.stop(), server.stop()])
  }
}
