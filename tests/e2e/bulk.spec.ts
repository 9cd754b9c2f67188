/** Order Management: the bulk operations over the orders of a day. Each test has days of its own, far from everybody's. */
import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { addDays, dayIn, nextBusinessDay } from '#contract/day.ts'
import { expectAccessible } from './accessible.ts'
import { callApi, DESK, expect, shared as test, type Server } from './larder.ts'
import { takeOrder } from './office.ts'

test.describe.configure({ mode: 'default', timeout: 240_000 })

/** The first PDF brings its maker and fonts, and a busy machine takes its time to lay out pages. */
const MADE = { timeout: 90_000 }

let days = 0
/** A server is one worker's, so a day is one test's. Long ago: no other test's list begins with these orders. */
const ownDay = () => addDays('2021-03-01', days++)
const us = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Orders that nobody else touches, all of the location of the first, delivered on this day. */
async function ordersOn(server: Server, day: string, count: number, note = ''): Promise<number[]> {
  const orders: number[] = []
  while (orders.length < count) {
    const [first] = orders
    const where =
      first === undefined
        ? 'true'
        : `o.company_location_id = (select company_location_id from orders where id = ${first})`
    orders.push(await takeOrder(server, where))
  }
  await server.query('update orders set delivery_date = $2, note = $3 where id = any($1)', [
    orders,
    day,
    note,
  ])
  return orders.toSorted((a, b) => a - b)
}

/** One line of each is picked, the others are out of stock: they are picked complete. */
async function pickAll(server: Server, orders: readonly number[]): Promise<void> {
  for (const order of orders) {
    const [line] = await server.query<{ id: string }>(
      `update order_items i set out_of_stock = (i.id <> l.id), lot_tracked = false
         from (select id from order_items where order_id = $1 order by id limit 1) l
        where i.order_id = $1 returning l.id`,
      [order],
    )
    const body = { unit_quantity: 2, picked: true }
    expect((await callApi(server, 'office', 'PATCH', `orderitems/${line!.id}`, body)).status).toBe(200)
  }
}

/** Every call that the page makes from now on of these paths, as `METHOD path`. */
function callsOf(page: Page, pattern: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    const path = pathname.slice('/api/'.length)
    if (pathname.startsWith('/api/') && pattern.test(path)) calls.push(`${request.method()} ${path}${search}`)
  })
  return calls
}

const day = (page: Page, label: string) => page.getByRole('textbox', { name: label })
async function chooseDay(page: Page, label: string, value: string): Promise<void> {
  await day(page, label).fill(us(value))
  // The calendar closes with the field left.
  await day(page, label).press('Tab')
}
const box = (page: Page, order: number) => page.getByRole('checkbox', { name: `Order ${order}`, exact: true })
/** The button of the screen itself. */
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()
/** The lines below the specified heading. */
const failures = (page: Page) => dialog(page).getByRole('alert').getByRole('listitem')
/** By the distributor's clock. */
const todayOf = () => dayIn('America/New_York', new Date())

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
  await expect(page.getByText('0 of 2 chosen')).toBeVisible()

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
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(dialog(page).getByRole('alert')).toContainText('The disk is full.')
  await expect.poll(() => calls).toContain(`GET orderitems/?order=${one}&product_detail=True&no_page=1`)

  // Just that one again.
  await page.unroute(`**/api/orderitems/?order=${two}&*`)
  const again = page.waitForEvent('download', MADE)
  await inDialog(page, 'Retry failed (1)')
  await again
  await expect(dialog(page).getByRole('status')).toHaveText(
    `The delivery tickets are in picklists-${date}.pdf.`,
  )
  await inDialog(page, 'Close')
  await expect(dialog(page)).toHaveCount(0)

  // Without the server it says so and keeps what was chosen; B205: whoever is signed in may open it.
  await box(page, one).check()
  await page.context().setOffline(true)
  await expect(page.getByText('What you chose is kept here while this screen is open.')).toBeVisible()
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
  await expect(page.getByRole('table', { name: 'Orders to merge' }).getByRole('checkbox')).toHaveCount(2)
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

