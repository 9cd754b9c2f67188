/** What a cart asks of the server: whose locations there are, and products that the device does not keep. */
import { DESK, expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

test('B100 B207 B232 a device that holds nothing yet asks for its locations, and once for the products of a staged order', async ({
  fresh,
  sharedServer,
}) => {
  const [place] = await sharedServer.query<{ id: number; username: string }>(
    `select l.id, u.username from users u join company_locations l on l.company_id = u.company_id and l.active
      where u.role_id = 32 and u.is_active and not exists (select from shared_cart_items s where s.company_location_id = l.id)
        and (select count(*) from company_locations x where x.company_id = u.company_id) = 1
      order by u.id desc limit 1`,
  )
  const staged = await sharedServer.query<{ upc: string; name: string }>(
    `select p.upc, p.name from order_list_rows r join products p on p.upc = r.product and p.active
       join order_lists l on l.id = r.order_list_id and l.company_location_id = $1
      order by p.upc limit 2`,
    [place!.id],
  )
  await sharedServer.query(
    `insert into shared_cart_items (company_location_id, upc, unit_quantity, case_quantity)
     select $1, upc, 1, 0 from unnest($2::text[]) upc`,
    [place!.id, staged.map(({ upc }) => upc)],
  )
  const page = await fresh({ viewport: DESK })
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const to = (path: string) => asked.filter(({ pathname }) => pathname === `/api/${path}`)
  // The first pull does not end.
  await page.route('**/api/sync/changes*', () => undefined)
  // None of a list either, whose prices would bring its products.
  await page.route('**/api/orderlists?*', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/companylocations?*', async (route) => {
    const answer = await route.fetch()
    const all = (await answer.json()) as object[]
    const json = all.map((one) => ({ ...one, fuel_surcharge: true, refrigerated_delivery_fee: '23.45' }))
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/cart?stagedOrder=1')
  await page.getByLabel('Username').fill(place!.username)
  await page.getByLabel('Password', { exact: true }).fill('harborvine')
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  const list = page.getByRole('list', { name: 'Products in the staged order' })
  for (const { name } of staged) await expect(list).toContainText(name)
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText('$23.45')
  await expect.poll(() => to('companylocations').map(({ search }) => search)).toEqual(['?no_page=1'])
  expect(to('sharedcartitems').map(({ searchParams }) => searchParams.get('company_location_id'))).toEqual([
    String(place!.id),
  ])
  const [products, ...more] = to('products').map(({ searchParams }) => searchParams)
  expect(more).toEqual([])
  expect(products!.getAll('upc').toSorted()).toEqual(staged.map(({ upc }) => upc))
  products!.delete('upc')
  expect(Object.fromEntries(products!)).toEqual({
    include_inactive: 'true',
    include_nonprimary: 'true',
    no_page: '1',
  })
})
