/** The office’s order lists: of a customer, out of a file and into one, and seen from the products. */
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test, type Server } from './larder.ts'

test.describe.configure({ mode: 'default' })

interface Place {
  id: number
  name: string
  company: number
  list: number
}
/** A location with one list of its own that no other test of the house's customers orders from. */
async function takePlace(server: Server, nth: number): Promise<Place> {
  const [place] = await server.query<Place>(
    `select cl.id, cl.name, cl.company_id as company, min(l.id) as list
       from company_locations cl join order_lists l on l.company_location_id = cl.id
      group by cl.id having count(*) = 1 and not bool_or(l.is_public) order by cl.id desc offset $1 limit 1`,
    [nth],
  )
  return place!
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const names = (page: Page) => page.getByRole('textbox', { name: /^Name of category/ })
/** The calls that write order lists, as they are sent. */
function writes(page: Page): { method: string; path: string; body: Record<string, unknown> }[] {
  const sent: ReturnType<typeof writes> = []
  page.on('request', (one) => {
    const { pathname } = new URL(one.url())
    if (one.method() !== 'GET' && pathname.startsWith('/api/orderlists'))
      sent.push({ method: one.method(), path: pathname, body: one.postDataJSON() })
  })
  return sent
}
const saveNow = async (page: Page) => {
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

test('C079 C220 C260 C261 C326 C327 C328 C330 a list is edited here and saved when it is asked for, a new one too', async ({
  as,
  sharedServer,
}) => {
  const place = await takePlace(sharedServer, 0)
  const page = await as('office', DESK)
  const sent = writes(page)
  const [call] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname === '/api/orderlists'),
    page.goto(`/customer/${place.id}/orderlists`),
  ])
  expect(new URL(call.url()).search).toBe(`?no_page=1&company_id=${place.company}`)
  await expect(page.getByLabel('Customer Location', { exact: true })).toHaveValue(String(place.id))
  const before = await names(page).count()
  expect(before).toBeGreaterThan(2)

  // C260: each of the three left out in turn.
  const addCategory = button(page, 'Add category')
  await expect(addCategory).toBeDisabled()
  await page.getByLabel('Category name').fill('Staff meals')
  await expect(addCategory).toBeEnabled()
  await page.getByLabel('Order List').selectOption('')
  await expect(addCategory).toBeDisabled()
  await page.getByLabel('Order List').selectOption(String(place.list))
  await page.getByLabel('Customer Location', { exact: true }).selectOption('')
  await expect(addCategory).toBeDisabled()
  await page.getByLabel('Customer Location', { exact: true }).selectOption(String(place.id))
  await addCategory.click()
  await expect(names(page)).toHaveCount(before + 1)
  expect(sent).toEqual([])
  // What is typed is kept in its tab (docs/decisions/0138), and goes when it is discarded.
  await page.reload()
  await expect(names(page)).toHaveCount(before + 1)
  await button(page, 'Discard it').click()
  await expect(names(page)).toHaveCount(before)

  await page.getByLabel('Category name').fill('Staff meals')
  await addCategory.click()
  await button(page, 'Move Staff meals up').click()
  await expect(names(page).nth(before - 1)).toHaveValue('Staff meals')
  // The pointer takes it to the top by its handle, and Escape lets go of a row where it was.
  const handleOf = (name: string) => page.getByRole('button', { name: new RegExp(`^Reorder ${name},`) })
  const drag = async (end: () => Promise<void>) => {
    await handleOf('Staff meals').scrollIntoViewIfNeeded()
    const [from, to] = [await handleOf('Staff meals').boundingBox(), await names(page).first().boundingBox()]
    await page.mouse.move(from!.x + 20, from!.y + 20)
    await page.mouse.down()
    await page.mouse.move(from!.x + 20, to!.y, { steps: 8 })
    await end()
  }
  await drag(async () => {
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
  await expect(names(page).nth(before - 1)).toHaveValue('Staff meals')
  await drag(() => page.mouse.up())
  await expect(names(page).first()).toHaveValue('Staff meals')
  await expect(page.getByText(`Staff meals is now 1 of ${before + 1}.`)).toBeVisible()
  await expectAccessible(page, 'categories', 'main')
  await button(page, 'Show the products of Staff meals').click()
  await expect(button(page, 'Products')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('There are no products assigned to this category')).toBeVisible()
  const addProduct = button(page, 'Add product')
  await expect(addProduct).toBeDisabled()
  const [offered] = await sharedServer.query<{ upc: string; name: string }>(
    `select upc, name from products p where active and not exists
       (select from order_list_rows r where r.product = p.upc and r.order_list_id = $1) order by upc limit 1`,
    [place.list],
  )
  await page.getByLabel('Product', { exact: true }).fill(offered!.upc)
  await page.getByRole('list', { name: 'Products found' }).getByText(offered!.name).click()
  await expect(addProduct).toBeEnabled()
  await page.getByLabel('Category', { exact: true }).selectOption('')
  await expect(addProduct).toBeDisabled()
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Staff meals' })
  await addProduct.click()
  const listed = page.getByRole('list', { name: 'Products of Staff meals' })
  await expect(listed.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'products', 'main')

  await saveNow(page)
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  await button(page, 'Close').last().click()
  await expect
    .poll(() => sent.map(({ method, path }) => [method, path]))
    .toEqual([['PATCH', `/api/orderlists/${place.list}`]])
  expect(sent[0]!.body).toMatchObject({ id: place.list, company_location: place.id, visible: true })
  await page.reload()
  await expect(names(page)).toHaveCount(before + 1)
  await button(page, 'Products').click()
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Staff meals' })
  await expect(listed).toContainText(offered!.name)

  await button(page, 'New order list').click()
  await button(page, 'Categories').click()
  await expect(page.getByRole('alert')).toHaveText("The orderlist doesn't have any categories.")
  await page.getByLabel('Category name').fill('Oils')
  await addCategory.click()
  await saveNow(page)
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  await button(page, 'Close').last().click()
  await page.getByLabel('Category name').fill('Dry')
  await addCategory.click()
  await saveNow(page)
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  const [made] = await sharedServer.query<{ id: number; category_names: string[] }>(
    'select id, category_names from order_lists order by id desc limit 1',
  )
  expect(made!.category_names).toEqual(['Oils', 'Dry'])
  await expect
    .poll(() => sent.slice(1).map(({ method, path }) => [method, path]))
    .toEqual([
      ['POST', '/api/orderlists/'],
      ['PATCH', `/api/orderlists/${made!.id}`],
    ])
})

/** A workbook as other programs write it: texts in a table of their own, numbers, rows and cells left out. */
function workbook(): Buffer {
  const part = (text: string) => strToU8(`<?xml version="1.0"?>${text}`)
  const cell = (at: string, kind: string, value: string) => `<c r="${at}" t="${kind}"><v>${value}</v></c>`
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part(
        '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': part(
        '<Relationships><Relationship Id="rId7" Target="worksheets/other.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': part('<sst><si><r><t>From </t></r><r><t>Excel</t></r></si></sst>'),
      'xl/worksheets/other.xml': part(
        `<worksheet><sheetData><row r="2">${cell('A2', 's', '0')}</row><row r="3">${cell('A3', 'n', '77')}</row>` +
          `<row r="5">${cell('B5', 'n', '1')}</row><row r="6">${cell('A6', 'str', 'Second')}</row></sheetData></worksheet>`,
      ),
    }),
  )
}

