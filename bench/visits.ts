/** How long a person waits for a screen: at the first visit over a bad line, and later with no server at all. */
import path from 'node:path'
import { rm } from 'node:fs/promises'
import { fullDevice } from './app.ts'
import { isKept, openDevice, profileIn, timeToUsable, until, type Slowness } from './browser.ts'
import { smallestPage } from './floors/smallest-page.ts'
import { median } from './numbers.ts'
import type { Stack } from './stack.ts'
import { atMost, round, type Figure } from './table.ts'

const BUTTON = 'button[type=submit]'
const LINES = '[role=list][aria-label=Items] [role=listitem]'

interface Visit {
  /** Folder of the profile. */
  profile: string
  address: string
  selector: string
  slowness: Slowness
}

/** A window of its own each time: nothing is in memory. */
async function visit({ profile, address, selector, slowness }: Visit): Promise<number> {
  const device = await openDevice(profile, slowness)
  try {
    return await timeToUsable(device.page, address, selector)
  } finally {
    await device.close()
  }
}

/** Visits by turns, so that other work of the machine slows all alike. */
async function rounds(
  count: number,
  visits: readonly Visit[],
  { fresh }: { fresh: boolean },
): Promise<number[]> {
  const times = visits.map(() => [] as number[])
  for (let n = 0; n < count; n++)
    for (const [at, one] of visits.entries()) {
      if (fresh) await rm(one.profile, { recursive: true, force: true })
      times[at]!.push(await visit(one))
    }
  return times.map(median)
}

export async function visits(stack: Stack): Promise<Figure[]> {
  const { rounds: count, cpu, net } = stack.sizes.visits
  const badLine = { cpu, net }
  const smallest = await smallestPage(stack.folder)
  const device = await fullDevice(stack)
  const place = (name: string) => profileIn(stack.folder, name)
  try {
    await device.server()
    const [first, firstFloor] = (await rounds(
      count,
      [
        { profile: place('first'), address: device.address, selector: BUTTON, slowness: badLine },
        { profile: place('first-floor'), address: smallest.address, selector: BUTTON, slowness: badLine },
      ],
      { fresh: true },
    )) as [number, number]

    // The floor's worker keeps its files at a visit without hurry.
    const kept = await openDevice(place('second-floor'))
    await kept.page.goto(smallest.address)
    await until(kept.page, isKept)
    await kept.close()
    await Promise.all([device.stopServer(), smallest.stop()])
    const slowness = { cpu }
    const [second, secondFloor, blank] = (await rounds(
      count,
      [
        { profile: device.profile, address: `${device.address}/scan?from=order`, selector: LINES, slowness },
        { profile: place('second-floor'), address: smallest.address, selector: BUTTON, slowness },
        {
          profile: place('second-floor'),
          address: `${smallest.address}/blank.html`,
          selector: BUTTON,
          slowness,
        },
      ],
      { fresh: false },
    )) as [number, number, number]
    return [
      atMost(`second visit, no server, CPU ${cpu}×, to the scan screen`, {
        value: second / 1_000,
        floor: secondFloor / 1_000,
        most: 1.2,
        unit: 's',
        beside: `smallest page ${round(secondFloor / 1_000)} s, blank ${round(blank / 1_000)} s`,
      }),
      atMost(`first visit, ${net.downMbit} Mbit/s, ${net.latencyMs} ms, CPU ${cpu}×`, {
        value: first / 1_000,
        floor: firstFloor / 1_000,
        most: 3.5,
        unit: 's',
        beside: `smallest page ${round(firstFloor / 1_000)} s`,
      }),
    ]
  } finally {
    await smallest.stop().catch(() => {})
    await rm(path.join(stack.folder, 'smallest'), { recursive: true, force: true })
  }
}
