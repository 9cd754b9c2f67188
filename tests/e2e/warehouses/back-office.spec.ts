/** Warehouses, a customer's fees, price refresh and reports. Each test makes what it changes. */
import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { read, utils } from 'sheetjs-style'
import { addDays } from '#contract/day.ts'
import { expectAccessible } from '../accessible.ts'
import { callApi, DESK, expect, shared as test, type Server } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()

/** Every call to one of these addresses that this page makes from now on, as `METHOD path`. */
function callsOf(page: Page, paths: RegExp): { calls: string[]; bodies: unknown[] } {
  const seen = { calls: [] as string[], bodies: [] as unknown[] }
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (!paths.test(pathname)) return
    seen.calls.push(`${request.method()} ${pathname.slice(5)}${search}`)
    if (request.method() !== 'GET') seen.bodies.push(request.postDataJSON())
  })
  return seen
}

async function made<T>(server: Server, path: string, body: unknown): Promise<T> {
  const answer = await callApi(server, 'admin', 'POST', path, body)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body as T
}
/** `YYYY-MM-DD`, by the distributor's clock. */
async function tomorrowOf(server: Server): Promise<string> {
  const [{ today } = { today: '' }] = await server.query<{ today: string }>(
    `select (now() at time zone 'America/New_York')::date::text as today`,
  )
  return addDays(today, 1)
}
const shownDay = (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')
const makeCustomer = (server: Server) =>
  made<{ id: number; name: string; company_id: number }>(server, 'companylocations/', {
    name: unique('Mole'),
  })

test('C014 C021 C022 C027 C028 C111 C112 C113 C115 C116 C117 C166 C305 C307 C309 C310 C311 C359 C386 a warehouse is set up', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const { calls, bodies } = callsOf(page, /^\/api\/(warehouses|receiptformats|receiptline)/)
  await page.goto('/warehouse')
  await expect(page.getByRole('columnheader')).toHaveText(['id', 'name'])
  await expect(page.getByRole('link', { name: /^Edit warehouse 1,/ })).toHaveCount(1)
  await expect.poll(() => calls).toEqual(['GET warehouses?no_page=1'])
  await page.goto('/setup')
  await expect(page.getByRole('link', { name: /^Edit warehouse 1,/ })).toBeVisible()
  await expectAccessible(page, 'setup')

  const steps = page.getByRole('list', { name: 'Steps of the warehouse' }).getByRole('listitem')
  const name = page.getByRole('textbox', { name: 'Name' })
  await page.goto('/warehouse/add')
  await expect(name).toHaveValue('')
  await page.goto('/setup')
  await page.getByRole('link', { name: 'Add Warehouse' }).click()
  await expect(page).toHaveURL('/warehouses/add')
  await expect(steps).toHaveText([/Warehouse Information/, /Warehouse Receipt/, /Warehouse Mapping/])
  await press(page, 'Next')
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  const called = unique('Annexe')
  await name.fill(called)
  await press(page, 'Next')
  await expect
    .poll(() => calls)
    .toEqual(
      expect.arrayContaining([
        'GET receiptformats?no_page=1',
        'GET receiptlineheaders?no_page=1',
        'GET receiptlineunittypemappings?no_page=1',
      ]),
    )
  await page.getByRole('combobox', { name: 'Receipt format' }).selectOption('Packing list')
  await expect(page.getByRole('textbox', { name: 'Column 2' })).toHaveValue('Pieces')
  await press(page, 'Add column')
  await page.getByRole('textbox', { name: 'Column 5' }).fill('Item')
  await press(page, 'Next')
  await page.getByRole('combobox', { name: 'Item', exact: true }).selectOption('Item code')
  await expectAccessible(page, 'warehouse wizard')

  await page.route('**/api/warehousesmaps/', (route) =>
    route.fulfill({ status: 400, json: { category: 'is odd' } }),
  )
  calls.length = 0
  await press(page, 'Save')
  expect(calls).toEqual([])
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('alert').locator('p')).toHaveText('category: is odd')
  await page.unroute('**/api/warehousesmaps/')
  await inDialog(page, 'Continue')
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The warehouse has been saved.')).toBeVisible()
  await inDialog(page, 'Close')
  await expect(page).toHaveURL('/setup')
  // Made once, though its maps were refused at first.
  await expect
    .poll(() => calls.filter((call) => call.startsWith('POST')))
    .toEqual(['POST warehouses', 'POST warehousesmaps/', 'POST warehousesmaps/'])
  await expect.poll(() => bodies[0]).toEqual([{ name: called }])
  const [{ id } = { id: 0 }] = await sharedServer.query<{ id: number }>(
    'select id from warehouses where name = $1',
    [called],
  )
  await expect.poll(() => bodies[2]).toContainEqual({ field: 'item_code', warehouse: id, category: 'Item' })

  await page.getByRole('link', { name: `Edit warehouse ${id}, ${called}` }).click()
  await expect(page).toHaveURL(`/warehouse/${id}`)
  await expect(name).toHaveValue(called)
  await name.fill(`${called} II`)
  await press(page, 'Cancel')
  await expect(page).toHaveURL('/setup')
  await page.goto(`/warehouse/${id}`)
  await expect(name).toHaveValue(called)
  await name.fill(`${called} II`)
  for (const _ of ['receipt', 'mapping']) await press(page, 'Next')
  await page.getByRole('combobox', { name: 'Item', exact: true }).selectOption('Product name')
  calls.length = 0
  bodies.length = 0
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The warehouse has been saved.')).toBeVisible()
  await expect
    .poll(() => calls)
    .toEqual([`PUT warehouses/${id}`, expect.stringMatching(/^PUT warehousesmaps\/\d+$/)])
  await expect
    .poll(() => bodies)
    .toEqual([{ name: `${called} II` }, { field: 'product_name', warehouse: id, category: 'Item' }])
})

