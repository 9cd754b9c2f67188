/** A product's form in a browser: saved, and the picker of the pick list. What they say, check and send: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { openPickList } from '../picklist/pick-list.ts'
import { confirm, makeProduct } from './products.ts'

test.describe.configure({ mode: 'default' })

test('C063 C141 a product is changed on its form and is there as it was saved', async ({
  as,
  sharedServer,
}) => {
  const upc = await makeProduct(sharedServer, { warehouse_id: 4, unit_type: 'Unit / Case' })
  const page = await as('office', DESK)
  const form = page.getByRole('form', { name: 'Product' })
  await page.goto(`/product/${upc}`)
  await expect(form.getByLabel('Warehouse').locator('option:checked')).toHaveText('Freezer')
  await expectAccessible(page, 'product form', '#content')
  await form.getByLabel('Name').fill('Capers in salt')
  await form.getByLabel('Stock level').fill('33')
  await form.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'The product has been added/updated successfully')
  await expect(page).toHaveURL('/inventory')
  const [stored] = await sharedServer.query('select name, stock_level from products where upc = $1', [upc])
  expect(stored).toEqual({ name: 'Capers in salt', stock_level: 33 })
})

test('B057 B097 the pick list’s "Add New Item" has the picker of products', async ({ as, sharedServer }) => {
  const [wanted] = await sharedServer.query<{ upc: string; name: string }>(
    `select upc, name from products where active and is_primary and not api_managed order by upc desc limit 1`,
  )
  const page = await as('office', DESK)
  await openPickList(page, { orders: [await takeOrder(sharedServer)] }, 'order')
  await page.getByRole('button', { name: 'Add New Item' }).click()
  const add = page.getByRole('dialog', { name: 'Add New Item' })
  await add.getByRole('button', { name: 'Browse products' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a product' })
  await picker.getByLabel('Search products').fill(wanted!.upc)
  // Another test's product may have the same name.
  await picker
    .getByRole('row', { name: wanted!.upc })
    .getByRole('button', { name: `Choose ${wanted!.name}` })
    .click()
  await expect(picker).toHaveCount(0)
  await expect(add.getByText(`Chosen: ${wanted!.name}`)).toBeVisible()
})
