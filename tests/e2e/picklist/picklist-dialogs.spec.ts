/** The pick list under a real keyboard, its paper, on which prices are hidden by style, and its substitutes' editor with axe. The rest: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import { button, check, dialog, field, linesOf, lineWhere, openPickList, rowOf, rows } from './pick-list.ts'

test.describe.configure({ mode: 'default' })

test('A025 A120 A121 A122 Enter moves to the next row; the substitutes’ editor keeps to WCAG 2.2 AA; the print page is read-only, with a filter and two toggles', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const order = await takeOrder(
    sharedServer,
    `not exists (select from order_items i join products p on p.upc = i.product
       where i.order_id = o.id and p.stock_level_indicator = 'low stock')
     and 2 <= (select count(*) from order_items i join products p on p.upc = i.product
       where i.order_id = o.id and not i.out_of_stock and not i.picked and p.unit_type <> 'Case' and p.weight_type = '')`,
  )
  const lines = await linesOf(sharedServer, [order])
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

  const plain = lineWhere(lines, ({ substitute }) => substitute === null)
  await (await rowOf(page, plain)).getByRole('button', { name: /^Substitute / }).click()
  await button(page, 'Edit substitutions').click()
  await expect(dialog(page, 'Edit substitutions').getByLabel('Add a substitute')).toBeVisible()
  await expectAccessible(page, 'substitutes editor', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await check(await rowOf(page, lines[0]!), 'Picked').click()
  await expect(field(rows(page).first(), 'bin')).toBeVisible()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page).toHaveURL('/orders/picklist/details/print?from=picklist')
  const table = page.getByRole('table', { name: 'Pick list' })
  const paper = table.locator('tbody tr')
  const [all] = await sharedServer.query<{ count: number }>(
    'select count(*)::int from order_items where order_id = $1',
    [order],
  )
  await expect(paper).toHaveCount(all!.count)
  await expect(table.locator('input, select, textarea')).toHaveCount(0)
  await button(page, 'Hide Picked Items').click()
  await expect(paper).toHaveCount(all!.count - 1)
  await button(page, 'Show Picked Items').click()
  await expect(paper).toHaveCount(all!.count)
  const price = table.getByRole('columnheader', { name: 'Unit Price' })
  await expect(price).toBeVisible()
  await button(page, 'Hide Prices').click()
  await expect(price).toBeHidden()
  await button(page, 'Show Prices').click()
  await expect(price).toBeVisible()
  await page.getByLabel('Filter', { exact: true }).fill(lines[0]!.product)
  await expect(paper).toHaveCount(1)
})
