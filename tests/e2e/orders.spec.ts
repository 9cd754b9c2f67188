/** The orders list: who sees what of it, and narrowing, sorting, paging and exporting it. */
import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { DESK, expect, readDevice, shared as test } from './larder.ts'
import { takeOrder } from './office.ts'

test.describe.configure({ mode: 'default' })

const LABELS = [
  'Order ID',
  'Company',
  'Username',
  'Status',
  'Created Date',
  'Delivery Date',
  'Total Price',
  'Invoice Total',
  'Picking Complete',
  'Paid Status',
]
const FOR_STAFF = ['Invoice Total', 'Picking Complete']

const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const rows = (page: Page) => table(page).locator('tbody tr')
const range = (page: Page) => page.getByRole('navigation', { name: 'Orders pages' }).locator('[aria-live]')
const labels = (page: Page) => table(page).getByRole('columnheader').allTextContents()
const rowOf = (page: Page, id: number) =>
  rows(page).filter({ has: page.getByRole('link', { name: `Edit order ${id}`, exact: true }) })

/** A column's texts, from the top. */
async function column(page: Page, label: string): Promise<string[]> {
  const at = (await labels(page)).indexOf(label)
  return rows(page)
    .locator(`td:nth-child(${at + 1})`)
    .allTextContents()
}
async function open(page: Page, path = '/orders'): Promise<void> {
  await page.goto(path)
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
}
const isOrders = (request: Request, search: Record<string, string>) => {
  const { pathname, searchParams } = new URL(request.url())
  return (
    pathname === '/api/orders/' &&
    Object.entries(search).every(([key, value]) => searchParams.get(key) === value)
  )
}

test('A037 A248 A250 who sees which columns', async ({ as, sharedServer }) => {
  const people = await sharedServer.query<{ username: string; is_staff: boolean; pays: boolean }>(
    `select username, is_staff, can_see_payments_column as pays from users
      where username in ('office', 'foreman', 'buyer', 'chef')`,
  )
  expect(people).toHaveLength(4)
  expect(new Set(people.map(({ pays }) => pays))).toEqual(new Set([true, false]))
  for (const { username, is_staff, pays } of people) {
    const page = await as(username, DESK)
    await open(page)
    expect(await labels(page), username).toEqual(
      LABELS.filter((label) => (label === 'Paid Status' ? pays : is_staff || !FOR_STAFF.includes(label))),
    )
  }
})

test('A038 A249 a row shows the name of the location, the words of the status and the raw total', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const [stored] = await sharedServer.query<{ name: string; username: string; total: string }>(
    `select l.name, u.username, o.total from orders o join company_locations l on l.id = o.company_location_id
       join users u on u.id = o.customer_id where o.id = $1`,
    [order],
  )
  const page = await as('office', DESK)
  await open(page, `/orders?q=${order}`)
  const cells = await rowOf(page, order).locator('td').allTextContents()
  expect(cells.slice(0, 4)).toEqual([String(order), stored!.name, stored!.username, 'Placed'])
  expect(cells[6]!.replaceAll(',', '')).toBe(stored!.total)
})

test('A249 customers see what is invoiced, and Pending before', async ({ as, sharedServer }) => {
  const orders = await sharedServer.query<{ id: number; invoice_total: string | null }>(
    `select id, invoice_total from orders
      where company_id = (select company_id from users where username = 'buyer')`,
  )
  const page = await as('buyer', DESK)
  await open(page)
  const ids = await column(page, 'Order ID')
  const totals = await column(page, 'Total Price')
  const wanted = new Map(orders.map(({ id, invoice_total }) => [String(id), invoice_total ?? 'Pending']))
  expect(new Set(totals.map((total) => total === 'Pending'))).toEqual(new Set([true, false]))
  expect(totals.map((total) => total.replaceAll(',', ''))).toEqual(ids.map((id) => wanted.get(id)))
})

test('A004 A005 staff see every company, others only their own, and cannot open another one', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  await open(page)
  expect(new Set(await column(page, 'Company')).size).toBeGreaterThan(5)

  const [other] = await sharedServer.query<{ id: number }>(
    `select id from orders where company_id <> (select company_id from users where username = 'buyer') limit 1`,
  )
  const locations = await sharedServer.query<{ name: string }>(
    `select name from company_locations
      where company_id = (select company_id from users where username = 'buyer')`,
  )
  const buyer = await as('buyer', DESK)
  await open(buyer)
  const own = new Set(locations.map(({ name }) => name))
  expect((await column(buyer, 'Company')).filter((name) => !own.has(name))).toEqual([])
  await buyer.goto(`/order/${other!.id}`)
  await expect(buyer).toHaveURL('/orders')
})

