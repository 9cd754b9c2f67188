/** The scan screen in a real browser: scanner, layout, touch, saving. What is pressed on an item: `tests/screens/scan/scan.test.tsx`. */
import type { Page } from '@playwright/test'
import { DESK, expect, shared as test, signIn, wedge } from '../larder.ts'
import {
  action,
  button,
  card,
  cards,
  choose,
  current,
  floorOrder,
  inCurrent,
  openLine,
  openLines,
  refusePushes,
  saveNow,
  sentIn,
  storedLine,
  takeLine,
  unitsAlone,
  type FloorLine,
} from '../floor.ts'
import { openScan } from '../picking.ts'

test.describe.configure({ mode: 'default' })

/** The scan of a line on a device whose scanner nobody knows yet. */
async function firstOpened(fresh: () => Promise<Page>, line: FloorLine): Promise<Page> {
  const page = await fresh()
  await signIn(page, 'picker')
  await openLine(page, line)
  return page
}

const pressed = (page: Page, name: string, value: boolean) =>
  expect(inCurrent(page, name)).toHaveAttribute('aria-pressed', String(value))

test('A051 A052 cards or a table, whose header stands again before every tenth row', async ({
  as,
  sharedServer,
}) => {
  const page = await as('picker', DESK)
  await openScan(page, await floorOrder(sharedServer))
  const names = (await cards(page).allTextContents()).length
  await button(page, 'Table').click()
  await expect(cards(page)).toHaveCount(0)
  const heads = await page
    .getByRole('table', { name: 'Items' })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('th') !== null))
  expect(heads.filter((head) => !head)).toHaveLength(names)
  expect(heads.flatMap((head, at) => (head ? [at] : []))).toEqual(
    Array.from({ length: Math.ceil(names / 10) }, (_, n) => n * 11),
  )
  await button(page, 'Cards').click()
  await expect(cards(page)).toHaveCount(names)
})

test('A053 A054 the picked can be hidden, and status, scan and save stay in sight', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer)
  const page = await as('picker')
  await openLine(page, line)
  await inCurrent(page, 'Picked').click()
  await pressed(page, 'Picked', true)
  await button(page, 'Show/Hide picked').click()
  await expect(card(page, line)).toHaveCount(0)
  expect(await cards(page).count()).toBeGreaterThan(5)
  await button(page, 'Show/Hide picked').click()
  await expect(card(page, line)).toHaveCount(1)
  await cards(page).last().scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(page.getByRole('status', { name: 'Saving status' })).toBeInViewport({ ratio: 1 })
  await expect(action(page, 'Scan')).toBeInViewport({ ratio: 1 })
  await expect(action(page, 'Save')).toBeInViewport({ ratio: 1 })
})

test('what is scanned is never overwritten by what a quantity field holds', async ({ as, sharedServer }) => {
  const lines = [
    await takeLine(sharedServer, unitsAlone(1)),
    await takeLine(sharedServer, unitsAlone(1)),
    await takeLine(sharedServer, unitsAlone(1)),
  ] as const
  const [first, second, third] = lines
  for (const { id } of lines)
    await sharedServer.query('update order_items set units_ordered = 9 where id = $1', [id])
  const page = await as('picker')
  await openLines(page, ...lines)
  const units = current(page).getByRole('group', { name: 'Units' }).getByRole('spinbutton')
  const scan = async (line: FloorLine, ...counts: number[]) => {
    for (const count of counts) {
      await wedge(page, line.product)
      await expect(current(page).getByRole('heading')).toHaveText(line.name)
      await expect(units).toHaveValue(String(count))
    }
  }
  // What was ordered comes by the stream, for each line by itself.
  for (const line of lines.toReversed()) {
    await choose(page, line)
    await expect(current(page)).toContainText('of 9')
  }
  // typed and entered; then another line is scanned while the field still has the focus
  await units.click()
  await units.press('5')
  await units.press('Enter')
  await scan(second, 1, 2, 3, 4, 5, 6)
  await scan(third, 1)
  // tapped and not typed into
  await choose(page, third)
  await units.click()
  await scan(third, 2, 3, 4)
  await choose(page, first)
  // typed and not entered: the scan ends it
  await units.click()
  await units.press('2', { delay: 120 })
  await scan(first, 6)
  await saveNow(page)
  for (const [n, line] of lines.entries())
    expect(await storedLine(sharedServer, line)).toMatchObject({ unit_quantity: [6, 6, 4][n] })
})

