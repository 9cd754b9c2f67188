/** A product's form: added, changed, deleted, what the supplier says, and what may stand for it. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { openPickList } from '../picklist/pick-list.ts'
import { confirm, makeProduct, newUpc, sentBy } from './products.ts'

test.describe.configure({ mode: 'default' })

/** A letter after the other, with no time between them: however busy the machine is, they are typed quickly. */
const typeAtOnce = (field: Locator, text: string) =>
  field.evaluate((input: HTMLInputElement, typed) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    for (let end = 1; end <= typed.length; end++) {
      set.call(input, typed.slice(0, end))
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  }, text)

const SAVED = 'The product has been added/updated successfully'

test('C060 C061 C062 C064 C066 C067 C140 C146 C179 C224 C225 C226 C228 C229 C298 a product is added on its form, and its fees come next', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const upc = newUpc()
  const sent = sentBy(page)
  // An id that is no number means a new one.
  await page.goto('/product/none')
  await expect(page.getByRole('heading', { level: 1, name: 'Add product' })).toBeVisible()
  await page.goto('/product/add')
  const form = page.getByRole('form', { name: 'Product' })
  for (const name of ['Key Attributes', 'More Attributes'])
    await expect(form.getByRole('group', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fees' })).toHaveCount(0)
  await expect(page.getByText('Fees', { exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expect(form.getByLabel('Price as of')).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/)

  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('This field is required.')).toHaveCount(4)
  expect(sent).toEqual([])
  await form.getByLabel('UPC', { exact: true }).fill(upc)
  await form.getByLabel('Name').fill('Capers in salt')
  await form.getByLabel('Item code').fill(`C${upc}`)
  await expect(form.getByText('A new item code: it is made with this product.')).toBeVisible()
  await form.getByLabel('Warehouse').selectOption({ label: 'Freezer' })
  await form.getByLabel('Unit price', { exact: true }).fill('-1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('An amount from 0, such as 12.50.')).toBeVisible()

  await form.getByRole('button', { name: 'Catch weight' }).click()
  await expect(form.getByRole('button', { name: 'Catch weight' })).toHaveAttribute('aria-pressed', 'true')
  await form.getByRole('button', { name: 'Non weighted' }).click()
  for (const [name, pressed] of [
    ['Non weighted', 'true'],
    ['Catch weight', 'false'],
    ['Fixed random weight', 'false'],
  ] as const)
    await expect(form.getByRole('button', { name })).toHaveAttribute('aria-pressed', pressed)
  await form.getByLabel('Case', { exact: true }).check()
  const numbers = { 'Unit price': '2', 'Case price': '12', 'Units per case': '6' }
  for (const [label, number] of Object.entries(numbers))
    await form.getByLabel(label, { exact: true }).fill(number)
  await form.getByLabel('Average unit weight').fill('3')
  await form.getByLabel('Average case weight').fill('4')
  for (const [label, value] of [
    ['Price per unit', '2.00'],
    ['Average unit price', '6.00'],
    ['Average case price', '48.00'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveValue(value)
    await expect(form.getByLabel(label)).not.toBeEditable()
  }
  await form.getByRole('button', { name: 'Save' }).click()
  // Nothing goes out before it is confirmed.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeVisible()
  expect(sent).toEqual([])
  await confirm(page, SAVED)
  await expect(page).toHaveURL(`/product/${upc}/fees`)
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /api/productedit/'])
  expect(sent[0]!.body).toMatchObject({ unit_type: 'Unit / Case', weight_type: '', unit_price: '2' })

  await page.getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page).toHaveURL(`/product/${upc}`)
  await expect(form.getByLabel('Name')).toHaveValue('Capers in salt')
})

test('C006 C063 C065 C068 C141 C179 C180 C296 C299 C348 C349 C380 a product is changed and deleted on its form, and says why it cannot be', async ({
  as,
  sharedServer,
}) => {
  const upc = await makeProduct(sharedServer, {
    warehouse_id: 4,
    unit_type: 'Unit / Case',
    name: 'Capers in salt',
  })
  const page = await as('office', DESK)
  const sent = sentBy(page)
  const form = page.getByRole('form', { name: 'Product' })
  await page.goto(`/product/${upc}`)
  await expect(form.getByLabel('Item code')).toHaveValue(`T${upc}`)
  await expect(form.getByLabel('Warehouse').locator('option:checked')).toHaveText('Freezer')
  for (const label of ['Unit', 'Case']) await expect(form.getByLabel(label, { exact: true })).toBeChecked()
  await expect(form.getByLabel('UPC', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'product form', '#content')
  await form.getByLabel('Name').fill('Something else')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/inventory')

  await page.goto(`/product/${upc}`)
  await expect(form.getByLabel('Name')).toHaveValue('Capers in salt')
  await form.getByLabel('Stock level').fill('33')
  await page.route('**/api/productedit/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { message: 'bin: is full', bin: 'is full' } })
      : route.fallback(),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    dialog.getByText('There was an error while saving/updating/deleting the product'),
  ).toBeVisible()
  await expect(dialog.getByText('bin: is full')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('is full')).toBeVisible()
  await expect(form.getByLabel('Stock level')).toHaveValue('33')
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Save' }).click()
  await confirm(page, SAVED)
  await expect(page).toHaveURL('/inventory')
  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({
      call: `PATCH /api/productedit/${upc}`,
      body: { stock_level: 33, warehouse_id: 4, item_code_id: `T${upc}`, acceptable_substitutions: [] },
    })
  expect(sent.at(-1)!.body).not.toHaveProperty('upc')

  await page.goto(`/product/${upc}`)
  await form.getByRole('button', { name: 'Delete' }).click()
  await confirm(page, 'The product has been deleted successfully')
  await expect(page).toHaveURL('/inventory')
  await expect.poll(() => sent.at(-1)?.call).toBe(`DELETE /api/products/${upc}`)

  // A product that is ordered stays, and the server says why.
  const [ordered] = await sharedServer.query<{ product: string }>('select product from order_items limit 1')
  await page.goto(`/product/${ordered!.product}`)
  await form.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    dialog.getByText('There was an error while saving/updating/deleting the product'),
  ).toBeVisible()
  await expect(dialog.getByText(/and cannot be deleted\. Make it inactive instead/)).toBeVisible()
})

test('B057 B058 B059 B060 B061 B062 B097 B224 C145 C148 C149 C297 C405 the form shows what the supplier says, and the picker adds what may stand for a product', async ({
  as,
  sharedServer,
}) => {
  const [fed] = await sharedServer.query<{ upc: string; name: string; original: string }>(
    `select upc, name, overridden ->> 'name' as original from products where api_managed and active order by upc limit 1`,
  )
  const [wanted] = await sharedServer.query<{ upc: string; name: string; item_code: string }>(
    `select upc, name, item_code from products
      where active and is_primary and not api_managed and url <> '' order by upc desc limit 1`,
  )
  const page = await as('office', DESK)
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/product')) asked.push(url)
  })
  await page.goto(`/product/${fed!.upc}`)
  const form = page.getByRole('form', { name: 'Product' })
  await expect(form.getByText(`Overridden here. The supplier says: ${fed!.original}`)).toBeVisible()
  await expect
    .poll(() => asked.map(({ pathname, search }) => pathname + search))
    .toContain(`/api/productedit/${fed!.upc}?substitution_detail=true`)
  await form.getByRole('button', { name: 'Use the supplier’s' }).click()
  await expect(form.getByLabel('Name')).toHaveValue(fed!.original)
  const supplier = form.getByRole('region', { name: 'From the supplier' })
  for (const label of ['Primary UPC', 'Sales ranking', 'Seasonal', 'On sale', 'Tag, main description'])
    await expect(supplier.getByText(label, { exact: true })).toBeVisible()
  await expect(supplier.getByText('Cash & Carry')).toBeVisible()
  await expect(supplier.getByRole('textbox')).toHaveCount(0)

  await form.getByRole('button', { name: 'Add substitution' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add substitution' })
  const pages = dialog.getByRole('navigation', { name: 'Products pages' })
  await expect(pages).toContainText('1–100 of')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('101–200 of')
  await expect
    .poll(() => Object.fromEntries(asked.at(-1)!.searchParams))
    .toEqual({ limit: '100', offset: '100', include_inactive: 'false', include_nonprimary: 'false' })
  const before = asked.length
  let answer: () => void = () => undefined
  await page.route('**/api/products?*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    return route.continue()
  })
  await typeAtOnce(dialog.getByLabel('Search products'), 'no such')
  await expect(dialog.getByText('Loading products')).toBeVisible()
  await expect
    .poll(() => asked.slice(before).map((url) => url.searchParams.get('search')))
    .toEqual(['no such'])
  answer()
  await expect(dialog.getByText('No products found with the provided search criteria')).toBeVisible()
  await page.unrouteAll()

  // One picture of the two kinds that a product may name is none.
  await page.route('**/api/products?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { results: { url: string }[] }
    const [first] = body.results
    return route.fulfill({
      response,
      json: { count: 2, results: [first, { ...first, upc: '1', name: 'A gif', url: '/products/meat.gif' }] },
    })
  })
  await dialog.getByLabel('Search products').fill(wanted!.upc)
  const table = dialog.getByRole('table', { name: 'Products' })
  const row = table.getByRole('row', { name: new RegExp(wanted!.upc) })
  await expect(row).toContainText(wanted!.item_code)
  for (const name of ['Picture', 'Name', 'Item Code', 'Unit Price', 'Case Price', 'Units per Case', 'Stock'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(table.getByRole('row', { name: /A gif/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Picture of A gif' })).toHaveCount(0)
  await row.getByRole('button', { name: `Picture of ${wanted!.name}` }).click()
  await expect(page.getByRole('img', { name: wanted!.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByText('Cards', { exact: true }).click()
  const card = dialog.getByRole('list', { name: 'Products' }).getByRole('listitem').first()
  await expect(card).toContainText(wanted!.item_code)
  await card.getByRole('button', { name: `Choose ${wanted!.name}` }).click()
  await page.unrouteAll()
  const substitutions = form.getByRole('region', { name: 'Acceptable substitutions' })
  await expect(substitutions.getByRole('listitem')).toContainText([wanted!.name])

  // The pick list's "Add New Item" has the same picker.
  await openPickList(page, { orders: [await takeOrder(sharedServer)] }, 'order')
  await page.getByRole('button', { name: 'Add New Item' }).click()
  const add = page.getByRole('dialog', { name: 'Add New Item' })
  await add.getByRole('button', { name: 'Browse products' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a product' })
  await picker.getByLabel('Search products').fill(wanted!.upc)
  await picker.getByRole('button', { name: `Choose ${wanted!.name}` }).click()
  await expect(picker).toHaveCount(0)
  await expect(add.getByText(`Chosen: ${wanted!.name}`)).toBeVisible()
})
