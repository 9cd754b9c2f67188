/** An order list of 2,000 products on a phone: of so many only those in sight are in the page. */
import { expect, shared, signIn, test, type Server } from '../larder.ts'
import { button, lastOrder, lines, takeCustomer } from './ordering.ts'

const LISTED = 2_000

/** Puts a list of so many products in the place of a location's own; "Long 0000" is the first of them. */
const layOut = (server: Server, location: number) =>
  server.query(
    `with made as (insert into products (upc, name, item_code, unit_price, display_unit_price, unit_type, stock_level,
                                         combined_stock_level, warehouse_id, bin)
                     select '99' || lpad(n::text, 11, '0'), 'Long ' || lpad(n::text, 4, '0'), c.item_code, 2.50, 2.50, 'Unit',
                            100, 100, w.id, 'A-01-1'
                       from generate_series(0, $2::int - 1) n, (select item_code from item_codes limit 1) c,
                            (select id from warehouses limit 1) w returning upc),
          closed as (update order_lists set visible = false where company_location_id = $1),
          list as (insert into order_lists (public_name, company_location_id, category_names)
                     select 'Long', $1, array_agg('Aisle ' || n) from generate_series(0, 19) n returning id)
     insert into order_list_rows (order_list_id, product, category_name, position)
       select list.id, upc, 'Aisle ' || (row_number() over (order by upc) - 1) / 100, row_number() over (order by upc)
         from list, made`,
    [location, LISTED],
  )

test('A001 A067 A143 quantities typed at both ends of 2,000 products are in the cart and arrive, after any scrolling', async ({
  server,
  device,
}) => {
  const { username, location } = await takeCustomer(server)
  await layOut(server, location)
  const { page } = await device().open()
  await page.goto(server.url)
  await signIn(page, username)
  await page.goto('/orders/add')
  const units = (n: number) => page.getByLabel(`Units of Long ${String(n).padStart(4, '0')}`, { exact: true })
  const total = page.getByText(/^Total: \$/)
  await units(0).fill('3')
  await expect(total).toHaveText('Total: $7.50')
  await expect(units(LISTED - 1)).toHaveCount(0)

  // To the end as a thumb does it: what has not been measured yet makes the page longer on the way.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(units(LISTED - 1)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(units(0)).toHaveCount(0)
  await units(LISTED - 1).fill('5')
  await expect(total).toHaveText('Total: $20.00')

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('long 1234')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await units(1234).fill('7')
  await expect(total).toHaveText('Total: $37.50')
  await search.fill('')
  await expect(units(0)).toHaveValue('3')
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(units(LISTED - 1)).toHaveValue('5', { timeout: 500 })
  }).toPass()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(units(0)).toHaveValue('3')
  expect(await page.getByRole('listitem').count()).toBeLessThan(60)

  await page.getByRole('button', { name: 'Cart', exact: true }).last().click()
  await expect(lines(page, 'cart')).toHaveCount(3)
  await button(page, 'Confirm order').click()
  await expect(page.getByLabel('Delivery date')).toBeVisible()
  await button(page, 'Confirm order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL('/orders')
  const { id } = (await lastOrder(server, username))!
  expect(
    await server.query(
      `select p.name, i.units_ordered as units from order_items i join products p on p.upc = i.product
        where i.order_id = $1 order by p.name`,
      [id],
    ),
  ).toEqual([
    { name: 'Long 0000', units: 3 },
    { name: 'Long 1234', units: 7 },
    { name: 'Long 1999', units: 5 },
  ])
})

shared(
  'on a phone the total and Confirm order stay in sight over a long staged order',
  async ({ fresh, sharedServer }) => {
    const { username, location } = await takeCustomer(sharedServer)
    const [{ count }] = (await sharedServer.query<{ count: number }>(
      `with staged as (insert into shared_cart_items (company_location_id, upc, unit_quantity, case_quantity)
       select $1, p.upc, (p.unit_type <> 'Case')::int, (p.unit_type = 'Case')::int
         from order_list_rows r join order_lists l on l.id = r.order_list_id join products p on p.upc = r.product
        where l.company_location_id = $1 and l.visible and p.active
        group by p.upc, p.unit_type returning 1)
     select count(*)::int as count from staged`,
      [location],
    )) as [{ count: number }]
    expect(count).toBeGreaterThan(15)
    const page = await fresh()
    await signIn(page, username)
    await page.goto('/cart?stagedOrder=1')
    await expect(lines(page, 'staged order')).toHaveCount(count)
    const panel = page.getByRole('complementary', { name: 'Total' })
    for (const y of [0, 900, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), y)
      await expect(button(page, 'Confirm order')).toBeInViewport({ ratio: 1 })
      await expect(panel.getByRole('definition').last()).toBeInViewport({ ratio: 1 })
    }
    await expect(button(page, 'Continue Shopping')).toBeInViewport({ ratio: 1 })
  },
)
