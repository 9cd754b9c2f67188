/** The generator: which orders, how sorted, from where; and what it hands over. */
import { TODAY } from '../../factories/zone.ts'
import { expectAccessible } from '../accessible.ts'
import type { Page } from '@playwright/test'
import { DESK, expect, shared as test, type Server } from '../larder.ts'
import { button, rows } from './pick-list.ts'

test.describe.configure({ mode: 'default' })

const listed = (page: Page) => page.getByRole('list', { name: 'Listed orders' }).getByRole('listitem')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const start = (page: Page) => page.getByLabel('Start date', { exact: true })
const end = (page: Page) => page.getByLabel('End date', { exact: true })

async function chooseDay(page: Page, label: string, typed: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(typed)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

/** Tomorrow as the distributor has it, and the orders that are delivered then. */
async function tomorrow(server: Server) {
  const orders = await server.query<{
    id: number
    day: string
    customer: string
    place: string
    items: number
  }>(
    `select o.id, to_char(o.delivery_date, 'MM/DD/YYYY') as day, coalesce(u.username, '') as customer,
            l.name as place, o.items_count as items
       from orders o join company_locations l on l.id = o.company_location_id
       left join users u on u.id = o.customer_id
      where o.delivery_date = ${TODAY} + 1 order by o.id`,
  )
  return { orders, day: orders[0]!.day }
}

test('A020 A022 A096 A097 A098 A101 A103 A105 A106 A115 A304 the generator begins with tomorrow, and without orders nothing can be generated', async ({
  as,
  sharedServer,
}) => {
  const { orders, day } = await tomorrow(sharedServer)
  const names = await sharedServer.query<{ name: string }>(
    `select name from warehouses where id in (2, 3, 4) order by array_position(array[3, 4, 2], id)`,
  )
  const page = await as('foreman', DESK)
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Pick List', exact: true }).click()
  await expect(page).toHaveURL('/orders/picklist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agreggate Pick List Generator')
  const sorting = page.getByLabel('Sorting method')
  await expect(sorting.locator('option')).toHaveText(['Bin then order', 'Order then bin'])
  await expect(sorting).toHaveValue('order')
  await expect(page.getByLabel('Filter locations').locator('option')).toHaveText([
    'None',
    ...names.map(({ name }) => name),
  ])
  await expect(page.getByLabel('Bulk Pull')).not.toBeChecked()
  await expect(start(page)).toHaveValue(day)
  await expect(end(page)).toHaveValue(day)
  await expect(listed(page)).toHaveCount(orders.length)
  await expect(button(page, 'Generate')).toBeEnabled()
  await chooseDay(page, 'Start date', '01/01/2031')
  await expect(end(page)).toHaveValue('01/01/2031')
  await expect(page.getByText('There are no orders on these days', { exact: true })).toBeVisible()
  await expect(button(page, 'Generate')).toBeDisabled()
  await expect(button(page, 'Scan')).toBeDisabled()
})

test('A006 A107 A108 A109 A110 A111 A112 A113 A114 Generate and Scan hand over all five choices', async ({
  as,
  sharedServer,
}) => {
  const { orders, day } = await tomorrow(sharedServer)
  const page = await as('foreman', DESK)
  await page.goto('/orders/picklist')
  await chooseDay(page, 'Start date', day)
  await chooseDay(page, 'End date', day)
  await expect(listed(page)).toHaveCount(orders.length)

  // A107, A114: nothing chosen hands over everything that is listed, delivered at any hour of that day.
  await page.getByLabel('Sorting method').selectOption('bin')
  await page.getByLabel('Filter locations').selectOption('3')
  await button(page, 'Generate').click()
  await expect(page).toHaveURL('/orders/picklist/details?from=picklist')
  await expect(page.getByText(`${orders.length} orders`, { exact: true })).toBeVisible()
  await expect(page.getByText('Bin then order', { exact: true })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL('/orders/picklist')
  // The way back finds the choices as they were.
  await expect(page.getByLabel('Sorting method')).toHaveValue('bin')
  await expect(page.getByLabel('Filter locations')).toHaveValue('3')

  // A109: one customer, then one order of theirs.
  const chosen = orders[0]!
  const theirs = orders.filter(({ customer }) => customer === chosen.customer)
  await page.getByRole('combobox', { name: 'Customers' }).fill(chosen.customer)
  await options(page).filter({ hasText: chosen.customer }).first().click()
  await page.keyboard.press('Escape')
  await expect(listed(page)).toHaveCount(theirs.length)
  await page.getByRole('combobox', { name: 'Orders' }).click()
  await expect(options(page)).toHaveCount(theirs.length)
  await options(page)
    .filter({ hasText: String(chosen.id) })
    .click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`1 order of ${theirs.length} with`)).toBeVisible()
  await page.getByLabel('Bulk Pull').check()
  await button(page, 'Scan').click()
  await expect(page).toHaveURL('/scan?from=picklist')
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const text of ['Yes', day, `#${chosen.id}`])
    await expect(summary.locator('dd').filter({ hasText: text }).first()).toBeVisible()
})

test('A022 A023 whoever does not pick is sent back to the orders', async ({ as }) => {
  const page = await as('buyer')
  for (const path of ['/orders/picklist', '/orders/picklist/details?from=picklist']) {
    await page.goto(path)
    await expect(page).toHaveURL('/orders')
  }
})

test('the calendar of a day, the open lists and the page are accessible', async ({ as }) => {
  const page = await as('foreman')
  await page.goto('/orders/picklist')
  await expect(listed(page).first()).toBeVisible()
  await start(page).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await expectAccessible(page, 'calendar')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Customers' }).click()
  await expect(options(page).first()).toBeVisible()
  await expectAccessible(page, 'customers')
})