test('A018 A021 the ways to a new order for all, and to the pick list for staff', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page, '/')
  await page.getByRole('link', { name: 'Pick List' }).click()
  await expect(page).toHaveURL('/orders/picklist')
  const buyer = await as('buyer', DESK)
  await open(buyer)
  await expect(buyer.getByRole('link', { name: 'Pick List' })).toHaveCount(0)
  await buyer.getByRole('link', { name: 'Create Orders' }).click()
  await expect(buyer).toHaveURL('/orders/add')
})

test('A039 a header sorts by its column, and reverses when it is pressed again', async ({
  as,
  sharedServer,
}) => {
  const first = async (direction: 'asc' | 'desc') =>
    (
      await sharedServer.query<{ id: number }>(`select id from orders order by id ${direction} limit 100`)
    ).map(({ id }) => id)
  const page = await as('office', DESK)
  await open(page)
  const header = table(page).getByRole('columnheader', { name: 'Order ID' })
  const ids = async () => (await column(page, 'Order ID')).map(Number)
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  // The header says so at once; the rows come from the server.
  await expect.poll(ids).toEqual(await first('asc'))
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(ids).toEqual(await first('desc'))
})

test('A040 the search narrows the list to the rows with the text', async ({ as, sharedServer }) => {
  const [mine] = await sharedServer.query<{ count: number }>(
    `select count(*)::int from orders where customer_id = (select id from users where username = 'buyer')`,
  )
  const page = await as('office', DESK)
  await open(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('buyer')
  await expect(range(page)).toHaveText(new RegExp(` of ${mine!.count}$`))
  expect(new Set(await column(page, 'Username'))).toEqual(new Set(['buyer']))
})

test('A041 A042 "Filter paid" is for staff and keeps the paid', async ({ as, sharedServer }) => {
  const [paid] = await sharedServer.query<{ count: number; total: number }>(
    `select count(*) filter (where paid_status in ('p', 'e'))::int, count(*)::int as total from orders`,
  )
  const page = await as('office', DESK)
  await open(page)
  await page.getByRole('switch', { name: 'Filter paid' }).click()
  await expect(range(page)).toHaveText(new RegExp(` of ${paid!.count}$`))
  await page.getByRole('switch', { name: 'Filter paid' }).click()
  await expect(range(page)).toHaveText(new RegExp(` of ${paid!.total}$`))
  const buyer = await as('buyer', DESK)
  await open(buyer)
  await expect(buyer.getByRole('switch')).toHaveCount(0)
})

test('A013 A043 A330 A347 the export saves what is listed, names the file and says so', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page, '/orders?q=buyer')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export csv' }).click(),
  ])
  await expect(
    page.getByText('Table data has been exported to CSV successfully check your downloads section.', {
      exact: true,
    }),
  ).toBeVisible()
  expect(file.suggestedFilename()).toMatch(/^Orders \d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]!.replace('\ufeff', '')).toBe(LABELS.join(','))
  const total = Number(/of (\d+)$/.exec((await range(page).textContent())!)![1])
  expect(lines).toHaveLength(1 + total)
  expect(lines.slice(1).every((line) => line.includes(',buyer,'))).toBe(true)

  const [book] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export xlsx' }).click(),
  ])
  expect(book.suggestedFilename()).toMatch(/^Orders .*Z\.xlsx$/)
  // A workbook is a zip file.
  expect(
    readFileSync(await book.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('A013 A040 an export waits for every row that the search asks for', async ({ as }) => {
  const page = await as('office', DESK)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    (url) => url.pathname === '/api/orders/' && url.searchParams.has('no_page'),
    async (route) => {
      await held
      await route.continue()
    },
  )
  await page.goto('/orders?q=buyer')
  const save = page.getByRole('button', { name: 'Export csv' })
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(save).toBeEnabled()
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
})

test('A044 "Load all" fetches every order at once', async ({ as, sharedServer }) => {
  const [all] = await sharedServer.query<{ count: number }>(`select count(*)::int from orders`)
  const page = await as('office', DESK)
  await open(page)
  const [request] = await Promise.all([
    page.waitForRequest((one) => isOrders(one, { no_page: '1' })),
    page.getByRole('button', { name: 'Load all' }).click(),
  ])
  expect(new URL(request.url()).searchParams.has('limit')).toBe(false)
  await expect(range(page)).toHaveText(`1–${all!.count} of ${all!.count}`)
})

test('A045 A267 A339 A340 the pages, their sizes, and the calls that fetch them', async ({ as }) => {
  const page = await as('office', DESK)
  const first = page.waitForResponse((one) => isOrders(one.request(), { limit: '100', offset: '0' }))
  await open(page)
  const { count } = (await (await first).json()) as { count: number; results: unknown[] }
  await expect(range(page)).toHaveText(`1–100 of ${count}`)
  await expect(page.getByLabel('Rows per page').getByRole('option')).toHaveText([
    '25 rows',
    '75 rows',
    '100 rows',
    '1000 rows',
  ])
  const before = await column(page, 'Order ID')
  await Promise.all([
    page.waitForRequest((one) => isOrders(one, { limit: '100', offset: '100' })),
    page.getByRole('button', { name: 'Next page' }).click(),
  ])
  await expect(range(page)).toHaveText(new RegExp(`^101–\\d+ of ${count}$`))
  const after = await column(page, 'Order ID')
  expect(after.filter((id) => before.includes(id))).toEqual([])
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(() => column(page, 'Order ID')).toEqual(before)
})

test('A310 A341 the list scrolls inside, and its end fetches the next page', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page)
  await expect(rows(page)).toHaveCount(100)
  const box = page.getByRole('region', { name: 'Orders rows' })
  expect((await box.boundingBox())!.height).toBeLessThanOrEqual(600)
  await Promise.all([
    page.waitForRequest((one) => isOrders(one, { limit: '100', offset: '100' })),
    box.evaluate((element) => element.scrollTo({ top: element.scrollHeight })),
  ])
  await expect.poll(() => rows(page).count()).toBeGreaterThan(100)
})

