/** Ordering: from an order list into a cart or a staged order, and from there to an order, with and without a network. */
import { TODAY } from '../../factories/zone.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, keepWholeApp, SENT, shared as test, signIn, type Server } from '../larder.ts'
import {
  button,
  choose,
  customers,
  fill,
  lastOrder,
  lines,
  more,
  offeredTo,
  takeCustomer,
} from './ordering.ts'

test.describe.configure({ mode: 'default' })

const total = (page: Page) => page.getByText(/^Total: \$/)
const dayOf = async (server: Server, days: number) =>
  (await server.query<{ day: string }>(`select (${TODAY} + $1::int)::text as day`, [days]))[0]!.day

test('A001 A017 A032 A069 A070 A072 A074 A188 B053 C031 a chef orders from the own list with a thumb', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  await signIn(page, 'chef')
  const offered = await offeredTo(sharedServer, 'chef')
  await page.goto('/orders/add')
  await expect(customers(page)).toHaveValue(/^chef · /)
  const first = page.getByRole('region', { name: 'Meat' })
  await expect(first.getByRole('listitem').first()).toContainText(offered[0]!.name)
  await expect(first.getByRole('listitem').first()).toContainText(`$${offered[0]!.price}`)
  // A032: the ways to a product's page are the office's.
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0)
  // A069: no other layout is offered on a phone.
  await expect(page.getByRole('radiogroup', { name: 'Layout' })).toHaveCount(0)
  await expect(total(page)).toHaveText('Total: $0.00')
  await expect(page.getByRole('button', { name: 'Cart', exact: true }).last()).toHaveAttribute(
    'aria-disabled',
  )
  await more(page).first().click()
  await more(page).first().click()
  const price = (2 * Number(offered[0]!.price)).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(total(page)).toHaveText(`Total: $${price}`)
  await expect(page.getByTestId('cart-badge')).toHaveText('1')
  await page.getByRole('button', { name: 'Cart', exact: true }).last().click()
  await expect(page).toHaveURL('/cart')
  await expect(lines(page, 'cart')).toHaveCount(1)
  const panel = page.getByRole('complementary', { name: 'Total' })
  await expect(panel.getByRole('term')).toHaveText(['Subtotal', 'Refrigerated Delivery Fee', 'Grand Total'])
  await expect(panel.getByRole('definition').first()).toHaveText(`$${price}`)
  await expectAccessible(page, 'cart')
})

test('A344 B051 B052 B054 B055 B135 B136 B182 B225 B226 a cart is reviewed, confirmed and becomes an order for tomorrow', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const { username } = await takeCustomer(sharedServer)
  await page.goto('/orders/add')
  await choose(page, username)
  await page.getByText('Order List', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Order List', exact: true })).toBeVisible()
  await page.getByText('Cards', { exact: true }).click()
  await fill(page, [0, 1])
  // Cards are all alike, and axe takes its time for each.
  const [first] = await offeredTo(sharedServer, username)
  await page.getByLabel('Search').fill(first!.upc)
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'catalogue', '#content')
  await page.goto('/cart')
  for (const step of ['1 Cart', '2 Details and Confirm']) await expect(button(page, step)).toBeVisible()
  await expect(lines(page, 'cart')).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Total' })
  const [list, beside] = [await lines(page, 'cart').first().boundingBox(), await panel.boundingBox()]
  expect(list!.x + list!.width).toBeLessThanOrEqual(beside!.x)
  for (const name of ['Confirm order', 'Save to Staged Order', 'Continue Shopping'])
    await expect(panel.getByRole('button', { name })).toBeVisible()
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname)
  })
  await button(page, 'Confirm order').click()
  await expect(page.getByLabel('Delivery date')).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await page.getByLabel('Note').fill('Ring twice')
  await expectAccessible(page, 'details', '#content')
  await button(page, 'Confirm order').click()
  const dialog = page.getByRole('dialog', { name: 'Place this order?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(posted).toEqual([])
  await button(page, 'Confirm order').click()
  await dialog.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  const [today, tomorrow] = await Promise.all([dayOf(sharedServer, 0), dayOf(sharedServer, 1)])
  const order = await lastOrder(sharedServer, username)
  expect(order).toMatchObject({ items: 2, delivery: tomorrow, placed: today, note: 'Ring twice' })
  await expect(
    page
      .getByText(`#${order!.id}`)
      .or(page.getByText(String(order!.id), { exact: true }))
      .first(),
  ).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()
  await expect(button(page, 'Confirm order')).toHaveAttribute('aria-disabled')
})

test('A143 what a chef orders without a network, from the list and again, waits, survives a reload, and arrives once', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh({ serviceWorker: true })
  await signIn(page, 'chef')
  await keepWholeApp(page)
  // The usual list comes without being opened.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answerOf = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
        const all = await indexedDB.databases()
        const db = await answerOf(
          indexedDB.open(all.find(({ name }) => /^larder-\d+$/.test(name ?? ''))!.name!),
        )
        const count = await answerOf(db.transaction('prices').objectStore('prices').count())
        db.close()
        return count > 0
      }),
    )
    .toBe(true)
  const before = (await lastOrder(sharedServer, 'chef'))?.id ?? 0
  await page.context().setOffline(true)
  await page.goto('/orders/add')
  await fill(page, [0, 1])
  await page.goto('/cart')
  await expect(lines(page, 'cart')).toHaveCount(2)
  await button(page, 'Confirm order').click()
  await button(page, 'Confirm order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  const waiting = page.getByRole('region', { name: 'Orders that wait to be sent' })
  await expect(waiting).toContainText('1 order to be sent.')
  // The usual order in two taps, from what the device holds.
  await page.getByRole('button', { name: /^Order again/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(waiting).toContainText('2 orders to be sent.')
  await page.reload()
  await expect(waiting).toContainText('2 products for $')
  await page.context().setOffline(false)
  await expect(waiting).toHaveCount(0, SENT)
  const made = await sharedServer.query<{ items: number }>(
    `select o.items_count as items from orders o join users u on u.id = o.customer_id
      where u.username = 'chef' and o.id > $1 order by o.id`,
    [before],
  )
  expect(made).toHaveLength(2)
  expect(made[0]).toEqual({ items: 2 })
})
