/** One order: what it shows, what may be done with it and by whom, and its print. */
import type { Locator, Page } from '@playwright/test'
import { callApi, DESK, expect, SENT, shared as test, type Server } from './larder.ts'
import { takeOrder } from './office.ts'

test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const items = (page: Page) => page.getByRole('table', { name: / items$/ })
const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

async function open(page: Page, order: number): Promise<void> {
  await page.goto(`/order/${order}`)
  await expect(items(page).locator('tbody td').first()).toBeVisible()
  await expect(button(page, 'Back')).toBeVisible()
}
/** An order of the buyer's own company. */
const buyersOrder = (server: Server) =>
  takeOrder(server, `company_id = (select company_id from users where username = 'buyer')`)
/** "11/21/2026" for a day from today. */
async function day(server: Server, fromToday: number): Promise<{ typed: string; stored: string }> {
  const [row] = await server.query<{ typed: string; stored: string }>(
    `select to_char(d, 'MM/DD/YYYY') as typed, to_char(d, 'YYYY-MM-DD') as stored
       from (select (now() at time zone 'America/New_York')::date + $1::int as d) as days`,
    [fromToday],
  )
  return row!
}

test('A028 A123 B019 an order shows its header and a row for each item', async ({ as, sharedServer }) => {
  const order = await takeOrder(sharedServer)
  const [stored] = await sharedServer.query<{ name: string; username: string; items: number }>(
    `select l.name, u.username, (select count(*)::int from order_items where order_id = o.id) as items
       from orders o join company_locations l on l.id = o.company_location_id
       join users u on u.id = o.customer_id where o.id = $1`,
    [order],
  )
  const page = await as('office', DESK)
  await open(page, order)
  await expect(page.getByRole('heading', { name: `Order ${order}`, exact: true })).toBeVisible()
  await expect(fact(page, 'Company')).toHaveText(stored!.name)
  await expect(fact(page, 'Username')).toHaveText(stored!.username)
  await expect(items(page).locator('tbody tr')).toHaveCount(stored!.items)
})

test('A124 A125 A247 staff change the dates and the note, and Save wants a changed note', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const placed = await day(sharedServer, -2)
  const delivery = await day(sharedServer, 3)
  const page = await as('office', DESK)
  await open(page, order)
  for (const [label, { typed }] of [
    ['Placed date', placed],
    ['Delivery date', delivery],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(typed)
    await page.keyboard.press('Enter')
  }
  const note = page.getByLabel('Note')
  const before = await note.inputValue()
  await expect(button(page, 'Save')).toBeDisabled()
  await note.fill(`${before}x`)
  await expect(button(page, 'Save')).toBeEnabled()
  await note.fill(before)
  await expect(button(page, 'Save')).toBeDisabled()
  await note.fill('Leave it at the back door')
  await button(page, 'Save').click()
  await expect
    .poll(
      () =>
        sharedServer.query(
          `select placed_date::text as placed, delivery_date::text as delivery, note from orders where id = $1`,
          [order],
        ),
      SENT,
    )
    .toEqual([{ placed: placed.stored, delivery: delivery.stored, note: 'Leave it at the back door' }])
  await page.reload()
  await expect(note).toHaveValue('Leave it at the back door')
  await expect(page.getByLabel('Placed date', { exact: true })).toHaveValue(placed.typed)
  await expect(page.getByLabel('Delivery date', { exact: true })).toHaveValue(delivery.typed)
})

test('A126 A127 B023 B190 office deletes an order after a question', async ({ as, sharedServer }) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await open(page, order)
  await button(page, 'Delete Order').click()
  const dialog = page.getByRole('dialog', { name: `Delete order ${order}?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await button(page, 'Delete Order').click()
  await Promise.all([
    page.waitForRequest((one) => one.method() === 'DELETE' && one.url().endsWith(`/api/orders/${order}`)),
    dialog.getByRole('button', { name: 'Delete Order' }).click(),
  ])
  await expect(page).toHaveURL('/orders')
  expect(await sharedServer.query(`select id from orders where id = $1`, [order])).toEqual([])
  await page.goto(`/orders?q=${order}`)
  await expect(page.getByText('No rows match. Change the search or the filter.')).toBeVisible()
})

test('A336 an order that cannot be deleted says why and stays', async ({ as, sharedServer }) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await page.route(`**/api/orders/${order}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'It is on its way.' } }),
  )
  await open(page, order)
  await button(page, 'Delete Order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Order' }).click()
  await expect(page.getByRole('dialog').getByText('It is on its way.')).toBeVisible()
  await expect(page).toHaveURL(`/order/${order}`)
})