test('C221 C259 C351 C352 C353 C378 C379 C410 a list comes from a file and goes into one; what fails is said where it failed', async ({
  as,
  sharedServer,
}) => {
  const place = await takePlace(sharedServer, 1)
  const page = await as('office', DESK)
  const sent = writes(page)
  const products = '**/api/products?include_inactive=*'
  await page.route(products, (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await page.goto(`/customer/${place.id}/orderlists`)
  await expect(page.getByText('There was an error while getting products information')).toBeVisible()
  await page.unroute(products)
  await button(page, 'Try again').click()
  await expect(page.getByText('There was an error while getting products information')).toBeHidden()
  const categories = await names(page).count()

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()])
  expect(file.suggestedFilename()).toBe(`${place.name}_OrderList_${place.list}_export.xlsx`)
  const exported = readFileSync(await file.path())
  const choose = (name: string, content: Buffer | string) =>
    page
      .getByLabel('The file to import')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  const dialog = page.getByRole('dialog', { name: 'Replace the categories?' })

  for (const [name, content, said] of [
    ['list.csv', '\r\n,only a note\r\n', "The orderlist doesn't have any categories."],
    ['list.txt', 'Oils', "The imported file it's not compatible. Please use a .csv or .xlsx file."],
    ['list.xlsx', 'no workbook', "The imported file it's not compatible. Please use a .csv or .xlsx file."],
  ] as const) {
    await choose(name, content)
    await expect(page.getByRole('alert').getByText(said, { exact: true })).toBeVisible()
  }

  await choose('list.csv', 'Oils\r\n77\r\n1.2E+11\r\n\r\nDry\r\n')
  await expect(dialog).toContainText('2 categories and 1 product')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(names(page)).toHaveCount(categories)
  await choose('list.xlsx', workbook())
  await expect(dialog).toContainText('2 categories and 1 product')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(names(page).nth(0)).toHaveValue('From Excel')
  await expect(names(page).nth(1)).toHaveValue('Second')
  await expect(names(page)).toHaveCount(2)
  await expect(page.getByText('undefined (undefined)', { exact: true })).toBeVisible()
  expect(sent).toEqual([])

  await page.route('**/api/orderlists/*', (route) =>
    route.fulfill({ status: 400, json: { message: 'The list is on fire.' } }),
  )
  await saveNow(page)
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('There was an error while saving the orderlist information')
  await expect(alert).toContainText('The list is on fire.')
  await page.unroute('**/api/orderlists/*')
  await button(page, 'Continue').click()
  await saveNow(page)
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  await button(page, 'Close').last().click()
  await expect(page.getByText('undefined (undefined)', { exact: true })).toBeHidden()

  await choose('again.xlsx', exported)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(names(page)).toHaveCount(categories)
  const rows = () =>
    sharedServer.query(
      'select product, category_name from order_list_rows where order_list_id = $1 order by position',
      [place.list],
    )
  expect(await rows()).toEqual([])
  await saveNow(page)
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  expect((await rows()).length).toBeGreaterThan(20)
})