test('the first scan of a device is whole though the page is busy for 150 ms in the middle of it', async ({
  fresh,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer)
  const page = await firstOpened(fresh, line)
  await page.evaluate(() => {
    let keys = 0
    const busy = () => {
      if (++keys !== 6) return
      const until = performance.now() + 150
      while (performance.now() < until);
    }
    window.addEventListener('keydown', busy, { capture: true })
  })
  await wedge(page, line.product)
  await expect(card(page, line)).toContainText(`1 of ${line.pieces}`)
  await expect(page.getByText('Not found')).toHaveCount(0)
})

test('the first scan of a device is whole though its scanner stumbles for 150 ms in the middle of it', async ({
  fresh,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer)
  const page = await firstOpened(fresh, line)
  await wedge(page, line.product, { after: 7, ms: 150 })
  await expect(card(page, line)).toContainText(`1 of ${line.pieces}`)
  await expect(page.getByText('Not found')).toHaveCount(0)
})

test('A191 what is picked is sent by itself, once, and without a dialog', async ({ as, sharedServer }) => {
  const line = await takeLine(sharedServer)
  const page = await as('picker')
  await openLine(page, line)
  const pushes: string[][] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sync/push'))
      pushes.push(sentIn(request).map(({ call, entity_id }) => `${call.method} ${entity_id}`))
  })
  await inCurrent(page, 'Picked').click()
  const status = page.getByRole('status', { name: 'Saving status' })
  await expect(status).toContainText('unsent')
  await expect(status).toContainText('All saved')
  await expect.poll(() => pushes.filter((edits) => edits.length > 0)).toEqual([[`PATCH ${line.id}`]])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('A063 A064 A319 Save asks first, and tells that it is saved', async ({ as, sharedServer }) => {
  const line = await takeLine(sharedServer)
  const page = await as('picker')
  await openLine(page, line)
  await inCurrent(page, 'Picked').click()
  await pressed(page, 'Picked', true)
  await action(page, 'Save').click()
  const ask = page.getByRole('dialog', { name: 'Save the scan?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await action(page, 'Save').click()
  await ask.getByRole('button', { name: 'Confirm' }).click()
  const result = page.getByRole('dialog', { name: 'Save', exact: true })
  await expect(
    result.getByText('Changes to the Scan has been successfully saved', { exact: true }),
  ).toBeVisible()
  expect(await storedLine(sharedServer, line)).toMatchObject({ scanned: true, picked: true })
  await result.getByRole('button', { name: 'Order', exact: true }).click()
  await expect(page).toHaveURL(`/order/${line.order}`)
})

test('A318 a save that the server refuses says so with its words, and no invoice is made of it', async ({
  fresh,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer)
  const page = await fresh()
  await signIn(page, 'office')
  await refusePushes(page, { message: 'Nobody may pick today.' })
  await openLine(page, line)
  await inCurrent(page, 'Picked').click()
  await pressed(page, 'Picked', true)
  await action(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const alert = page.getByRole('dialog', { name: 'Save', exact: true }).getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('There was an error saving the Scan changes')
  await expect(alert).toContainText('Nobody may pick today.')
  await expect(page.getByRole('dialog').getByText('Settle what was refused first.')).toBeVisible()
  // It is not saved by pressing Save again: until somebody settles it the scan says so.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await action(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(alert).toContainText('Nobody may pick today.')
  await alert.getByRole('button', { name: 'Settle it under Sync' }).click()
  await expect(page).toHaveURL('/sync')
})

test('by touch, on a phone, everything on the floor is reached with a thumb', async ({
  fresh,
  sharedServer,
}) => {
  const line = await takeLine(sharedServer)
  const page = await fresh({ hasTouch: true })
  await signIn(page, 'picker3')
  await openLines(page, line)
  await card(page, line).getByRole('button').tap()
  for (const name of ['Picked', 'Scanned', 'Skip', 'Weight / Lot'])
    expect((await inCurrent(page, name).boundingBox())!.height, name).toBeGreaterThanOrEqual(56)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await inCurrent(page, 'Picked').tap()
  await pressed(page, 'Picked', true)
  await action(page, /^Undo Picked/).tap()
  await pressed(page, 'Picked', false)
  await wedge(page, line.product)
  await expect(card(page, line)).toContainText(/1 of \d/)
})
