/** The scan screen in a real browser: scanner, layout and touch. What is pressed, scanned and saved: tests/screens/scan. */
import { expect, shared as test, signIn, wedge } from '../larder.ts'
import {
  action,
  button,
  card,
  cards,
  choose,
  current,
  inCurrent,
  openLine,
  openLines,
  saveNow,
  storedLine,
  takeLine,
  unitsAlone,
  type FloorLine,
} from '../floor.ts'

test.describe.configure({ mode: 'default' })

test('the value of a quantity field never overwrites a scan', async ({ as, sharedServer }) => {
  const lines = [
    await takeLine(sharedServer, unitsAlone(1)),
    await takeLine(sharedServer, unitsAlone(1)),
  ] as const
  const [first, second] = lines
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
  // The stream sends the ordered quantity of each line by itself.
  for (const line of lines.toReversed()) {
    await choose(page, line)
    await expect(current(page)).toContainText('of 9')
  }
  // typed and entered; then another line is scanned while the field still has the focus
  await units.click()
  await units.press('5')
  await units.press('Enter')
  await scan(second, 1)
  // tapped and not typed into
  await units.click()
  await scan(second, 2, 3)
  await choose(page, first)
  // typed and not entered: the scan ends it
  await units.click()
  await units.press('2', { delay: 120 })
  await scan(first, 6)
  await saveNow(page)
  for (const [n, line] of lines.entries())
    expect(await storedLine(sharedServer, line)).toMatchObject({ unit_quantity: [6, 3][n] })
})

test('the first scan of a device is whole though the page is busy, or its scanner pauses, for 150 ms in the middle of it', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  await signIn(page, 'picker')
  const whole = async (scan: (line: FloorLine) => Promise<void>) => {
    const line = await takeLine(sharedServer)
    await openLine(page, line)
    await scan(line)
    await expect(card(page, line)).toContainText(`1 of ${line.pieces}`)
    await expect(page.getByText('Not found')).toHaveCount(0)
  }
  await whole(async ({ product }) => {
    await page.evaluate(() => {
      let keys = 0
      const busy = () => {
        if (++keys !== 6) return
        const until = performance.now() + 150
        while (performance.now() < until);
      }
      window.addEventListener('keydown', busy, { capture: true })
    })
    await wedge(page, product)
  })
  // The device forgets how its scanner ends a scan, and learns it again with the next page.
  await page.evaluate(() => localStorage.removeItem('larder-scanner-suffix'))
  await whole(({ product }) => wedge(page, product, { after: 7, ms: 150 }))
})

test('A054 on a phone, a thumb reaches every control of the floor; status, scan and save stay in sight', async ({
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
  await expect(inCurrent(page, 'Picked')).toHaveAttribute('aria-pressed', 'true')
  await action(page, /^Undo Picked/).tap()
  await expect(inCurrent(page, 'Picked')).toHaveAttribute('aria-pressed', 'false')
  await wedge(page, line.product)
  await expect(card(page, line)).toContainText(/1 of \d/)

  await cards(page).last().scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(page.getByRole('status', { name: 'Saving status' })).toBeInViewport({ ratio: 1 })
  await expect(action(page, 'Scan')).toBeInViewport({ ratio: 1 })
  await expect(action(page, 'Save')).toBeInViewport({ ratio: 1 })
  await button(page, 'Table').tap()
  await expect(page.getByRole('table', { name: 'Items' })).toBeVisible()
})