test('A338 C271 C272 C292 with few products at hand a search asks the server, once, 300 ms after the last key', async ({
  as,
  sharedServer,
}) => {
  const place = await takePlace(sharedServer, 2)
  const page = await as('office', DESK)
  const products = Array.from({ length: 50 }, (_, n) => ({
    upc: `00${n}`,
    name: `Thing a#b ${n}`,
    active: true,
  }))
  const asked: string[] = []
  await page.route('**/api/products?*', (route) => {
    const search = new URL(route.request().url()).searchParams
    const term = search.get('search')
    if (term === null) return route.fulfill({ json: products })
    expect(search.get('no_page')).toBe('1')
    asked.push(term)
    return route.fulfill({ json: [{ upc: '0999', name: 'Eggs, brown', active: true }] })
  })
  await page.goto(`/customer/${place.id}/orderlists`)
  await button(page, 'Products').click()
  const field = page.getByLabel('Product', { exact: true })
  const found = page.getByRole('list', { name: 'Products found' }).getByRole('listitem')
  await field.pressSequentially('egg', { delay: 20 })
  await expect(found).toHaveText(['Eggs, brown0999'])
  await field.fill('a#b')
  await expect(found).toHaveCount(50)
  await field.fill('a|b')
  await expect(page.getByText('No product has these words.')).toBeVisible()
  await expect.poll(() => asked).toEqual(['egg'])

  await page.context().setOffline(true)
  try {
    await expect(
      page.getByText('The server is not in reach. What you change is kept in this tab.'),
    ).toBeVisible()
  } finally {
    await page.context().setOffline(false)
  }
})