test('B077 B078 B087 B102 B150 B152 B153 B154 B155 B156 B159 B184 B185 B186 B236 B257 B260 B262 B264 B270 B281 B282 B283 C133 C136 C137 C163 C186 C187 C267 C337 C339 C371 C372 C381 C408 invoices of a day are generated, exported and mailed', async ({
  as,
  sharedServer,
}) => {
  const date = ownDay()
  const [ready, also, open] = (await ordersOn(sharedServer, date, 3)) as [number, number, number]
  await pickAll(sharedServer, [ready, also])
  const page = await as('office', DESK)
  const calls = callsOf(page, /^(invoices|orders\/\d+\/(generateinvoice|invoice))/)

  await page.goto('/generateInvoices')
  await expect(day(page, 'Delivery date')).toHaveValue(us(todayOf()))
  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, ready)).toBeChecked()
  await expect(box(page, also)).toBeChecked()
  await expect(box(page, open)).not.toBeChecked()
  const rowOf = (order: number) => page.getByRole('row').filter({ has: box(page, order) })
  await expect(rowOf(ready)).toContainText('Picked complete, not invoiced')
  await expect(rowOf(open)).toContainText('Not picked complete')
  await page.route(`**/api/orders/${also}/generateinvoice`, (route) =>
    route.fulfill({ status: 409, json: { message: 'A lot code is missing.' } }),
  )
  await act(page, 'Generate Invoices').click()
  await expect(dialog(page)).toContainText('2 orders')
  const bodies: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/generateinvoice')) bodies.push(request.postData())
  })
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(
    'There was an error while generating the invoice',
  )
  await expect(failures(page)).toHaveText([`Order ${also} A lot code is missing.`])
  await page.unroute(`**/api/orders/${also}/generateinvoice`)
  await inDialog(page, 'Continue')
  await expect(rowOf(ready)).toContainText('Invoiced')
  await expect(box(page, ready)).toBeDisabled()
  await act(page, 'Generate Invoices').click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('status')).toHaveText('The invoices were generated successfully.')
  await inDialog(page, 'Close')
  await expect(act(page, 'Generate Invoices')).toHaveAccessibleDescription('Choose at least one order.')
  await expect
    .poll(() => calls)
    .toEqual([ready, also, also].map((order) => `POST orders/${order}/generateinvoice`))
  calls.length = 0
  await expect.poll(() => bodies).toEqual([null, null, null])

  await page.getByRole('link', { name: 'Export Invoices' }).click()
  await expect(day(page, 'Delivery date')).toHaveValue(us(todayOf()))
  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, also)).toBeVisible()
  await expect(box(page, open)).toHaveCount(0)
  await expect(act(page, 'Export Invoices')).toHaveAccessibleDescription('Choose at least one order.')
  await act(page, 'Choose all').click()
  await act(page, 'Export Invoices').click()
  const downloaded = page.waitForEvent('download', MADE)
  await inDialog(page, 'Confirm')
  const zip = await downloaded
  expect(zip.suggestedFilename()).toBe(`${date}_export.zip`)
  const files = unzipSync(readFileSync(await zip.path()))
  const [{ customer }] = (
    await callApi(sharedServer, 'office', 'GET', `orders?start_date=${date}&end_date=${date}&no_page=1`)
  ).body as [{ customer: string }]
  expect(Object.keys(files)).toEqual([ready, also].map((order) => `Invoice #${order} ${customer}.csv`))
  expect(strFromU8(Object.values(files)[0]!)).toContain(String(ready))
  await inDialog(page, 'Close')
  await expect
    .poll(() => calls)
    .toEqual([ready, also].map((order) => `GET orders/${order}/invoice/downloadexport`))
  calls.length = 0

  // What the server says, with one customer who has two copies sent, and one without an address.
  await page.route('**/api/invoices?*', async (route) => {
    const answer = await route.fetch()
    const invoices = (await answer.json()) as { order_id: number; customer: object }[]
    const json = invoices.map((invoice) => ({
      ...invoice,
      customer: { ...invoice.customer, email: invoice.order_id === ready ? 'chef@example.com' : '' },
      company_location_cc_addresses: ['a@example.com', 'b@example.com'],
    }))
    await route.fulfill({ response: answer, json })
  })
  await page.getByRole('link', { name: 'Email Invoices' }).click()
  await expect(day(page, 'Delivery date')).toHaveValue(us(todayOf()))
  await chooseDay(page, 'Delivery date', date)
  const card = (order: number) => page.getByRole('listitem', { name: `Invoice ${order}` })
  const share = act(page, 'Bulk Invoice Share')
  await expect(card(also).getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(card(also).getByRole('checkbox', { disabled: true })).toHaveCount(3)
  await expect(card(ready).getByRole('checkbox', { checked: true })).toHaveCount(3)
  const main = card(ready).getByRole('checkbox', { name: 'chef@example.com' })
  await main.uncheck()
  await expect(card(ready).getByRole('checkbox', { disabled: true })).toHaveCount(2)
  await expect(share).toHaveAccessibleDescription('No invoice has a confirmed address.')
  await main.check()
  await card(ready).getByRole('checkbox', { name: 'CC a@example.com' }).uncheck()
  await card(ready).getByLabel('Custom subject').fill('Your Tuesday')
  await card(ready).getByLabel('Note').fill('Thank you')
  await expectAccessible(page, 'email invoices')

  await page.route('**/api/orders/*/invoice/email', (route) =>
    route.fulfill({ status: 502, json: { message: 'The mail server is away.' } }),
  )
  await share.click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText(
    'There was an error while sending the emails',
    MADE,
  )
  await expect(failures(page)).toContainText(
    `There was an error processing Invoice: ${ready}\nThe mail server is away.`,
  )
  await page.unroute('**/api/orders/*/invoice/email')
  let mailed = ''
  await page.route('**/api/orders/*/invoice/email', (route) => {
    mailed = route.request().postDataBuffer()!.toString('latin1')
    return route.fulfill({ status: 204 })
  })
  await inDialog(page, 'Retry failed (1)')
  await expect(dialog(page).getByRole('status')).toHaveText('The invoices were sent successfully.', MADE)
  for (const part of ['%PDF-', 'chef@example.com', 'b@example.com', 'Your Tuesday', 'Thank you'])
    expect(mailed).toContain(part)
  expect(mailed).not.toContain('a@example.com')
  await inDialog(page, 'Close')
  // Not with the next press once more.
  await expect(card(ready)).toContainText('Sent')
  await expect(main).not.toBeChecked()
  await expect
    .poll(() => calls.filter((call) => call.includes(date)))
    .toEqual([`GET invoices?no_page=1&start_date=${date}&end_date=${date}`])
  await expect
    .poll(() => calls.filter((call) => call.startsWith('POST')))
    .toEqual([ready, ready].map((order) => `POST orders/${order}/invoice/email`))
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
