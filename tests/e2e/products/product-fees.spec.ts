/** A product's fees in a browser. What the screen says and reckons: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { confirm, makeProduct } from './products.ts'

test('C007 C069 a margin of a product is added, saved, and there when the fees are opened again', async ({
  as,
  sharedServer,
}) => {
  const upc = await makeProduct(sharedServer, { unit_type: 'Unit / Case', unit_price: '10.00' })
  const page = await as('office', DESK)
  await page.goto(`/product/${upc}/fees`)
  const form = page.getByRole('region', { name: 'Add a margin' })
  await form.getByLabel('Amount').fill('20')
  await form.getByLabel('Description').fill('Cutting')
  await form.getByRole('button', { name: 'Add Margin' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'The margins have been saved.')
  await expect(page).toHaveURL('/inventory')
  await page.goto(`/product/${upc}/fees`)
  await expect(page.getByRole('group', { name: 'Cutting' })).toBeVisible()
  await expectAccessible(page, 'product fees', '#content')
})