test('C080 C081 C153 C154 C155 C160 C234 C235 a customer’s fees: both modes, a surcharge that is one after a reload', async ({
  as,
  sharedServer,
}) => {
  const { id, name } = await makeCustomer(sharedServer)
  const fee = { type: 'f', amount: '2.00', company_location: id }
  await made(sharedServer, 'margintemplates/', { ...fee, description: 'Split cases' })
  await made(sharedServer, 'surchargetemplates/', { ...fee, description: 'Early delivery' })
  const page = await as('office', DESK)
  await page.goto(`/customer/${id}/fees`)
  await expect(page.getByRole('heading', { name: `Edit/Add ${name} Fees` })).toBeVisible()
  const listed = page.getByRole('region', { name: 'Fees' }).getByRole('group')
  await expect(listed).toHaveCount(2)
  await expect(listed.nth(0)).toContainText('Margin')
  await expect(listed.nth(1)).toContainText('Surcharge')

  const form = page.getByRole('region', { name: 'Add a fee' })
  const add = form.getByRole('button', { name: 'Add Margin/Surcharge' })
  const note = form.getByText(
    "You have a fee amount configured but can't be saved, please complete the form.",
  )
  await expect(form.getByRole('combobox', { name: 'Fee type' }).getByRole('option')).toHaveText([
    'Margin',
    'Surcharge',
  ])
  await form.getByRole('combobox', { name: 'Fee type' }).selectOption('Surcharge')
  await form.getByRole('textbox', { name: 'Amount' }).fill('3.50')
  await expect(note).toBeVisible()
  await form.getByRole('combobox', { name: 'Type', exact: true }).selectOption('f')
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('combobox', { name: 'Warehouse' }).selectOption('Freezer')
  await expect(note).toHaveCount(0)
  await form.getByRole('textbox', { name: 'Description' }).fill('Dry ice')
  await expectAccessible(page, 'customer fees')
  await add.click()
  await expect(listed).toHaveCount(3)

  await page.getByText('Per Product', { exact: true }).click()
  await expect(page.getByText('There are no margins added')).toBeVisible()
  await form.getByRole('combobox', { name: 'Type', exact: true }).selectOption('f')
  await form.getByRole('textbox', { name: 'Amount' }).fill('1')
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('button', { name: 'Choose product' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Choose / })
    .first()
    .click()
  await expect(note).toHaveCount(0)
  await add.click()
  await expect(listed).toHaveCount(1)

  const { calls } = callsOf(page, /^\/api\/(margin|surcharge)templates/)
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The fees have been saved.')).toBeVisible()
  await expect.poll(() => calls).toEqual(['POST margintemplates/?kind=surcharge', 'POST margintemplates/'])
  await page.goto(`/customer/${id}/fees`)
  await expect(listed).toHaveCount(3)
  const ice = page.getByRole('group', { name: 'Dry ice' })
  await expect(ice).toContainText('Surcharge')
  await expect(ice.getByRole('combobox', { name: 'Warehouse' })).toHaveValue('4')
})

