/** The pick list's dialogs: substitutes, a new item, saving, the spreadsheet; and its print page. */
import { expectAccessible } from '../accessible.ts'
import type { Page } from '@playwright/test'
import { refusePushes } from '../floor.ts'
import { DESK, expect, readDevice, SENT, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import {
  button,
  check,
  dialog,
  field,
  linesOf,
  lineWhere,
  openPickList,
  rowOf,
  rows,
  saveNow,
  storedItem,
} from './pick-list.ts'

test.describe.configure({ mode: 'default' })

const NOTE = 'The sub product uses a different unit type please adjust the quantities.'
const rowButton = async (page: Page, line: { product: string; order: number }, name: RegExp) =>
  (await rowOf(page, line)).getByRole('button', { name })
const saved = (page: Page) => dialog(page, 'Save')

test('A079 A081 A082 A204 A241 A243 A244 a substitute is found, counted anew in its unit, told of, and taken back', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const order = await takeOrder(
    sharedServer,
    `exists (select from order_items i join products p on p.upc = i.product
              where i.order_id = o.id and not i.out_of_stock and p.acceptable_substitutions <> '{}')`,
  )
  const lines = await linesOf(sharedServer, [order])
  const line = lineWhere(lines, ({ substitute }) => substitute !== null)
  const [known] = await sharedServer.query<{ name: string }>('select name from products where upc = $1', [
    line.substitute,
  ])
  // Sold by what the line has none of.
  const [other] = await sharedServer.query<{ upc: string; name: string }>(
    `select upc, name from products where active and unit_type = $1 and upc <> all($2) order by upc limit 1`,
    [line.units > 0 ? 'Case' : 'Unit', lines.map(({ product }) => product)],
  )
  await openPickList(page, { orders: [order] })
  await (await rowButton(page, line, /^Substitute /)).click()
  const choices = dialog(page, 'Acceptable substitutions')
  await expect(choices.getByRole('button', { name: known!.name })).toBeVisible()

  const searches: string[] = []
  page.on('request', (request) => {
    const search = new URL(request.url()).searchParams.get('search')
    if (search !== null) searches.push(search)
  })
  const custom = choices.getByLabel('Custom substitute')
  await custom.pressSequentially(other!.name.slice(0, 2))
  await expect(choices.getByText('Type at least 3 characters.')).toBeVisible()
  await custom.pressSequentially(other!.name.slice(2))
  await choices.getByRole('button', { name: other!.name }).first().click()
  await expect.poll(() => searches).toEqual([other!.name])

  const amounts = dialog(page, 'Substitution quantities')
  await expect(
    amounts.getByText(
      'The acceptable substitution cannot be sold in the same unit type of the previous item, please select the new quantities:',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(amounts.getByText(NOTE, { exact: true })).toBeVisible()
  const confirm = amounts.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  await amounts.locator('input:enabled').first().fill('2')
  await confirm.click()
  await saveNow(page)
  const onDevice = async () => (await readDevice(page, 'items')).find(({ id }) => id === line.id)
  await expect.poll(onDevice, SENT).toMatchObject({ product: other!.upc, original_product: line.product })

  const now = { product: other!.upc, order }
  await (await rowButton(page, now, /^Substitution Information/)).click()
  const told = dialog(page, 'Substitution Information')
  for (const name of [line.name, other!.name]) await expect(told).toContainText(name)
  await expect(told).toContainText('2 ')
  await told.getByRole('button', { name: 'Revert to original' }).click()
  await saveNow(page)
  await expect.poll(onDevice, SENT).toMatchObject({ product: line.product, original_product: null })
})

test('A290 A333 what may stand for a product is edited here, and a refusal is shown in the server’s words', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const order = await takeOrder(sharedServer)
  const line = lineWhere(await linesOf(sharedServer, [order]), ({ substitute }) => substitute === null)
  const [other] = await sharedServer.query<{ upc: string; name: string }>(
    'select upc, name from products where active and upc <> $1 order by name limit 1',
    [line.product],
  )
  await openPickList(page, { orders: [order] })
  await (await rowButton(page, line, /^Substitute /)).click()
  await button(page, 'Edit substitutions').click()
  const editor = dialog(page, 'Edit substitutions')
  await editor.getByLabel('Add a substitute').fill(other!.name)
  await editor
    .getByRole('list', { name: 'Products' })
    .getByRole('button', { name: other!.name })
    .first()
    .click()
  await expectAccessible(page, 'substitutes editor', '[role=dialog]')
  const save = editor.getByRole('button', { name: 'Save', exact: true })
  for (const [field, words] of [
    ['message', 'That cannot stand for it.'],
    ['detail', 'Not while it is counted.'],
  ] as const) {
    await page.route('**/api/productedit/*', (route) =>
      route.fulfill({ status: 400, json: { [field]: words } }),
    )
    await save.click()
    await expect(editor.getByRole('alert')).toHaveText(words)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await save.click()
  const choices = dialog(page, 'Acceptable substitutions')
  await expect(
    choices
      .getByRole('list', { name: 'Acceptable substitutions' })
      .getByRole('button', { name: other!.name }),
  ).toBeVisible()
  await sharedServer.query(`update products set acceptable_substitutions = '{}' where upc = $1`, [
    line.product,
  ])
})

test('A116 A193 A194 A238 A320 A321 saving says what came of it, and leads to the order and to its invoice', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const plain = `not exists (select from order_items i where i.order_id = o.id and i.lot_tracked)`
  const orders = [await takeOrder(sharedServer, plain), await takeOrder(sharedServer)]
  const line = lineWhere(await linesOf(sharedServer, [orders[0]!]), ({ weight }) => weight === '')
  await openPickList(page, { orders })
  await button(page, 'Add New Item').click()
  const add = dialog(page, 'Add New Item')
  await expect(add.getByLabel('Product', { exact: true })).toBeVisible()
  await expect(add.getByRole('combobox', { name: /^Order/ })).toBeVisible()
  await expect(add.getByRole('spinbutton').or(add.locator('input[inputmode=numeric]'))).toHaveCount(2)
  await add.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Cancel')).toBeVisible()

  await refusePushes(page, { message: 'The bin is closed.' })
  await check(await rowOf(page, line), 'Picked').click()
  await button(page, 'Save').click()
  await expect(saved(page).getByRole('alert')).toContainText('There was an error saving the PickList changes')
  await expect(saved(page).getByRole('alert')).toContainText('The bin is closed.')
  await saved(page).getByRole('button', { name: 'Close' }).last().click()
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Try again').click()

  await button(page, 'Save').click()
  await expect(
    saved(page).getByText('Changes to the PickList has been successfully saved', { exact: true }),
  ).toBeVisible()
  // Two orders: neither way is offered.
  await expect(saved(page).getByRole('button', { name: /^(Order|Invoice)$/ })).toHaveCount(0)
  expect(await storedItem(sharedServer, line)).toMatchObject({ picked: true })

  await openPickList(page, { orders: [orders[0]!] })
  await button(page, 'Save').click()
  await saved(page).getByRole('button', { name: 'Order' }).click()
  await expect(page).toHaveURL(`/order/${orders[0]}`)
  await page.goBack()
  await button(page, 'Save').click()
  await saved(page).getByRole('button', { name: 'Invoice' }).click()
  await saved(page).getByRole('button', { name: 'Bill what is picked' }).click()
  await expect(page).toHaveURL(`/order/${orders[0]}/invoice`)
  const [stored] = await sharedServer.query('select invoiced from orders where id = $1', [orders[0]])
  expect(stored).toEqual({ invoiced: true })
})

test('A025 A120 A121 A122 the print page is read-only, with a filter and two toggles', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const order = await takeOrder(sharedServer)
  const lines = await linesOf(sharedServer, [order])
  await openPickList(page, { orders: [order] })
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

test('A291 A292 A293 A331 A332 A347 C364 the spreadsheet of a warehouse is asked for, saved and said so; without rows nothing is', async ({
  as,
  sharedServer,
}) => {
  const page = await as('foreman', DESK)
  const order = await takeOrder(sharedServer)
  const orders = [order, await takeOrder(sharedServer)]
  const [line] = await linesOf(sharedServer, [order])
  const [place] = await sharedServer.query<{ name: string }>('select name from warehouses where id = $1', [
    line!.warehouse,
  ])
  await openPickList(page, { orders })
  const warehouse = page.getByLabel('Export warehouse')
  await expect(button(page, 'Export xlsx')).toBeDisabled()
  await warehouse.selectOption(String(line!.warehouse))
  const [file, asked] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForRequest((one) => new URL(one.url()).pathname === '/api/productedit'),
    button(page, 'Export xlsx').click(),
  ])
  const { searchParams } = new URL(asked.url())
  expect([...searchParams]).toEqual([
    ['no_page', '1'],
    ['include_inactive', 'true'],
    ['warehouse', String(line!.warehouse)],
    ...orders.map((id) => ['order', String(id)]),
  ])
  const name = file.suggestedFilename()
  expect(name.startsWith(`${place!.name} `), name).toBe(true)
  expect(name).toMatch(/ \d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.xlsx$/)
  await expect(
    page.getByText('Table data has been exported to CSV successfully check your downloads section.'),
  ).toBeVisible()
  const empty = (
    await sharedServer.query<{ id: number }>(
      `select w.id from warehouses w where not exists (
         select from order_items i join products p on p.upc = i.product
          where i.order_id = $1 and p.warehouse_id = w.id) limit 1`,
      [order],
    )
  )[0]
  expect(empty).toBeDefined()
  await openPickList(page, { orders: [order] })
  await warehouse.selectOption(String(empty!.id))
  let isSaved = false
  page.on('download', () => (isSaved = true))
  await button(page, 'Export csv').click()
  await expect(
    page.getByText("Couldn't find any information from the selected warehouse and orders.", { exact: true }),
  ).toBeVisible()
  expect(isSaved).toBe(false)
})
