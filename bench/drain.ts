/** A shift's edits, sent when the network is back: through a line with a delay, beside one plain call at a time. */
import { addFloors } from './app.ts'
import { openDevice, profileIn } from './browser.ts'
import { SIGN_IN } from './seed.ts'
import { slowProxy } from './slow-proxy.ts'
import type { Stack } from './stack.ts'
import { atMost, round, type Figure } from './table.ts'

const ROUND_TRIP_MS = 100

export async function drain(stack: Stack): Promise<Figure[]> {
  const { business, edits, plainCalls } = stack.sizes.drain
  const database = await stack.database('drain', business)
  const server = await stack.server(database)
  const line = await slowProxy(server.address, ROUND_TRIP_MS)
  const { page, close } = await openDevice(profileIn(stack.folder, 'drain'), {}, { bypassCSP: true })
  try {
    // A page of the same origin on which nothing runs.
    await page.goto(`${line.address}/healthz`)
    await addFloors(page)
    const { drainMs, callMs } = await page.evaluate(
      ([username, password, edits, calls]) =>
        window.larderFloors.drainBesideCalls(username, password, edits, calls),
      [SIGN_IN.username, SIGN_IN.password, edits, plainCalls] as const,
    )
    const plain = (callMs * edits) / 1_000
    return [
      atMost(`${edits.toLocaleString('en-US')} unsent edits sent, round trip ${ROUND_TRIP_MS} ms`, {
        value: drainMs / 1_000,
        floor: plain,
        most: 10,
        unit: 's',
        beside: `one plain PATCH at a time ${round(plain)} s`,
      }),
    ]
  } finally {
    await close()
    await line.stop()
    await server.stop()
  }
}
