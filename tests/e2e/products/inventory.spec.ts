/** The office's lists of products and item codes, and the item code's form. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

test('C019 C049 C050 C051 C052 C053 C054 C056 C057 C058 C059 the inventory is searched, paged and switched by the server', async ({
  as,
  sharedServer,
}) => {
  const [count] = await sharedServer.query<{ shown: number; inactive: number; all: number }>(
    `select count(*) filter (where active and is_primary)::int as shown,
            count(*) filter (where is_primary)::int as inactive, count(*)::int as all from products`,
  )
  const [product] = await sharedServer.query<{ upc: string; name: string; item_code: string }>(
    `select upc, name, item_code from products where active and is_primary and url <> '' order by upc limit 1`,
  )
  const page = await as('office', DESK)
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/products') asked.push(searchParams)
  })
  await page.goto('/inventory')
  const table = page.getByRole('table', { name: 'Inventory' })
  for (const name of ['Picture', 'UPC', 'Name', 'Item Code', 'Unit Price', 'Case Price', 'Stock'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Inventory pages' })
  await expect(pages).toContainText(`1–100 of ${count!.shown}`)
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText(`101–200 of ${count!.shown}`)
  await expect
    .poll(() => Object.fromEntries(asked.at(-1)!))
    .toEqual({ limit: '100', offset: '100', include_inactive: 'false', include_nonprimary: 'false' })
  await page.getByRole('switch', { name: 'Show Inactive' }).check()
  await expect(pages).toContainText(`1–100 of ${count!.inactive}`)
  await page.getByRole('switch', { name: 'Show Non Primary' }).check()
  await expect(pages).toContainText(`1–100 of ${count!.all}`)

  const before = asked.length
  await page.getByLabel('Search inventory').pressSequentially(product!.upc, { delay: 10 })
  await expect(pages).toContainText('1–1 of 1')
  // One call for all the keys.
  await expect.poll(() => asked.slice(before).map((query) => query.get('search'))).toEqual([product!.upc])
  const row = table.getByRole('row', { name: new RegExp(product!.upc) })
  await expect(row).toContainText(product!.item_code)
  await row.getByRole('button', { name: `Picture of ${product!.name}` }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: product!.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'inventory', '#content')
  await page.getByText('Cards', { exact: true }).click()
  const card = page.getByRole('list', { name: 'Inventory' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card.getByRole('link', { name: product!.name })).toHaveAttribute(
    'href',
    `/product/${product!.upc}`,
  )
  await page.getByText('Table', { exact: true }).click()

  let answer: () => void = () => undefined
  await page.route('**/api/products?*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    return route.continue()
  })
  await page.getByLabel('Search inventory').fill('no such thing')
  await expect(page.getByText('Loading products')).toBeVisible()
  await expect.poll(() => asked.at(-1)?.get('search')).toBe('no such thing')
  answer()
  await expect(page.getByText('No products found with the provided search criteria')).toBeVisible()
  await page.unrouteAll()

  await expect(page.getByRole('link', { name: 'Add Item' })).toHaveAttribute('href', '/product/add')
  await expect(page.getByRole('link', { name: 'Import/Export' })).toHaveAttribute('href', '/inventory/bulk')
})

test('C009 C010 C055 C072 C073 C138 C139 C302 C382 an item code is found, opened and given another name', async ({
  as,
  sharedServer,
}) => {
  const [code] = await sharedServer.query<{ item_code: string; name: string }>(
    'select item_code, name from item_codes order by item_code desc limit 1',
  )
  const page = await as('office', DESK)
  await page.goto('/itemcodes')
  for (const name of ['Add Item', 'Import/Export'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByLabel('Search item codes').fill(code!.item_code)
  await page.getByRole('link', { name: code!.item_code, exact: true }).click()
  await expect(page).toHaveURL(`/itemcodes/${code!.item_code}`)
  await expect(page.getByLabel('Name')).toHaveValue(code!.name)
  await page.getByLabel('Name').fill('Another name')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/itemcodes')
  await page.goto(`/itemcodes/${code!.item_code}`)
  await page.getByLabel('Name').fill('Another name')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The item code has been added/updated successfully')).toBeVisible()
  await dialog.locator('button', { hasText: 'Close' }).click()
  await expect(page).toHaveURL('/itemcodes')
  const [now] = await sharedServer.query('select name from item_codes where item_code = $1', [
    code!.item_code,
  ])
  expect(now).toEqual({ name: 'Another name' })

  await page.goto('/inventory/12')
  await expect(page.getByRole('heading', { name: 'Inventory Customer' })).toBeVisible()
})

test('an item code that cannot be read says why, is asked for again, and an unknown one says so', async ({
  as,
  sharedServer,
}) => {
  const [code] = await sharedServer.query<{ item_code: string }>('select item_code from item_codes limit 1')
  const page = await as('office', DESK)
  await page.route('**/api/itemcodes/*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Not now."}' }),
  )
  await page.goto(`/itemcodes/${code!.item_code}`)
  await expect(page.getByRole('heading', { name: `Item code ${code!.item_code}` })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Not now.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()

  await page.goto('/itemcodes/of-nobody')
  await expect(page.getByText('There is no such item code')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the item codes' })).toHaveAttribute('href', '/itemcodes')
})
