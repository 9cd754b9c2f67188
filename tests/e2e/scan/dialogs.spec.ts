/** Dialogs of the floor: low stock, a product and its picture, who did what, and what is asked before an invoice. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, readDevice, SENT, shared as test, wedge, type Server } from '../larder.ts'
import { action, button, current, inCurrent, openLine, storedLine, takeLine } from '../floor.ts'
import { takeOrder } from '../office.ts'
import { dialog, field, linesOf, lineWhere, openPickList, rowOf } from '../picklist/pick-list.ts'
import { openScan } from '../picking.ts'

test.describe.configure({ mode: 'default' })

const NOTE = 'this item might not be included in your final shipment due to low or no stock.'
const low = (page: Page) => dialog(page, 'Item with low stock')
const setStock = (server: Server, upc: string, indicator: string) =>
  server.query('update products set stock_level_indicator = $2 where upc = $1', [upc, indicator])

/** Makes a product low, and waits until the device has heard of it: a page that opens asks for what is new. */
async function makeLow(server: Server, page: Page, upc: string): Promise<void> {
  await setStock(server, upc, 'low stock')
  await page.goto('/orders')
  await expect
    .poll(async () => (await readDevice(page, 'products')).find((row) => row['upc'] === upc), SENT)
    .toMatchObject({ stock_level_indicator: 'low stock' })
}

test('A080 A231 the quantity of a low-stock item changes only after a yes, which is asked once', async ({
  as,
  sharedServer,
}) => {
  const page = await as('picker')
  const line = await takeLine(sharedServer, 'i.units_ordered between 1 and 9 and i.cases_ordered = 0')
  await makeLow(sharedServer, page, line.product)
  await openLine(page, line)
  const units = current(page).getByRole('group', { name: 'Units' }).getByRole('spinbutton')
  const more = inCurrent(page, 'Units: one more')
  await more.click()
  await expect(low(page)).toContainText(NOTE)
  await expectAccessible(page, 'low stock', '[role=dialog]')
  const before = await units.inputValue()
  await low(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(low(page)).toBeHidden()
  await expect(units).toHaveValue(before)
  await more.click()
  await low(page).getByRole('button', { name: 'Change it' }).click()
  await expect(units).toHaveValue(String(Number(before) + 1))
  await more.click()
  await expect(units).toHaveValue(String(Number(before) + 2))
  await expect(low(page)).toBeHidden()
  await setStock(sharedServer, line.product, 'in stock')
})

test('A080 the pick list asks as well, and leaves what stood there after a no', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const byTheUnit = `exists (select from order_items i join products p on p.upc = i.product
     where i.order_id = o.id and p.unit_type = 'Unit' and i.units_ordered > 0 and not i.out_of_stock)`
  const order = await takeOrder(sharedServer, byTheUnit)
  const line = lineWhere(
    await linesOf(sharedServer, [order]),
    ({ sold, units }) => sold === 'Unit' && units > 0,
  )
  await makeLow(sharedServer, page, line.product)
  await openPickList(page, { orders: [order] })
  const picked = field(await rowOf(page, line), 'unit_quantity')
  await picked.fill('1')
  await picked.press('Enter')
  await low(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(picked).toHaveValue('0')
  await picked.fill('2')
  await picked.press('Enter')
  await low(page).getByRole('button', { name: 'Change it' }).click()
  await expect(picked).toHaveValue('2')
  await setStock(sharedServer, line.product, 'in stock')
})

test('A061 A062 A083 A084 a product’s name opens what is known of it, and its picture opens large', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman')
  const line = await takeLine(sharedServer)
  const [product] = await sharedServer.query<Record<string, string>>(
    `select size, api_description, units_per_case::text as pack, combined_stock_level::text as stock, url
       from products where upc = $1`,
    [line.product],
  )
  await openLine(page, line)
  await inCurrent(page, line.name).click()
  const detail = dialog(page, line.name)
  for (const fact of [
    product!['size']!,
    product!['api_description']!,
    product!['pack']!,
    product!['stock']!,
    line.product,
  ])
    await expect(detail).toContainText(fact)
  await expect(detail.getByText(/^(Unit|Case) price$/).first()).toBeVisible()

  await detail.getByRole('button', { name: `Picture of ${line.name}` }).click()
  const large = page.getByRole('img', { name: line.name })
  await expect(large).toHaveAttribute('src', product!['url']!)
  await expect(large).toBeInViewport({ ratio: 1 })
  expect(await large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const preview = dialog(page, line.name).filter({ has: large })
  await preview.getByRole('button', { name: 'Close' }).last().click()
  await expect(large).toBeHidden()
  // Escape closes what lies on top, and nothing behind it.
  await detail.getByRole('button', { name: `Picture of ${line.name}` }).click()
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the history of an item says who did what, on which device and by which scan', async ({
  as,
  sharedServer,
}) => {
  const page = await as('picker')
  const line = await takeLine(sharedServer)
  await openLine(page, line)
  await wedge(page, line.product)
  await expect
    .poll(async () => {
      const stored = await storedLine(sharedServer, line)
      return Number(stored!['unit_quantity']) + Number(stored!['case_quantity'])
    }, SENT)
    .toBe(1)
  await inCurrent(page, 'History').click()
  const first = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await expect(first).toContainText('Scanned')
  await expect(first).toContainText(/picker, device [0-9a-f]{8} · \d\d:\d\d:\d\d/)
  await expect(first).toContainText(line.product)
})

test('A193 Invoice asks for pieces that nobody has weighed, and bills them at the average on purpose', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(
    sharedServer,
    `exists (select from order_items i join products p on p.upc = i.product
              where i.order_id = o.id and p.weight_type = 'r/w' and not i.out_of_stock)
     and not exists (select from order_items i where i.order_id = o.id and i.lot_tracked)`,
  )
  await sharedServer.query(
    `update order_items set picked = not out_of_stock, scanned = true,
            unit_quantity = case when out_of_stock then 0 else units_ordered end,
            case_quantity = case when out_of_stock then 0 else cases_ordered end where order_id = $1`,
    [order],
  )
  const page = await as('foreman')
  await openScan(page, order)
  await expect(page.getByRole('progressbar', { name: 'Picked' })).toHaveAttribute('aria-valuenow', /^[1-9]/)
  await action(page, 'Save').click()
  await page.getByRole('dialog', { name: 'Save the scan?' }).getByRole('button', { name: 'Confirm' }).click()
  const saved = page.getByRole('dialog', { name: 'Save', exact: true })
  await saved.getByRole('button', { name: 'Invoice' }).click()
  await expect(saved.getByRole('alert')).toContainText('Not weighed yet:')
  await button(page, 'Bill at average weight').click()
  await expect(page).toHaveURL(`/order/${order}/invoice`)
  const [stored] = await sharedServer.query<{ invoiced: boolean; averaged: boolean }>(
    `select invoiced, exists (select from order_items where order_id = $1 and billed_at_average) as averaged
       from orders where id = $1`,
    [order],
  )
  expect(stored).toEqual({ invoiced: true, averaged: true })
})
