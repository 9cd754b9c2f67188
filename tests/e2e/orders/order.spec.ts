/** One order in a browser: the cart that it fills outlives a reload, and its invoice locks it. What it says: tests/screens. */
import type { Page } from '@playwright/test'
import { DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, order: number): Promise<void> {
  await page.goto(`/order/${order}`)
  await expect(
    page
      .getByRole('table', { name: / items$/ })
      .locator('tbody td')
      .first(),
  ).toBeVisible()
}

test('A128 A142 A143 A209 the cart that an order fills survives a reload, and its invoice locks the order until the unlock', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const page = await as('office', DESK)
  await open(page, order)
  await button(page, 'Replicate Order').click()
  await expect(page).toHaveURL('/cart')
  const lines = page.getByRole('list', { name: 'Products in the cart' }).getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  const before = await lines.count()
  await page.reload()
  await expect(lines).toHaveCount(before)
  await button(page, 'Remove all').click()
  await expect(page.getByText('Empty Cart', { exact: true })).toBeVisible()

  await open(page, order)
  await button(page, 'Generate Invoice').click()
  await page
    .getByRole('dialog', { name: `Invoice order ${order}?` })
    .getByRole('button', { name: 'Make it anyway' })
    .click()
  await expect(page).toHaveURL(`/order/${order}/invoice`)
  await page.goBack()
  await button(page, 'Locked').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByLabel('Note')).toBeEditable()
})
