/** The inventory in a browser: its search, its two looks and a picture. What its pages and forms say: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'

test('C054 C056 a product is found in the inventory, with its picture, as a row and as a card', async ({
  as,
  sharedServer,
}) => {
  const [product] = await sharedServer.query<{ upc: string; name: string; item_code: string }>(
    `select upc, name, item_code from products where active and is_primary and url <> '' order by upc limit 1`,
  )
  const { upc, name, item_code } = product!
  const page = await as('office', DESK)
  await page.goto('/inventory')
  await page.getByLabel('Search inventory').pressSequentially(upc, { delay: 10 })
  const pages = page.getByRole('navigation', { name: 'Inventory pages' })
  await expect(pages).toContainText('1–1 of 1')
  const row = page.getByRole('table', { name: 'Inventory' }).getByRole('row', { name: new RegExp(upc) })
  await expect(row).toContainText(item_code)
  await row.getByRole('button', { name: `Picture of ${name}` }).click()
  const picture = page.getByRole('dialog').getByRole('img', { name })
  await picture.click()
  await expect(picture).toBeVisible()
  // Beside the picture: it closes, and the row behind it is not pressed.
  await page.mouse.click(8, 400)
  await expect(picture).toBeHidden()
  await expect(page).toHaveURL(/\/inventory/)
  await expectAccessible(page, 'inventory', '#content')
  await page.getByText('Cards', { exact: true }).click()
  const card = page.getByRole('list', { name: 'Inventory' }).getByRole('listitem')
  await expect(card.getByRole('link', { name })).toHaveAttribute('href', `/product/${upc}`)
  await page.getByText('Table', { exact: true }).click()
})
