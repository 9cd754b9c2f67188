/** The pick list to work on: its order, its fields and their rules. */
import type { Page } from '@playwright/test'
import { callApi, DESK, expect, shared as test } from '../larder.ts'
import { takeOrder } from '../office.ts'
import {
  button,
  cellOf,
  check,
  field,
  linesOf,
  lineWhere,
  openPickList,
  rowOf,
  rows,
  saveNow,
  storedItem,
  type PickLine,
} from './pick-list.ts'

test.describe.configure({ mode: 'default' })

const LOTS = `exists (select 1 from order_items i where i.order_id = o.id and i.lot_tracked)`

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byBin = (a: PickLine, b: PickLine) => collator.compare(a.bin, b.bin) || a.order - b.order
const byOrder = (a: PickLine, b: PickLine) => a.order - b.order || collator.compare(a.bin, b.bin)

test('A006 A024 A099 A100 A102 A118 the rows of several orders in either order, of one location, on screen and on paper', async ({
  as,
  sharedServer,
}) => {
  const orders = [await takeOrder(sharedServer), await takeOrder(sharedServer)]
  const [moved] = await linesOf(sharedServer, orders)
  await callApi(sharedServer, 'manager', 'PATCH', `orderitems/${moved!.id}`, { bin_override: 'Z-99-9' })
  await sharedServer.query(`update order_items set out_of_stock = false where order_id = any($1)`, [orders])
  const lines = await linesOf(sharedServer, orders)
  const page = await as('manager', DESK)
  const paper = page.getByRole('table', { name: 'Pick list' }).locator('tbody tr')
  const onPaper = () =>
    paper.evaluateAll((found) =>
      found.map((row) => [row.children[2]!.textContent, row.children[4]!.textContent]),
    )
  for (const [sorting, compare] of [
    ['bin', byBin],
    ['order', byOrder],
  ] as const) {
    const wanted = lines.toSorted(compare).map(({ order, bin }) => [String(order), bin])
    await openPickList(page, { orders, sorting })
    const first = rows(page).first()
    await expect(cellOf(first, 'order')).toHaveText(wanted[0]![0]!)
    await expect(field(first, 'bin')).toHaveValue(wanted[0]![1]!)
    await page.getByRole('link', { name: 'Print', exact: true }).click()
    await expect(page).toHaveURL('/orders/picklist/details/print?from=picklist')
    await expect(paper).toHaveCount(lines.length)
    expect(await onPaper()).toEqual(wanted)
  }
  for (const filter of [3, 2]) {
    const own = lines.filter(({ warehouse }) => warehouse === filter)
    await page.evaluate((state) => history.replaceState({ ...history.state, ...state }, ''), {
      orders,
      filter,
      sorting: 'bin',
    })
    await page.reload()
    if (own.length === 0) await expect(page.getByText('There is nothing to print')).toBeVisible()
    else await expect(paper).toHaveCount(own.length)
  }
})

test('A033 A035 A117 A252 A253 A256 each role has its columns and its buttons', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(sharedServer)
  const heads = async (username: string) => {
    const page = await as(username, DESK)
    await openPickList(page, { orders: [order] })
    const add = await button(page, 'Add New Item').count()
    const remove = await page.getByRole('button', { name: /^Delete / }).count()
    return {
      names: await page.getByRole('columnheader').allTextContents(),
      add: add > 0,
      remove: remove > 0,
      page,
    }
  }
  const all = [
    'Picked',
    'Out of Stock',
    'Order',
    'Warehouse',
    'Bin',
    'UPC',
    'Item Code',
    'Name',
    'Combined Stock',
    'Units Ordered',
    'Units Picked',
    'Cases Ordered',
    'Cases Picked',
    'Coupon',
    'Taxable',
    'Final Price',
    'Substitution',
    'Actions',
  ]
  const manager = await heads('manager')
  expect(manager).toMatchObject({ names: all, add: true, remove: true })
  const picker = await heads('picker')
  expect(picker).toMatchObject({ names: all.filter((name) => name !== 'UPC'), add: false, remove: false })
  const [line] = await linesOf(sharedServer, [order])
  expect((await callApi(sharedServer, 'picker', 'DELETE', `orderitems/${line!.id}`)).status).toBe(403)
  // A033: the ways to what is edited elsewhere, for role_id below 12.
  const links = (page: Page) =>
    page.getByRole('link', { name: new RegExp(`^(Edit ${line!.name}|${code!.code})$`) })
  const [code] = await sharedServer.query<{ code: string }>(
    'select item_code as code from products where upc = $1',
    [line!.product],
  )
  for (const path of [`/product/${line!.product}`, `/itemcodes/${code!.code}`])
    await expect(
      links(manager.page)
        .and(manager.page.locator(`[href="${path}"]`))
        .first(),
    ).toBeVisible()
  await expect(links(picker.page)).toHaveCount(0)
  // A035, A005: the ways out of the list.
  await expect(manager.page.getByRole('link', { name: 'Import' })).toHaveAttribute('href', '/inventory/bulk')
  await expect(manager.page.getByRole('link', { name: line!.product, exact: true })).toHaveAttribute(
    'href',
    `/product/${line!.product}`,
  )
})

