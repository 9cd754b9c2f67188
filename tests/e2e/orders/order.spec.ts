/** One order in a browser: its dates, its cart, its invoice, and the way to the floor. What it says: tests/screens. */
import { TODAY } from '../../factories/zone.ts'
import type { Locator, Page } from '@playwright/test'
import { callApi, DESK, expect, SENT, shared as test, type Server } from '../larder.ts'
import { takeOrder } from '../office.ts'

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
/** "11/21/2026" for a day from today. */
async function day(server: Server, fromToday: number): Promise<{ typed: string; stored: string }> {
  const [row] = await server.query<{ typed: string; stored: string }>(
    `select to_char(d, 'MM/DD/YYYY') as typed, to_char(d, 'YYYY-MM-DD') as stored
       from (select ${TODAY} + $1::int as d) as days`,
    [fromToday],
  )
  return row!
}

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
        name: await line.locator('button[aria-haspopup=dialog]').first().textContent(),
        units: await amount(line, 'Units'),
        cases: await amount(line, 'Cases'),
      })),
    )
  /** What is not sold so has no place to type in. */
  const amount = async (line: Locator, kind: string) => {
    const input = line.getByRole('textbox', { name: new RegExp(`^${kind} of `) })
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
  await button(page, 'Generate Invoice').click()
  const question = page.getByRole('dialog', { name: `Invoice order ${order}?` })
  await expect(question).toContainText('not picked. Bill only')
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().endsWith(`/api/orders/${order}/generateinvoice`)),
    question.getByRole('button', { name: 'Bill what is picked' }).click(),
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
