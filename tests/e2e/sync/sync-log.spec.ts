/** What `/sync` asks of a person, and where it leads. */
import { takeOrderWith, unitsAlone } from '../floor.ts'
import { callApi, DESK, expect, SENT, shared as test, signIn, wedge } from '../larder.ts'
import { editsOnDevice, openScan, pickedInDatabase } from '../picking.ts'

const PIECES = 2

test('an order invoiced while a picker was offline is one card, and “Unlock and apply” brings everything in once', async ({
  fresh,
  sharedServer,
}) => {
  const { order, lines } = await takeOrderWith(sharedServer, 2, unitsAlone(PIECES))
  const page = await fresh({ viewport: DESK })
  await signIn(page, 'office')
  await openScan(page, order)

  await page.context().setOffline(true)
  for (let piece = 1; piece <= PIECES; piece++)
    for (const { product } of lines) {
      const { unsent } = await editsOnDevice(page)
      await wedge(page, product)
      await expect.poll(async () => (await editsOnDevice(page)).unsent.length).toBeGreaterThan(unsent.length)
    }
  const { unsent } = await editsOnDevice(page)
  const invoice = { confirm_unsent: true }
  const { status } = await callApi(
    sharedServer,
    'manager',
    'POST',
    `orders/${order}/generateinvoice`,
    invoice,
  )
  expect(status).toBeLessThan(300)

  await page.context().setOffline(false)
  await page.goto('/sync')
  const card = page.getByRole('heading', {
    name: `Order ${order} was invoiced: ${unsent.length} changes wait`,
  })
  await expect(card).toBeVisible(SENT)
  await expect(page.getByRole('heading', { name: '1 needs you', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unlock and apply', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nothing needs you', exact: true })).toBeVisible(SENT)
  await expect.poll(async () => (await editsOnDevice(page)).unsent, SENT).toEqual([])

  const picked = await pickedInDatabase(sharedServer, order)
  for (const { product } of lines)
    expect(picked.find((line) => line.product === product)).toMatchObject({ unit_quantity: PIECES })
})

test('“Devices” is on the sync screen for whoever may see them, and for nobody else', async ({ as }) => {
  const foreman = await as('foreman', DESK)
  await foreman.goto('/sync')
  await foreman.getByRole('button', { name: 'Devices', exact: true }).click()
  await expect(foreman).toHaveURL(/\/devices$/)
  const picker = await as('picker', DESK)
  await picker.goto('/sync')
  await expect(picker.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible()
  await expect(picker.getByRole('button', { name: 'Devices', exact: true })).toHaveCount(0)
})
