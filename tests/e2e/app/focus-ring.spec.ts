/** The focus ring, which a card that is laid out apart would cut: it is seen on all four sides. */
import type { Locator, Page } from '@playwright/test'
import { expect, shared as test } from '../larder.ts'
import { openScan, smallOrder } from '../picking.ts'

/** As far out as a ring reaches: 3 px with a gap of 2 (decision 0076). */
const RING_PX = 5

/** The sides on which nothing changes around a box when something in it takes the focus. */
async function bareSides(page: Page, box: Locator, focused: Locator): Promise<string[]> {
  // From the keyboard: a mouse shows no ring.
  await page.keyboard.press('Tab')
  await focused.focus()
  const { x, y, width, height } = (await box.boundingBox())!
  const strips = {
    left: { x: x - RING_PX, y: y + height / 2, width: RING_PX, height: 8 },
    right: { x: x + width, y: y + height / 2, width: RING_PX, height: 8 },
    top: { x: x + width / 2, y: y - RING_PX, width: 8, height: RING_PX },
    bottom: { x: x + width / 2, y: y + height, width: 8, height: RING_PX },
  }
  const look = async () => {
    const pictures: Record<string, string> = {}
    for (const [side, clip] of Object.entries(strips))
      pictures[side] = (await page.screenshot({ clip })).toString('base64')
    return pictures
  }
  const withRing = await look()
  await focused.evaluate((element: HTMLElement) => element.blur())
  const without = await look()
  return Object.keys(strips).filter((side) => withRing[side] === without[side])
}

test('the cards of the orders list and of the scan screen show a whole focus ring and scroll into view', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', { width: 390, height: 844 })
  await page.goto('/orders')
  const order = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').nth(1)
  expect(await bareSides(page, order, order.getByRole('link').first())).toEqual([])

  await openScan(page, await smallOrder(sharedServer))
  const lines = page.getByRole('list', { name: 'Items' }).getByRole('button')
  for (const n of [1, 3]) expect(await bareSides(page, lines.nth(n), lines.nth(n))).toEqual([])
  const bar = (await page.getByRole('status', { name: 'Saving status' }).boundingBox())!
  await page.keyboard.press('Tab')
  await lines.nth(4).focus()
  const { y, height } = (await lines.nth(4).boundingBox())!
  expect(y + height).toBeLessThan(bar.y)
})
