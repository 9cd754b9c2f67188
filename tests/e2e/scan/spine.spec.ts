/** The product's promise, in a real browser against the real server. */
import { expect, keepWholeApp, signIn, test } from '../larder.ts'
import {
  editsOnDevice,
  expectAllArrived,
  expectPicked,
  expectWholeOrder,
  openScan,
  pickLines,
  smallOrder,
  wantedOf,
} from '../picking.ts'

test('a picker picks a whole order with the server gone, closes the browser, and every edit arrives once', async ({
  server,
  device,
}) => {
  test.setTimeout(300_000)
  const order = await smallOrder(server)
  const lines = await wantedOf(server, order)
  const phone = device()
  const first = await phone.open()
  await signIn(first.page, 'picker')
  await openScan(first.page, order)
  await expectPicked(first.page, 0)
  await keepWholeApp(first.page)

  await first.context.setOffline(true)
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

  await second.context.setOffline(false)
  await expectAllArrived(server, second.page, unsent)
  await expectWholeOrder(server, order)
  await expectPicked(other.page, lines.length)
})

test('a server killed in the middle of the replay loses nothing and repeats nothing', async ({
  server,
  device,
}) => {
  test.setTimeout(240_000)
  const order = await smallOrder(server)
  const lines = await wantedOf(server, order)
  const phone = device()
  const { context, page } = await phone.open()
  await signIn(page, 'picker')
  await openScan(page, order)
  await keepWholeApp(page)
  await server.stop()
  await pickLines(page, lines)
  const { unsent } = await editsOnDevice(page)

  // The first push goes through to the server, which dies before its answer is back.
  let killed = false
  let up: Promise<void> = Promise.resolve()
  await context.route('**/api/sync/push', async (route) => {
    if (killed) return route.continue()
    killed = true
    await route.fetch().catch(() => undefined)
    // A server that answers may not have said yet that it is ready.
    await up
    await server.kill()
    await route.abort('connectionreset')
    await server.start()
  })
  up = server.start()
  await up
  await expectAllArrived(server, page, unsent)
  expect(killed).toBe(true)
  await expectWholeOrder(server, order)
})

test('every answer of the first replay is lost on the way back, and each edit is applied once', async ({
  server,
  device,
}) => {
  test.setTimeout(240_000)
  const order = await smallOrder(server)
  const lines = await wantedOf(server, order)
  const phone = device()
  const { context, page } = await phone.open()
  await signIn(page, 'picker')
  await openScan(page, order)
  await keepWholeApp(page)
  await context.setOffline(true)
  await pickLines(page, lines)
  const { unsent } = await editsOnDevice(page)

  let lost = 0
  await context.route('**/api/sync/push', async (route) => {
    if (lost >= 3) return route.continue()
    const answer = await route.fetch()
    expect(answer.status()).toBe(200)
    lost++
    await route.abort('connectionreset')
  })
  await context.setOffline(false)
  await expectAllArrived(server, page, unsent)
  // A pull names the edits that its rows hold, so fewer than three repeats may be needed.
  expect(lost).toBeGreaterThan(0)
  await expectWholeOrder(server, order)
})
