/** Order Management: orders of one location are made one. */
import { nextBusinessDay } from '#contract/day.ts'
import { expectAccessible } from '../accessible.ts'
import {
  act,
  box,
  callsOf,
  chooseDay,
  day,
  dialog,
  failures,
  inDialog,
  ordersOn,
  ownDays,
  todayOf,
  us,
} from './bulk.ts'
import { callApi, DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'

test.describe.configure({ mode: 'default', timeout: 240_000 })

const ownDay = ownDays('2021-04-01')

test('B081 B105 B106 B157 B158 B187 B240 B261 B263 B268 C135 C162 C164 C188 C268 C269 C338 C373 C381 C399 orders of one location are merged', async ({
  as,
  sharedServer,
}) => {
  const date = ownDay()
  const [base, one, two, invoiced] = (await ordersOn(sharedServer, date, 4, 'Ring twice')) as [
    number,
    number,
    number,
    number,
  ]
  await sharedServer.query('update orders set invoiced = true where id = $1', [invoiced])
  const elsewhere = await takeOrder(
    sharedServer,
    `o.company_location_id <> (select company_location_id from orders where id = ${base})`,
  )
  await sharedServer.query('update orders set delivery_date = $2 where id = $1', [elsewhere, date])
  const page = await as('office', DESK)
  const calls = callsOf(page, /^(mergeorders|orderitems)/)
  await page.goto('/mergeOrders')
  const next = us(nextBusinessDay(todayOf()))
  await expect(day(page, 'Delivery start date')).toHaveValue(next)
  await expect(day(page, 'Delivery end date')).toHaveValue(next)
  await chooseDay(page, 'Delivery end date', date)
  await chooseDay(page, 'Delivery start date', date)

  const bases = page.getByLabel('Base order').locator('option')
  await expect(bases).toHaveCount(5)
  await expect(page.getByLabel('Base order').locator(`option[value="${invoiced}"]`)).toHaveCount(0)
  await expect(act(page, 'Merge Orders')).toHaveAccessibleDescription('Choose a base order.')
  await page.getByLabel('Base order').selectOption(String(base))
  await expect(
    page.getByRole('table', { name: 'Orders to merge' }).getByRole('checkbox', { name: /^Choose \d/ }),
  ).toHaveCount(2)
  for (const other of [base, invoiced, elsewhere]) await expect(box(page, other)).toHaveCount(0)
  await expect(act(page, 'Merge Orders')).toHaveAccessibleDescription('Choose at least one order to merge.')
  await box(page, one).check()
  await box(page, two).check()
  const items = page.getByRole('table', { name: 'Items', exact: true })
  await expect(items.getByRole('columnheader')).toHaveText([
    'Item Name',
    'Item Code',
    'Order ID',
    'Bin',
    'Unit Qty',
    'Case Qty',
  ])
  await expect(items.getByRole('cell', { name: String(two), exact: true }).first()).toBeVisible()
  await expectAccessible(page, 'merge orders')

  await page.route('**/api/mergeorders/', (route) =>
    route.fulfill({ status: 409, json: { message: `Order ${one} is busy.\nOrder ${two} is busy.` } }),
  )
  await act(page, 'Merge Orders').click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(
    'There was an error while merging the orders',
  )
  await expect(failures(page)).toHaveText([`Order ${base} Order ${one} is busy.\nOrder ${two} is busy.`])
  await inDialog(page, 'Continue')
  await page.unroute('**/api/mergeorders/')

  await box(page, one).check()
  await box(page, two).check()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/mergeorders/'))
  await act(page, 'Merge Orders').click()
  await inDialog(page, 'Confirm')
  expect((await sent).postDataJSON()).toEqual({ base_order: base, orders_to_merge: [one, two] })
  await expect(dialog(page).getByRole('status')).toHaveText('The orders were merged successfully.')
  await inDialog(page, 'Close')
  await expect(bases).toHaveCount(3)
  await expect.poll(() => calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
  expect(await callApi(sharedServer, 'office', 'GET', `orders/${base}`)).toMatchObject({
    status: 200,
    body: { note: 'Ring twice' },
  })
})