test('A335 orders that cannot be fetched are a word on the console and a sign at the list, and no dialog', async ({
  as,
  complaints,
}) => {
  const page = await as('office', DESK)
  const logged = complaints.expect(/^warning: Table fetch failed:/)
  await page.route('**/api/orders/?*', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
  await page.goto('/orders')
  await logged
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('A046 the edit link opens the order', async ({ as, sharedServer }) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await open(page, `/orders?q=${order}`)
  await page.getByRole('link', { name: `Edit order ${order}`, exact: true }).click()
  await expect(page).toHaveURL(`/order/${order}`)
  await expect(page.getByRole('heading', { name: `Order ${order}` })).toBeVisible()
})

test('A047 A165 A166 A167 A168 A169 the paid status is a chip, red and a way to the invoice when ready', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const wanted = [null, '', 'p', 'e', 'pe', 'i', 'r']
  const ids: number[] = []
  await page.route('**/api/orders/?*', async (route) => {
    const answer = await route.fetch()
    const { count, results } = (await answer.json()) as { count: number; results: { id: number }[] }
    const changed = wanted.map((paid_status, n) => ({
      ...results[n]!,
      paid_status,
      paid_status_label: `Words for ${paid_status}`,
      version: 1_000_000,
    }))
    ids.splice(0, ids.length, ...changed.map(({ id }) => id))
    await route.fulfill({ response: answer, json: { count, results: [...changed, ...results.slice(7)] } })
  })
  await open(page)
  const chip = (n: number) => rowOf(page, ids[n]!).locator('td').last().locator('[data-tone]')
  const tones = [
    ['plain', 'N/A'],
    ['plain', 'N/A'],
    ['ok', 'Words for p'],
    ['ok', 'Words for e'],
    ['ok', 'Words for pe'],
    ['info', 'Words for i'],
    ['act', 'Words for r'],
  ] as const
  for (const [n, [tone, words]] of tones.entries()) {
    await expect.soft(chip(n)).toHaveAttribute('data-tone', tone)
    await expect.soft(chip(n)).toHaveText(words)
    await expect
      .soft(rowOf(page, ids[n]!).locator('td').last().getByRole('link'))
      .toHaveCount(n === 6 ? 1 : 0)
  }
  const colours = await Promise.all(
    [2, 5, 6].map((n) => chip(n).evaluate((element) => getComputedStyle(element).color)),
  )
  expect(new Set(colours).size).toBe(3)
  await chip(6).click()
  await expect(page).toHaveURL(`/order/${ids[6]}/invoice`)
})

test('without the server the list is what the device keeps', async ({ as }) => {
  const page = await as('office', DESK)
  await open(page)
  const kept = await readDevice(page, 'orders')
  await page.context().setOffline(true)
  try {
    await expect(page.getByText(/These are the orders that this device keeps/)).toBeVisible()
    await expect(range(page)).toHaveText(new RegExp(` of ${kept.length}$`))
    await page.getByRole('searchbox', { name: 'Search' }).fill('buyer')
    await expect(range(page)).not.toHaveText(new RegExp(` of ${kept.length}$`))
    expect(new Set(await column(page, 'Username'))).toEqual(new Set(['buyer']))
  } finally {
    await page.context().setOffline(false)
  }
})