test('C024 C122 C176 C266 C332 C333 C401 prices of the chosen orders are refreshed', async ({
  as,
  sharedServer,
}) => {
  // Days that no other order is delivered on.
  const day = '2031-05-20'
  const { id: location, company_id } = await makeCustomer(sharedServer)
  const orders = await sharedServer.query<{ id: number }>(
    `insert into orders (company_id, company_location_id, delivery_date)
       select $1, $2, $3 from generate_series(1, 3) returning id`,
    [company_id, location, day],
  )
  const [one, two, locked] = orders.map(({ id }) => id) as [number, number, number]
  await sharedServer.query('update orders set invoiced = true where id = $1', [locked])
  const page = await as('office', DESK)
  const { calls, bodies } = callsOf(page, /^\/api\/(orderpricerefresh|getlatestrdsyncdate)/)
  await page.route('**/api/getlatestrdsyncdate', (route) =>
    route.fulfill({ json: { latest_sync_date: '2026-03-04T08:10:00Z', num_products_synced: 412 } }),
  )
  await page.goto('/priceRefresh')
  await expect(page.getByText(/^Latest supplier sync: .*, 412 products\.$/)).toBeVisible()
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  const tomorrow = shownDay(await tomorrowOf(sharedServer))
  for (const label of ['Delivery end date', 'Delivery start date'])
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(tomorrow)
  for (const label of ['Delivery end date', 'Delivery start date'])
    await page.getByRole('textbox', { name: label }).fill('05/20/2031')
  // Leaves the field, whose calendar lies over the list.
  await page.getByRole('heading', { name: 'Price Refresh' }).click()
  await page.getByRole('checkbox', { name: `Choose ${one}` }).check()
  await page.getByRole('checkbox', { name: `Choose ${two}` }).check()
  await expect(page.getByRole('checkbox', { name: `Choose ${locked}` })).toBeDisabled()
  await expectAccessible(page, 'price refresh')
  await update.click()
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByText('The prices were up to date already.')).toBeVisible()
  await expect.poll(() => calls).toEqual(['GET getlatestrdsyncdate', 'POST orderpricerefresh/'])
  await expect.poll(() => bodies).toEqual([{ order_ids: [one, two] }])
  await inDialog(page, 'Close')
  await expect(update).toHaveAttribute('aria-disabled', 'true')
})

test('C024 C124 C125 C126 C270 C334 C374 C375 C400 C407 C409 a report is exported, and what goes wrong is told', async ({
  as,
  fresh,
  sharedServer,
}) => {
  const { name } = await makeCustomer(sharedServer)
  const page = await as('office', DESK)
  await page.goto('/reporting?report=nonsense')
  const form = page.getByRole('form', { name: 'Report' })
  const report = form.getByRole('combobox', { name: 'Report' })
  const location = form.getByRole('combobox', { name: 'Company location' })
  const exporting = form.getByRole('button', { name: 'Export Report' })
  const { calls } = callsOf(page, /^\/api\/reports\//)
  await expect(report.getByRole('option')).toHaveText([
    'Choose a report',
    'Purchase Report by Order',
    'Aggregated Purchase Report',
  ])
  await location.selectOption(name)
  await exporting.click()
  await expect(form.getByText('There was an issue exporting the report; API not found.')).toBeVisible()
  expect(calls).toEqual([])

  await page.goto('/reporting')
  await expect(exporting).toHaveAttribute('aria-disabled', 'true')
  await location.selectOption(name)
  await expect(exporting).toHaveAttribute('aria-disabled', 'true')
  await location.selectOption('')
  await report.selectOption('Aggregated Purchase Report')
  await expect(exporting).toHaveAttribute('aria-disabled', 'true')
  await location.selectOption(name)
  const tomorrow = await tomorrowOf(sharedServer)
  for (const label of ['Start date', 'End date'])
    await expect(form.getByRole('textbox', { name: label })).toHaveValue(shownDay(tomorrow))
  await expect(form.getByText('from 00:00:00')).toBeVisible()
  await expect(form.getByText('to 23:59:59')).toBeVisible()
  await expectAccessible(page, 'reporting')

  await page.route('**/api/reports/**', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await exporting.click()
  await expect(form.getByText('There was an error while exporting the report')).toBeVisible()
  await page.unroute('**/api/reports/**')
  const downloading = page.waitForEvent('download')
  await exporting.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${name}_${tomorrow}_to_${tomorrow}_aggregated_purchase.xlsx`)
  const book = read(readFileSync(await download.path()), { type: 'buffer' })
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })[0]).toContain('Product')

  // C125: nobody is known before the users list has answered, and then who they are decides.
  const other = await fresh()
  await other.goto('/reporting')
  await expect(other.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
  let answer = () => undefined as void
  await other.route('**/api/users?no_page=1', async (route) => {
    await new Promise<void>((go) => (answer = go))
    await route.continue()
  })
  const asked = other.waitForRequest('**/api/users?no_page=1')
  await other.getByLabel('Username').fill('buyer')
  await other.getByLabel('Password', { exact: true }).fill('harborvine')
  await other.getByRole('button', { name: 'SIGN IN' }).click()
  await asked
  await expect(other).toHaveURL('/reporting')
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(other.getByText('Permission denied')).toHaveCount(0)
  await expect(other.getByRole('form', { name: 'Report' })).toHaveCount(0)
  answer()
  await expect(other.getByText('Permission denied')).toBeVisible()
  await expect(other.getByRole('form', { name: 'Report' })).toHaveCount(0)
})
