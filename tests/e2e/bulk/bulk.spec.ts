/** Order Management in a browser: its files are made and saved, and its screens are accessible. What they say and send: tests/screens. */
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { cents } from '#contract/money.ts'
import { expectAccessible } from '../accessible.ts'
import { act, box, chooseDay, dialog, inDialog, MADE, ordersOn, ownDays, pickAll } from './bulk.ts'
import { callApi, DESK, expect, shared as test } from '../larder.ts'
import { pagesOf } from '../pdf-text.ts'

test.describe.configure({ mode: 'default' })

const ownDay = ownDays('2021-03-01')

test('B079 B280 C134 C411 delivery tickets of a day are one PDF', async ({ as, sharedServer }) => {
  const date = ownDay()
  const orders = await ordersOn(sharedServer, date, 2, 'Side door')
  const page = await as('office', DESK)
  await page.goto('/printPicklists')
  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, orders[0]!)).toBeVisible()
  await expectAccessible(page, 'print picklists')
  await act(page, 'Choose all').click()
  await act(page, 'Print Picklists').click()
  const downloaded = page.waitForEvent('download', MADE)
  await inDialog(page, 'Confirm')
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(`picklists-${date}.pdf`)
  const pages = pagesOf(readFileSync(await file.path()))
  expect(pages.flatMap((text) => /Order number: (\d+)/.exec(text)?.[1] ?? [])).toEqual(orders.map(String))
  for (const order of orders) {
    // A long order's ticket has several pages.
    const mine = pages.filter((text) => text.includes(`Order ${order}`)).join('\n')
    const { body } = await callApi(sharedServer, 'office', 'GET', `orderitems?order=${order}&no_page=1`)
    const codes = (body as { item_code: { item_code: string } }[]).map(({ item_code }) => item_code.item_code)
    for (const text of ['Side door', 'Item Name', 'Customer signature', 'Page 1 of ', ...codes])
      expect(mine).toContain(text)
  }
})

test('B282 C163 C371 invoices of a day are generated, exported and mailed with their PDFs', async ({
  as,
  sharedServer,
}) => {
  const date = ownDay()
  const [ready, also] = (await ordersOn(sharedServer, date, 2)) as [number, number]
  await pickAll(sharedServer, [ready, also])
  await sharedServer.query(
    `update users set email = 'chef@example.com' where id = (select customer_id from orders where id = $1)`,
    [ready],
  )
  const page = await as('office', DESK)
  await page.goto('/mergeOrders')
  await chooseDay(page, 'Delivery end date', date)
  await chooseDay(page, 'Delivery start date', date)
  await page.getByLabel('Base order').selectOption(String(ready))
  await box(page, also).check()
  await expect(
    page.getByRole('table', { name: 'Items', exact: true }).getByRole('cell').first(),
  ).toBeVisible()
  await expectAccessible(page, 'merge orders')

  await page.getByRole('link', { name: 'Generate Invoices' }).click()
  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, also)).toBeChecked()
  await act(page, 'Generate Invoices').click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('status')).toHaveText('The invoices were generated successfully.')
  await inDialog(page, 'Close')

  await page.getByRole('link', { name: 'Export Invoices' }).click()
  await chooseDay(page, 'Delivery date', date)
  await expect(box(page, also)).toBeVisible()
  const save = async (name: string) => {
    await act(page, 'Choose all').click()
    await act(page, name).click()
    const downloaded = page.waitForEvent('download', MADE)
    await inDialog(page, 'Confirm')
    const file = await downloaded
    await inDialog(page, 'Close')
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  const rowsOf = (text: string) =>
    Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
  const zip = await save('Export Invoices')
  expect(zip.name).toBe(`${date}_export.zip`)
  const files = Object.entries(unzipSync(zip.content))
  expect(files.map(([name]) => /^Invoice #(\d+) .+\.csv$/.exec(name)?.[1])).toEqual([ready, also].map(String))
  const totals = new Map<string, string>()
  for (const [n, order] of [ready, also].entries()) {
    const { body } = await callApi(sharedServer, 'office', 'GET', `orders/${order}/invoice`)
    const { grand_total, items } = body as { grand_total: string; items: { item_code: string }[] }
    totals.set(String(order), grand_total)
    const rows = rowsOf(strFromU8(files[n]![1]))
    expect(new Set(rows.map((row) => row['Order']))).toEqual(new Set([String(order)]))
    expect(rows.map((row) => row['Item Code'])).toEqual(
      expect.arrayContaining(items.map((item) => item.item_code)),
    )
    expect(rows.at(-1)).toMatchObject({ Name: 'Grand Total', Total: grand_total })
  }
  const books = await save('Export for QuickBooks')
  expect(books.name).toBe(`${date}_quickbooks.csv`)
  // An empty file and one without lines are different defects.
  expect(books.content.toString()).toMatch(/^\*InvoiceNo.*\r\n./)
  const booked = rowsOf(books.content.toString())
  expect(new Set(booked.map((row) => row['*InvoiceNo']))).toEqual(new Set(totals.keys()))
  for (const [order, total] of totals) {
    const mine = booked.filter((row) => row['*InvoiceNo'] === order)
    expect(mine.reduce((sum, row) => sum + cents(row['*ItemAmount']!), 0n)).toBe(cents(total))
  }

  await page.getByRole('link', { name: 'Email Invoices' }).click()
  await chooseDay(page, 'Delivery date', date)
  await expect(page.getByText(/of 2 invoices confirmed/)).toBeVisible()
  await expectAccessible(page, 'email invoices')
  await act(page, 'Bulk Invoice Share').click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('status')).toContainText('The invoices are in the outbox', MADE)
  const mails = await sharedServer.query<{ head: string }>(
    `select encode(substr(attachment, 1, 5), 'escape') as head from mails where order_id = $1`,
    [ready],
  )
  expect(mails).toEqual([{ head: '%PDF-' }])
})
