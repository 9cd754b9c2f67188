/** Order Management: the invoices of a day are generated, exported and mailed. */
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { cents } from '#contract/money.ts'
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
  MADE,
  ordersOn,
  ownDays,
  pickAll,
  todayOf,
  us,
} from './bulk.ts'
import { callApi, DESK, expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default', timeout: 240_000 })

const ownDay = ownDays('2021-05-01')

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
  for (const [n, order] of [ready, also].entries()) {
    const { data } = Papa.parse<Record<string, string>>(strFromU8(Object.values(files)[n]!), {
      header: true,
      skipEmptyLines: true,
    })
    const { body: invoice } = await callApi(sharedServer, 'office', 'GET', `orders/${order}/invoice`)
    const { grand_total, items } = invoice as { grand_total: string; items: { item_code: string }[] }
    expect(new Set(data.map((row) => row['Order']))).toEqual(new Set([String(order)]))
    expect(data.map((row) => row['Item Code'])).toEqual(
      expect.arrayContaining(items.map((item) => item.item_code)),
    )
    expect(data.at(-1)).toMatchObject({ Name: 'Grand Total', Total: grand_total })
  }
  await inDialog(page, 'Close')
  await expect
    .poll(() => calls)
    .toEqual([ready, also].map((order) => `GET orders/${order}/invoice/downloadexport`))

  // The same for QuickBooks: one file, whose rows are each invoice's grand total; a second time it is asked.
  await act(page, 'Choose all').click()
  await act(page, 'Export for QuickBooks').click()
  const books = page.waitForEvent('download', MADE)
  await inDialog(page, 'Confirm')
  const file = await books
  expect(file.suggestedFilename()).toBe(`${date}_quickbooks.csv`)
  const { data: rows } = Papa.parse<Record<string, string>>(readFileSync(await file.path(), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  for (const order of [ready, also]) {
    const { body: invoice } = await callApi(sharedServer, 'office', 'GET', `orders/${order}/invoice`)
    const mine = rows.filter((row) => row['*InvoiceNo'] === String(order))
    const sum = mine.reduce((all, row) => all + cents(row['*ItemAmount']!), 0n)
    expect(sum).toBe(cents((invoice as { grand_total: string }).grand_total))
  }
  await inDialog(page, 'Close')
  await act(page, 'Export for QuickBooks').click()
  await inDialog(page, 'Confirm')
  await inDialog(page, 'Leave out, all')
  await expect(dialog(page).getByRole('status')).toHaveText('0 of 2 invoices done, 2 left out.')
  await inDialog(page, 'Continue')
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
  const main = card(ready).getByRole('checkbox', { name: 'Mail it to' })
  await main.uncheck()
  await expect(card(ready).getByRole('checkbox', { disabled: true })).toHaveCount(2)
  await expect(share).toHaveAccessibleDescription('No invoice has a confirmed address.')
  await main.check()
  const address = card(ready).getByRole('textbox', { name: 'Email address' })
  await expect(address).toHaveValue('chef@example.com')
  await address.fill('')
  await expect(card(ready).getByRole('checkbox', { disabled: true })).toHaveCount(3)
  await address.fill('bar@example.com')
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
    return route.continue()
  })
  await inDialog(page, 'Retry failed (1)')
  await expect(dialog(page).getByRole('status')).toContainText('The invoices are in the outbox', MADE)
  for (const part of ['%PDF-', 'bar@example.com', 'b@example.com', 'Your Tuesday', 'Thank you'])
    expect(mailed).toContain(part)
  expect(mailed).not.toContain('a@example.com')
  await inDialog(page, 'Close')
  // Not with the next press once more.
  await expect(card(ready)).toContainText('Waiting')
  await expect(main).not.toBeChecked()
  await expect
    .poll(() => calls.filter((call) => call.includes(date)))
    .toEqual([`GET invoices?no_page=1&start_date=${date}&end_date=${date}`])
  await expect
    .poll(() => calls.filter((call) => call.startsWith('POST')))
    .toEqual([ready, ready].map((order) => `POST orders/${order}/invoice/email`))
})