test('A197 A198 A199 A233 A235 A236 picked, out of stock, all picked, and what is closed meanwhile', async ({
  as,
  sharedServer,
}) => {
  const order = await takeOrder(
    sharedServer,
    `not ${LOTS} and exists (select 1 from order_items i join products p on p.upc = i.product
       where i.order_id = o.id and p.unit_type = 'Case')
     and exists (select 1 from order_items i join products p on p.upc = i.product
       where i.order_id = o.id and p.unit_type = 'Unit')`,
  )
  const lines = await linesOf(sharedServer, [order])
  const page = await as('manager', DESK)
  await openPickList(page, { orders: [order] }, 'order')

  const cased = await rowOf(
    page,
    lineWhere(lines, ({ sold }) => sold === 'Case'),
  )
  for (const name of ['units_ordered', 'unit_quantity']) await expect(field(cased, name)).toBeDisabled()
  for (const name of ['cases_ordered', 'case_quantity']) await expect(field(cased, name)).toBeEnabled()
  const line = lineWhere(lines, ({ sold }) => sold === 'Unit')
  const row = await rowOf(page, line)
  for (const name of ['cases_ordered', 'case_quantity']) await expect(field(row, name)).toBeDisabled()
  await check(row, 'Picked').click()
  await expect(check(row, 'Picked')).toBeChecked()
  await expect(field(row, 'unit_quantity')).toHaveValue(String(line.units))
  await check(row, 'Picked').click()
  await expect(check(row, 'Picked')).not.toBeChecked()
  await expect(field(row, 'unit_quantity')).toHaveValue('0')

  await check(row, 'Picked').click()
  await check(row, 'Out of Stock').click()
  await expect(check(row, 'Picked')).not.toBeChecked()
  await expect(field(row, 'unit_quantity')).toHaveValue('0')
  for (const name of ['units_ordered', 'unit_quantity', 'coupon_amount', 'coupon_note', 'bin'])
    await expect(field(row, name)).toBeDisabled()
  await expect(check(row, 'Picked')).toBeDisabled()
  await expect(check(row, 'Taxable')).toBeDisabled()
  await expect(check(row, 'Out of Stock')).toBeEnabled()

  await page.getByLabel('Filter', { exact: true }).fill('')
  await button(page, 'All picked').click()
  await saveNow(page)
  expect(await storedItem(sharedServer, lines.at(-1)!)).toMatchObject({ picked: true })
  expect(await storedItem(sharedServer, line)).toMatchObject({
    picked: false,
    out_of_stock: true,
    unit_quantity: 0,
  })
  const stored = await sharedServer.query<{ picked: boolean }>(
    `select picked from order_items where order_id = $1 and not out_of_stock`,
    [order],
  )
  expect(new Set(stored.map(({ picked }) => picked))).toEqual(new Set([true]))

  const again = await rowOf(page, line)
  await check(again, 'Out of Stock').click()
  await expect(field(again, 'unit_quantity')).toBeEnabled()
  await expect(check(again, 'Picked')).not.toBeChecked()
})

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
