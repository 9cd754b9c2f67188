/** A product's fees. */
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test } from './larder.ts'
import { confirm, makeProduct, sentBy } from './products.ts'

test('C007 C069 C070 C152 C153 C182 C185 C230 C231 C233 C235 C354 C355 C370 C395 margins of a product are kept until they are saved', async ({
  as,
  complaints,
  sharedServer,
}) => {
  const upc = await makeProduct(sharedServer, {
    unit_type: 'Unit / Case',
    unit_price: '10.00',
    case_price: '100.00',
  })
  const page = await as('office', DESK)
  const sent = sentBy(page)
  await page.goto(`/product/${upc}/fees`)
  await expect(page.getByText('There are no margins added')).toBeVisible()
  const form = page.getByRole('region', { name: 'Add a margin' })
  await expect(form.getByLabel('Fee type').getByRole('option')).toHaveText(['Margin'])
  await expect(form.getByLabel('Type', { exact: true }).getByRole('option')).toHaveText([
    'Flat ($)',
    'Percentage',
  ])
  await form.getByLabel('Amount').fill('20')
  await expect(form.getByLabel('Adjusted price')).toHaveValue('12.00')
  await form.getByLabel('Type', { exact: true }).selectOption('f')
  await form.getByLabel('Adjusted price').fill('12')
  await expect(form.getByLabel('Amount')).toHaveValue('2.00')
  await form.getByLabel('Warehouse').selectOption({ label: 'Freezer' })
  await form.getByLabel('Description').fill('Cutting')
  await form.getByRole('button', { name: 'Add Margin' }).click()
  const cutting = page.getByRole('group', { name: 'Cutting' })
  await expect(cutting.getByLabel('Warehouse').locator('option:checked')).toHaveText('Freezer')
  await page.getByRole('switch', { name: 'Case price' }).click()
  await expect(cutting.getByLabel('Original price')).toHaveValue('100.00')
  await expect(cutting.getByLabel('Adjusted price')).toHaveValue('102.00')
  await page.getByText('Per location').click()
  await form.getByLabel('Amount').fill('5')
  await expect(
    form.getByText("You have a fee amount configured but can't be saved, please complete the form."),
  ).toBeVisible()
  await form.getByLabel('Customer Location').selectOption({ index: 1 })
  await form.getByLabel('Description').fill('Theirs')
  await form.getByRole('button', { name: 'Add Margin' }).click()
  await expect(page.getByRole('group', { name: 'Cutting' })).toHaveCount(0)
  await page.getByText('Product wide').click()
  await expect(page.getByRole('group', { name: 'Theirs' })).toBeVisible()
  expect(sent).toEqual([])

  // One of the two fails: no success, only that one is sent again.
  await page.route('**/api/margintemplates/', (route) =>
    route.request().postDataJSON().description === 'Theirs'
      ? route.fulfill({ status: 400, json: { message: 'a secret of the server' } })
      : route.fallback(),
  )
  const logged = complaints.expect(/^error: .*a secret of the server/)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('One margin was not saved')).toBeVisible()
  await expect(page.getByText('a secret of the server')).toHaveCount(0)
  await logged
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(Array(2).fill('POST /api/margintemplates/'))
  await page.unrouteAll()
  await cutting.getByLabel('Description').fill('Slicing')
  await page.getByRole('group', { name: 'Slicing' }).getByLabel('Amount').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'The margins have been saved.')
  await expect(page).toHaveURL('/inventory')
  await expect
    .poll(() => sent.slice(2).map(({ call }) => call.replace(/\d+$/, 'N')))
    .toEqual(['PATCH /api/margintemplates/N', 'POST /api/margintemplates/'])

  await page.goto(`/product/${upc}/fees`)
  await expectAccessible(page, 'product fees', '#content')
  await page.getByRole('button', { name: 'Remove Slicing' }).click()
  await expect(page.getByRole('group', { name: 'Slicing' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'The margins have been saved.')
  expect(sent.at(-1)!.call).toMatch(/^DELETE \/api\/margintemplates\/\d+$/)
  await page.route('**/api/margintemplates?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'broken' } }),
  )
  const unread = complaints.expect(/^error: The margins were not read:/)
  await page.goto(`/product/${upc}/fees`)
  await unread
  await expect(page.getByText('The margins could not be read.')).toBeVisible()
  await expect(form.getByLabel('Amount')).toBeEditable()
  await page.unrouteAll()
})
