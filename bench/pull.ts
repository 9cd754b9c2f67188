/** The product's pull of a catalogue into the device's database, beside putting the same rows there. */
import { addFloors } from './app.ts'
import { openDevice, profileIn } from './browser.ts'
import { median } from './numbers.ts'
import { SIGN_IN } from './seed.ts'
import type { Stack } from './stack.ts'
import { atLeast, round, type Figure } from './table.ts'

export async function pull(stack: Stack): Promise<Figure[]> {
  const { business, rounds: count } = stack.sizes.pull
  const database = await stack.database('catalogue', business)
  const server = await stack.server(database)
  const { page, close } = await openDevice(
    profileIn(stack.folder, 'pull'),
    {},
    // The page's policy stays off, because zod finds out while the debugger runs the bundle that it may compile, and
    // that must hold afterwards as well.
    { bypassCSP: true },
  )
  try {
    // A page of the same origin on which nothing runs.
    await page.goto(`${server.address}/healthz`)
    await addFloors(page)
    const rounds: { rows: number; pullMs: number; rawMs: number }[] = []
    for (let n = 0; n <= count; n++)
      rounds.push(
        await page.evaluate(
          ([username, password, rawFirst]) =>
            window.larderFloors.pullBesideBulkPut(username, password, rawFirst),
          [SIGN_IN.username, SIGN_IN.password, n % 2 === 1] as const,
        ),
      )
    // The first one warms both up.
    const warm = rounds.slice(1)
    const rate = (key: 'pullMs' | 'rawMs') => median(warm.map((one) => (one.rows * 1_000) / one[key]))
    return [
      atLeast(
        `pull of ${business.products.toLocaleString('en-US')} products`,
        `${round(rate('pullMs'))} rows/s`,
        `raw bulkPut ${round(rate('rawMs'))} rows/s`,
        median(warm.map((one) => one.rawMs / one.pullMs)),
        0.9,
      ),
    ]
  } finally {
    await close()
    await server.stop()
  }
}