test('A132 A133 B022 B191 B192 staff go from an order to its pick list and its scan', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await open(page, order)
  await button(page, 'PickList').click()
  await expect(page).toHaveURL('/orders/picklist/details?from=order')
  await page.goBack()
  await button(page, 'Scan').click()
  await expect(page).toHaveURL('/scan?from=order')
  await expect(page.getByRole('region', { name: 'Summary' }).getByText(`#${order}`)).toBeVisible()
})

test('A007 A008 A129 A134 A261 B027 B029 B193 B200 a customer sees the order, Back and Replicate, and edits nothing', async ({
  as,
  sharedServer,
}) => {
  const order = await buyersOrder(sharedServer)
  const page = await as('buyer', DESK)
  await open(page, order)
  await expect(button(page, 'Replicate Order')).toBeVisible()
  for (const name of [
    'Scan',
    'PickList',
    'Generate Invoice',
    'View Invoice',
    'Locked',
    'Delete Order',
    'Save',
  ])
    await expect(button(page, name)).toHaveCount(0)
  await expect(page.locator('main').getByRole('textbox')).toHaveCount(0)
  await expect(fact(page, 'Note')).toBeVisible()
  for (const body of [{ note: 'x' }, { placed_date: '2026-11-01' }, { delivery_date: '2026-11-30' }])
    expect((await callApi(sharedServer, 'buyer', 'PATCH', `orders/${order}`, body)).status).toBe(403)
  await button(page, 'Back').click()
  await expect(page).toHaveURL('/orders')

  const office = await as('office', DESK)
  await open(office, order)
  await expect(button(office, 'Replicate Order')).toBeVisible()
  await button(office, 'Back').click()
  await expect(office).toHaveURL('/orders')
})

test('A030 A128 A130 A142 A143 B021 B028 B049 Replicate fills the cart of the order’s customer, and nothing is ordered', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const [customer] = await sharedServer.query<{ username: string }>(
    `select u.username from orders o join users u on u.id = o.customer_id where o.id = $1`,
    [order],
  )
  const page = await as('office', DESK)
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') posted.push(new URL(request.url()).pathname)
  })
  await open(page, order)
  await button(page, 'Replicate Order').click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(
    new RegExp(`^${customer!.username} · `),
  )
  const wanted = await sharedServer.query<{ name: string; units: string; cases: string }>(
    `select p.name, sum(i.units_ordered)::text as units, sum(i.cases_ordered)::text as cases
       from order_items i join products p on p.upc = i.product
      where i.order_id = $1 group by p.upc, p.name having sum(i.units_ordered + i.cases_ordered) > 0`,
    [order],
  )
  const lines = page.getByRole('list', { name: 'Products in the cart' }).getByRole('listitem')
  const shown = async () =>
    Promise.all(
      (await lines.all()).map(async (line) => ({
        name: await line.locator('b').textContent(),
        units: await amount(line, 'Units'),
        cases: await amount(line, 'Cases'),
      })),
    )
  /** What is not sold so has no place to type in. */
  const amount = async (line: Locator, kind: string) => {
    const input = line.getByRole('spinbutton', { name: new RegExp(`^${kind} of `) })
    return ((await input.count()) > 0 && (await input.inputValue())) || '0'
  }
  const sorted = (list: { name: string | null }[]) =>
    list.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
  await expect.poll(async () => sorted(await shown())).toEqual(sorted(wanted))
  await page.reload()
  await expect.poll(async () => sorted(await shown())).toEqual(sorted(wanted))
  expect(posted.filter((path) => path.startsWith('/api/orders'))).toEqual([])

  await page.goto('/order/cart')
  await expect(lines).toHaveCount(wanted.length)
  for (const name of ['Scan', 'PickList', 'Generate Invoice', 'View Invoice', 'Delete Order'])
    await expect(button(page, name)).toHaveCount(0)

  // What is in the cart already is not thrown away unasked.
  await open(page, order)
  await button(page, 'Replicate Order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the cart' }).click()
  await expect(page).toHaveURL('/cart')
  await button(page, 'Remove all').click()
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()
  await button(page, 'Continue Shopping').click()
  await expect(page).toHaveURL('/orders/add')
})

test('A135 A136 B020 an id that is no number is a cart, and no order is asked for', async ({ as }) => {
  const page = await as('office', DESK)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const id of ['cart', '12x', '1e3']) {
    await page.goto(`/order/${id}`)
    await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible()
    for (const name of ['Scan', 'PickList', 'Generate Invoice', 'Delete Order'])
      await expect(button(page, name)).toHaveCount(0)
  }
  expect(asked.filter((path) => path.startsWith('/api/orders/') && path !== '/api/orders/')).toEqual([])
})

