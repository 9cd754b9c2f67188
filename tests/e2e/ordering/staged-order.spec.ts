/** Two people on one staged order: what both add counts, without a network too, and it is ordered once. */
import { DESK, expect, keepWholeApp, SENT, shared as test, signIn } from '../larder.ts'
import { button, choose, fill, lines, more, takeCustomer } from './ordering.ts'

test.describe.configure({ mode: 'default' })

test('B006 B140 B142 two people add to one staged order, one of them without a network, and it is ordered once', async ({
  fresh,
  as,
  sharedServer,
}) => {
  const { username, location } = await takeCustomer(sharedServer)
  const staged = async () => {
    const rows = await sharedServer.query<{ count: number }>(
      `select unit_quantity + case_quantity as count from shared_cart_items
        where company_location_id = $1 and unit_quantity + case_quantity > 0 order by id`,
      [location],
    )
    return rows.map(({ count }) => count)
  }
  const chef = await fresh({ viewport: DESK, serviceWorker: true })
  await signIn(chef, username)
  await keepWholeApp(chef)
  await chef.goto('/orders/add')
  await fill(chef, [0, 1])
  await chef.goto('/cart')
  await button(chef, 'Save to Staged Order').click()
  await expect(chef.getByText('Empty Cart', { exact: true })).toBeVisible()
  await chef.goto('/cart?stagedOrder=1')
  await expect(lines(chef, 'staged order')).toHaveCount(2)

  const sales = await as('sales', DESK)
  await sales.goto('/cart?stagedOrder=1')
  await choose(sales, username)
  await expect(lines(sales, 'staged order')).toHaveCount(2)

  // The chef goes into the cellar; both press, and whoever comes up later has overwritten nothing.
  await chef.context().setOffline(true)
  await more(lines(chef, 'staged order').first()).first().click()
  await expect(chef.getByText('This is the staged order as of')).toBeVisible()
  await expect(lines(chef, 'staged order').first().getByRole('textbox').first()).toHaveValue('2')
  await more(lines(sales, 'staged order').first()).first().click()
  await more(lines(sales, 'staged order').first()).first().click()
  await expect.poll(staged).toEqual([3, 1])
  await chef.reload()
  await expect(lines(chef, 'staged order').first().getByRole('textbox').first()).toHaveValue('2')
  await chef.context().setOffline(false)
  await expect.poll(staged, SENT).toEqual([4, 1])
  for (const page of [chef, sales])
    await expect(lines(page, 'staged order').first().getByRole('textbox').first()).toHaveValue('4', SENT)

  // Both look at the same order and press; the second is told who was first.
  for (const page of [chef, sales]) {
    await button(page, 'Confirm order').click()
    await button(page, 'Confirm order').click()
    await expect(page.getByRole('dialog', { name: 'Place this order?' })).toBeVisible()
  }
  // What the first does is not told to the second before they press.
  await chef.route('**/api/sync/changes*', () => undefined)
  const dialogOf = (page: typeof chef) => page.getByRole('dialog', { name: 'Place this order?' })
  await dialogOf(sales).getByRole('button', { name: 'Place order' }).click()
  await expect(sales).toHaveURL('/orders')
  await dialogOf(chef).getByRole('button', { name: 'Place order' }).click()
  await expect(dialogOf(chef).getByRole('alert')).toContainText(
    /sales has placed this staged order already: it is order \d+\. Nothing was ordered twice\./,
  )
  await chef.unrouteAll({ behavior: 'ignoreErrors' })
  await dialogOf(chef).getByRole('button', { name: 'Cancel' }).click()
  await expect(chef.getByText('Empty Staged Order', { exact: true })).toBeVisible(SENT)
  const orders = await sharedServer.query<{ pieces: number }>(
    `select sum(i.units_ordered + i.cases_ordered)::int as pieces
       from orders o join users u on u.id = o.customer_id join order_items i on i.order_id = o.id
      where u.username = $1 and o.id in (select order_id from staged_takings) group by o.id`,
    [username],
  )
  expect([orders, await staged()]).toEqual([[{ pieces: 5 }], []])
})
