/** Order Management: its tabs, its days, and delivery tickets. */
import { readFileSync } from 'node:fs'
import { expectAccessible } from '../accessible.ts'
import {
  act,
  box,
  callsOf,
  chooseDay,
  day,
  dialog,
  inDialog,
  MADE,
  ordersOn,
  ownDays,
  todayOf,
  us,
} from './bulk.ts'
import { callApi, DESK, expect, shared as test } from '../larder.ts'
import { pagesOf } from '../pdf-text.ts'

test.describe.configure({ mode: 'default', timeout: 240_000 })

const ownDay = ownDays('2021-03-01')

test('B076 B079 B080 B147 B148 B149 B205 B209 B237 B238 B239 B269 B280 C017 C132 C134 C189 C190 C314 C335 C368 C398 C411 delivery tickets of a day are one PDF', async ({
  as,
  sharedServer,
}) => {
  const date = ownDay()
  const [one, two] = (await ordersOn(sharedServer, date, 2, 'Side door')) as [number, number]
  const page = await as('office', DESK)
  const calls = callsOf(page, /^(orders$|orderitems)/)
  await page.goto('/printPicklists')
  await expect(page.getByRole('heading', { name: 'Print Picklists' })).toBeVisible()
  await expect(day(page, 'Delivery date')).toHaveValue(us(todayOf()))
  const tabs = page.getByRole('navigation', { name: 'Order Management' }).getByRole('link')
  await expect(tabs).toHaveText([
    'Print Picklists',
    'Merge Orders',
    'Generate Invoices',
    'Email Invoices',
    'Export Invoices',
  ])
  expect(await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/printPicklists',
    '/mergeOrders',
    '/generateInvoices',
    '/emailInvoices',
    '/exportInvoices',
  ])
  await expect(page.locator('[aria-current="page"]', { hasText: 'Print Picklists' })).toBeVisible()

  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, one)).toBeVisible()
  await expect
    .poll(() => calls)
    .toContain(
      `GET orders?no_page=1&start_date=${date}&end_date=${date}&include_company_location_addresses=True`,
    )
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(act(page, 'Print Picklists')).toHaveAccessibleDescription('Choose at least one order.')
  await expectAccessible(page, 'print picklists')

  // Neither has an item, as far as the server says.
  await page.route('**/api/orderitems/*', (route) => route.fulfill({ json: [] }))
  await act(page, 'Choose all').click()
  await act(page, 'Print Picklists').click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('alert')).toContainText('There are no items in the selected orders.')
  await inDialog(page, 'Continue')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

  // One fails, and the other's ticket comes all the same.
  await page.unroute('**/api/orderitems/*')
  await page.route(`**/api/orderitems/?order=${two}&*`, (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
  )
  await box(page, one).check()
  // Not on the box: the row is pressed.
  await page
    .getByRole('row')
    .filter({ has: box(page, two) })
    .getByRole('cell')
    .nth(2)
    .click()
  await act(page, 'Print Picklists').click()
  const downloaded = page.waitForEvent('download', MADE)
  await inDialog(page, 'Confirm')
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(`picklists-${date}.pdf`)
  // A long order's ticket has several pages; there is no other ticket.
  const pages = pagesOf(readFileSync(await file.path()))
  expect(pages.filter((page) => !page.includes(`Order ${one}`))).toEqual([])
  const only = pages.join('\n')
  const { body: lines } = await callApi(sharedServer, 'office', 'GET', `orderitems?order=${one}&no_page=1`)
  const codes = (lines as { item_code: { item_code: string } }[]).map(({ item_code }) => item_code.item_code)
  for (const text of [
    `Order number: ${one}`,
    'Side door',
    'Item Name',
    'Customer signature',
    `Page 1 of ${pages.length}`,
    ...codes,
  ])
    expect(only).toContain(text)
  await expect(dialog(page).getByRole('alert')).toContainText('The disk is full.')
  await expect.poll(() => calls).toContain(`GET orderitems/?order=${one}&product_detail=True&no_page=1`)

  // Just that one again.
  await page.unroute(`**/api/orderitems/?order=${two}&*`)
  const again = page.waitForEvent('download', MADE)
  await inDialog(page, 'Retry failed (1)')
  const both = pagesOf(readFileSync(await (await again).path()))
  expect(both.flatMap((text) => /Order number: (\d+)/.exec(text)?.[1] ?? [])).toEqual([one, two].map(String))
  await expect(dialog(page).getByRole('status')).toHaveText(
    `The delivery tickets are in picklists-${date}.pdf.`,
  )
  await inDialog(page, 'Close')
  await expect(dialog(page)).toHaveCount(0)

  // Without the server it says so and keeps what was chosen; B205: whoever is signed in may open it.
  await box(page, one).check()
  await page.context().setOffline(true)
  await expect(page.getByText('The server is not in reach: this is what it last said.')).toBeVisible()
  await expect(act(page, 'Print Picklists')).toHaveAccessibleDescription(/needs the server/)
  await page.context().setOffline(false)
  await expect(act(page, 'Print Picklists')).toHaveAccessibleDescription('')
  await expect(box(page, one)).toBeChecked()
  const picker = await as('picker')
  await picker.goto('/generateInvoices')
  await expect(act(picker, 'Generate Invoices')).toHaveAccessibleDescription(
    'Only the office may invoice orders.',
  )
})

test('B267 C402 a day reads MM/dd/yyyy on every bulk screen and is asked for as YYYY-MM-DD', async ({
  as,
}) => {
  const page = await as('office', DESK)
  await page.goto('/exportInvoices')
  for (const [screen, label] of [
    ['Print Picklists', 'Delivery date'],
    ['Merge Orders', 'Delivery start date'],
    ['Generate Invoices', 'Delivery date'],
    ['Email Invoices', 'Delivery date'],
    ['Export Invoices', 'Delivery date'],
  ] as const) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    const asked = page.waitForRequest((request) => request.url().includes('start_date=2024-03-15&'))
    await day(page, label).fill('3/15/2024')
    await day(page, label).press('Tab')
    await expect(day(page, label), screen).toHaveValue('03/15/2024')
    await asked
  }
})
