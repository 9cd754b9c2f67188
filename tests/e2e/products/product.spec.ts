/** A product's form in a browser: saved, and the picker of the pick list. What they say, check and send: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, keepWholeApp, shared as test, signIn } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { openPickList } from '../picklist/pick-list.ts'
import { confirm, makeProduct } from './products.ts'

test.describe.configure({ mode: 'default' })

test('C063 C141 a product is changed on its form and shows the saved values', async ({
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

test('a photograph is uploaded small, shows at once, and stays on the device without a network', async ({
  fresh,
  sharedServer,
}) => {
  const upc = await makeProduct(sharedServer, { warehouse_id: 4, name: 'Capers' })
  const page = await fresh({ serviceWorker: true })
  await page.setViewportSize(DESK)
  await signIn(page, 'office')
  await page.goto(`/product/${upc}`)
  const form = page.getByRole('form', { name: 'Product' })
  const address = form.getByLabel('Picture (url)')
  // Any picture does: this one is 1440 px wide.
  await form.getByLabel('Photograph').setInputFiles({
    name: 'capers.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await expect(address).toHaveValue(/^\/photos\/[0-9a-f]{32}\.jpg$/)
  const shown = form.getByRole('button', { name: 'Picture of Capers' }).locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800)
  const url = await address.inputValue()
  await form.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'The product has been added/updated successfully')
  expect(await sharedServer.query('select url from products where upc = $1', [upc])).toEqual([{ url }])
  await keepWholeApp(page)
  const widthOf = () =>
    page.evaluate(async (path) => {
      const picture = await createImageBitmap(await (await fetch(path, { cache: 'no-store' })).blob())
      return picture.width
    }, url)
  expect(await widthOf()).toBe(800)
  await page.context().setOffline(true)
  expect(await widthOf()).toBe(800)
  await page.context().setOffline(false)
})

test('a file that is no picture is reported as such', async ({ as, sharedServer }) => {
  const upc = await makeProduct(sharedServer, { warehouse_id: 4 })
  const page = await as('office', DESK)
  await page.goto(`/product/${upc}`)
  const form = page.getByRole('form', { name: 'Product' })
  await form
    .getByLabel('Photograph')
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(form.getByText('This file is not a picture that the browser can read.')).toBeVisible()
  await expect(form.getByLabel('Picture (url)')).toHaveValue('')
})
