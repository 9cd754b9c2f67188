/** Ordering in a browser: from an order list into a cart and on to an order, with and without a network. What each step says: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, keepWholeApp, SENT, shared as test, signIn } from '../larder.ts'
import { button, choose, fill, lastOrder, lines, offeredTo, takeCustomer } from './ordering.ts'

test.describe.configure({ mode: 'default' })

test('B052 a cart is filled from a list, reviewed beside its total, and becomes an order', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const { username } = await takeCustomer(sharedServer)
  await page.goto('/orders/add')
  await choose(page, username)
  await fill(page, [0, 1])
  // Cards are all alike, and axe takes its time for each.
  const [first] = await offeredTo(sharedServer, username)
  await page.getByLabel('Search').fill(first!.upc)
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'catalogue', '#content')
  await page.getByRole('button', { name: 'Cart', exact: true }).last().click()
  await expect(lines(page, 'cart')).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Total' })
  const [list, beside] = [await lines(page, 'cart').first().boundingBox(), await panel.boundingBox()]
  expect(list!.x + list!.width).toBeLessThanOrEqual(beside!.x)
  await expectAccessible(page, 'cart', '#content')
  await button(page, 'Confirm order').click()
  await expect(page.getByLabel('Delivery date')).toBeVisible()
  await expectAccessible(page, 'details', '#content')
  await button(page, 'Confirm order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  await expect.poll(async () => (await lastOrder(sharedServer, username))?.items).toBe(2)
})

test('A143 an order placed without a network, from the list or again, waits, survives a reload, and arrives once', async ({
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
