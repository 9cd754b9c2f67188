/** The product's promise, in a real browser against the real server. Answers that are lost: tests/screens/sync. */
import { expect, keepWholeApp, signIn, test } from '../larder.ts'
import {
  editsOnDevice,
  expectAllArrived,
  expectPicked,
  expectWholeOrder,
  openScan,
  orderOfAllKinds,
  pickLines,
  wantedOf,
} from '../picking.ts'

test('a picker picks a whole order with the server gone, closes the browser, the server is killed in the middle of the replay, and every edit arrives once', async ({
  server,
  device,
}) => {
  test.setTimeout(240_000)
  const order = await orderOfAllKinds(server)
  const lines = await wantedOf(server, order)
  const phone = device()
  const first = await phone.open()
  await signIn(first.page, 'picker')
  await openScan(first.page, order)
  await expectPicked(first.page, 0)
  await keepWholeApp(first.page)

  // The server is gone while there is a network; later there is a server and no network.
  await server.stop()
  await first.page.reload()
  await expectPicked(first.page, 0)
  await pickLines(first.page, lines)
  await first.context.close()

  const second = await phone.open()
  await second.context.setOffline(true)
  await second.page.goto('/scan?from=order')
  await expectPicked(second.page, lines.length)
  const { unsent } = await editsOnDevice(second.page)
  expect(unsent.length).toBeGreaterThan(lines.length)

  await server.start()
  const tablet = device({ viewport: { width: 800, height: 1280 } })
  const other = await tablet.open()
  await signIn(other.page, 'foreman')
  await openScan(other.page, order)
  await expectPicked(other.page, 0)

  // The first push goes through to the server, which dies before its answer is back.
  let isKilled = false
  await second.context.route('**/api/sync/push', async (route) => {
    if (isKilled) return route.continue()
    isKilled = true
    await route.fetch().catch(() => undefined)
    await server.kill()
    await route.abort('connectionreset')
    await server.start()
  })
  await second.context.setOffline(false)
  await expectAllArrived(server, second.page, unsent)
  expect(isKilled).toBe(true)
  await expectWholeOrder(server, order)
  await expectPicked(other.page, lines.length)
})