test('A029 A131 A207 A209 A210 A211 A212 B024 B025 B026 an invoice locks the order, and unlocking opens it again', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await open(page, order)
  await expect(button(page, 'View Invoice')).toHaveCount(0)
  await expect(button(page, 'Locked')).toHaveCount(0)
  expect((await callApi(sharedServer, 'office', 'POST', `orders/${order}/unlock`)).status).toBe(409)
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith(`/api/orders/${order}/generateinvoice`)),
    button(page, 'Generate Invoice').click(),
  ])
  expect(request.postData() ?? '').not.toContain('force_regenerate')
  await expect(page).toHaveURL(`/order/${order}/invoice`)
  const paper = page.getByRole('region', { name: `Invoice of order ${order}` })
  await expect(paper).toContainText(`#${order}`)
  await expect(paper).toContainText('Grand total')

  await open(page, order)
  await expect(button(page, 'Generate Invoice')).toHaveCount(0)
  await expect(button(page, 'View Invoice')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveCount(0)
  await expect(fact(page, 'Delivery date')).toBeVisible()
  const refused = await callApi(sharedServer, 'office', 'PATCH', `orders/${order}`, { note: 'Too late' })
  expect(refused.status).toBeGreaterThanOrEqual(400)

  await button(page, 'Locked').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByLabel('Note')).toBeEditable()
  await expect(button(page, 'Generate Invoice')).toBeVisible()
  expect(await sharedServer.query(`select * from invoices where order_id = $1`, [order])).toEqual([])
})

test('A323 an invoice that cannot be made says so with the answer, and stays', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await page.route('**/generateinvoice', (route) =>
    route.fulfill({ status: 400, json: { message: 'A lot code is missing for: Butter.' } }),
  )
  await open(page, order)
  await button(page, 'Generate Invoice').click()
  const alert = page.getByText('There was an error while generating the invoice')
  await expect(alert).toContainText('A lot code is missing for: Butter.')
  await expect(page).toHaveURL(`/order/${order}`)
})

test('an invoice of an order whose picker has not sent everything is asked about first', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const report = { device_id: 'scanner 9', unsent: { [order]: 6 }, mutations: [] }
  expect((await callApi(sharedServer, 'picker3', 'POST', 'sync/push', report)).status).toBe(200)
  const page = await as('office', DESK)
  await open(page, order)
  await button(page, 'Generate Invoice').click()
  const dialog = page.getByRole('dialog', { name: `Invoice order ${order} without them?` })
  await expect(dialog).toContainText('picker3 has 6 unsent changes')
  await dialog.getByRole('button', { name: 'Invoice without them' }).click()
  await expect(page).toHaveURL(`/order/${order}/invoice`)
})

test('A324 an unlock that is refused shows the answer, and the order stays locked', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  await callApi(sharedServer, 'office', 'POST', `orders/${order}/generateinvoice`)
  const page = await as('office', DESK)
  await page.route('**/unlock', (route) =>
    route.fulfill({ status: 400, json: { message: 'The month is closed.' } }),
  )
  await open(page, order)
  await button(page, 'Locked').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('dialog').getByText('The month is closed.')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveCount(0)
})

test('A257 roles 1 to 11 see UPC, final price and combined stock, and role 12 none of them', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  for (const [name, sees] of [
    ['foreman', true],
    ['sales', false],
  ] as const) {
    const page = await as(name, DESK)
    await open(page, order)
    const labels = await items(page).getByRole('columnheader').allTextContents()
    for (const label of ['UPC', 'Final Price', 'Combined Stock'])
      expect(labels.includes(label), `${name} ${label}`).toBe(sees)
  }
})

test('B206 B208 B211 an order that the device does not keep is asked for, with its items and products', async ({
  as,
  sharedServer,
}) => {
  const [old] = await sharedServer.query<{ id: number; location: number; items: number }>(
    `select id, company_location_id as location, items_count as items from orders
      where delivery_date < (now() at time zone 'America/New_York')::date - 8 order by items_count limit 1`,
  )
  const page = await as('office', DESK)
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await open(page, old!.id)
  const to = (path: string) => asked.filter(({ pathname }) => pathname === `/api/${path}`)
  await expect.poll(() => to(`orders/${old!.id}`)).toHaveLength(1)
  await expect
    .poll(() => to('orderitems').map(({ search }) => search))
    .toEqual([`?order=${old!.id}&no_page=1`])
  const [products] = to('products').map(({ searchParams }) => searchParams)
  expect(products!.getAll('upc').length).toBe(old!.items)
  expect(Object.fromEntries(products!)).toMatchObject({
    company_location: String(old!.location),
    include_inactive: 'true',
    include_nonprimary: 'true',
    no_page: '1',
  })
})

test('B030 an order that cannot be loaded leads back to the list', async ({ as }) => {
  const page = await as('office', DESK)
  await page.route('**/api/orders/99999999', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken' } }),
  )
  for (const id of ['99999998', '99999999']) {
    await page.goto(`/order/${id}`)
    await expect(page).toHaveURL('/orders')
  }
})