test('C118 C119 C120 C121 C263 C324 C325 C331 every product says which lists it is on, and is put on them and taken off', async ({
  as,
  sharedServer,
}) => {
  const place = await takePlace(sharedServer, 3)
  const page = await as('office', DESK)
  const sent = writes(page)
  await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname === '/api/productsbyorderlist'),
    page.goto('/orderlistPrototype'),
  ])
  await expect(page.getByRole('heading', { name: 'Orderlist Management' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  const [{ count }] = (await sharedServer.query<{ count: number }>(
    'select count(*)::int as count from products',
  )) as [{ count: number }]
  await expect(page.getByText(`${count} of ${count} products`)).toBeVisible()
  expect(count).toBeGreaterThan(400)
  expect(await rows.count()).toBeLessThan(60)
  await expect(rows.first()).toHaveAttribute('aria-posinset', '1')
  await rows.first().hover()
  await page.mouse.wheel(0, 1_000_000)
  await expect(rows.last()).toHaveAttribute('aria-posinset', String(count))
  expect(await rows.count()).toBeLessThan(60)

  const [product] = await sharedServer.query<{ upc: string; name: string; category: string }>(
    `select p.upc, p.name, r.category_name as category from products p
       join order_list_rows r on r.product = p.upc and r.order_list_id = $1 order by r.position limit 1`,
    [place.list],
  )
  const field = page.getByLabel('Search', { exact: true })
  await field.fill(product!.upc.slice(0, 2))
  await expect(page.getByText(`${count} of ${count} products`)).toBeVisible()
  // Three characters find others than all of them: each search that was made on the way would be seen.
  const said = await page.getByText(`${count} of ${count} products`).evaluateHandle((line) => {
    const texts: string[] = []
    const note = () => texts.push(line.textContent)
    new MutationObserver(note).observe(line, { subtree: true, childList: true, characterData: true })
    return texts
  })
  await field.fill('')
  await field.focus()
  // Queued at once: however busy the page is, the search rests between no two of them.
  await Promise.all([...product!.upc].map((key) => page.keyboard.press(key)))
  await expect(page.getByText(`1 of ${count} products`)).toBeVisible()
  expect(new Set(await said.jsonValue())).toEqual(new Set([`1 of ${count} products`]))
  await expect(rows).toContainText(place.name)
  await expectAccessible(page, 'order list management', 'main')

  await page.getByRole('button', { name: `Order lists of ${product!.name}` }).click()
  const dialog = page.getByRole('dialog', { name: product!.name })
  await dialog.getByLabel('Order list', { exact: true }).fill(place.name)
  const list = dialog.getByRole('listitem', { name: place.name, exact: true })
  await expect(list).toContainText(`In ${product!.category}`)
  await expectAccessible(page, 'lists of a product', '[role=dialog]')
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toContainText('Not on it')
  await expect(rows).not.toContainText(place.name)
  const [read] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname === `/api/orderlists/${place.list}`),
    list.getByRole('button', { name: 'Choose a category' }).click(),
  ])
  expect(read.method()).toBe('GET')
  await expect(list.getByRole('button', { name: 'Add' })).toBeDisabled()
  await list.getByLabel('Category').selectOption(product!.category)
  await list.getByRole('button', { name: 'Add' }).click()
  await expect(list).toContainText(`In ${product!.category}`)
  const body = { upc: product!.upc, category_name: product!.category }
  await expect
    .poll(() => sent)
    .toEqual([
      { method: 'POST', path: `/api/orderlists/${place.list}/removeproduct/`, body },
      { method: 'POST', path: `/api/orderlists/${place.list}/addproduct/`, body },
    ])
})
