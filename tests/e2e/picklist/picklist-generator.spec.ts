/** The generator with its calendar and its lists open, as axe sees it. What it offers and hands over: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

test('the calendar of a day, the open lists and the page are accessible', async ({ as }) => {
  const page = await as('foreman')
  await page.goto('/orders/picklist')
  const listed = page.getByRole('list', { name: 'Listed orders' }).getByRole('listitem')
  await expect(listed.first()).toBeVisible()
  await page.getByLabel('Start date', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await expectAccessible(page, 'calendar')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Customers' }).click()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'customers')
})
