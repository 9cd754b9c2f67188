/** The pick list under a real keyboard. Its order, its fields and their rules: tests/screens. */
import { DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { button, openPickList, rows } from './pick-list.ts'

test.describe.configure({ mode: 'default' })

test('what is typed into a row and entered is stored once, and one Undo takes it back', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(
    sharedServer,
    `not exists (select from order_items i join products p on p.upc = i.product
       where i.order_id = o.id and p.stock_level_indicator = 'low stock')`,
  )
  const page = await as('manager', DESK)
  await openPickList(page, { orders: [order] })
  const label = await rows(page)
    .locator('input[data-field="unit_quantity"]:enabled')
    .first()
    .getAttribute('aria-label')
  const units = page.getByRole('textbox', { name: label!, exact: true })
  await units.fill('3')
  await units.press('Enter')
  // Enter goes on to the same field of the next row.
  await expect(units).not.toBeFocused()
  await expect(units).toHaveValue('3')
  await button(page, /^Undo unit quantity of /).click()
  await expect(units).toHaveValue('0')
  await expect(button(page, 'Undo')).toBeDisabled()
})
