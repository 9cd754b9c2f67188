/** A warehouse's inventory, out to a file and back in. */
import { readFileSync } from 'node:fs'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { makeProduct, sentBy } from './products.ts'

test('C008 C123 C175 C218 C257 C258 C300 C301 C306 C360 C361 C362 C363 C369 C406 C412 a warehouse’s inventory is exported to a file, and imported row by row', async ({
  as,
  sharedServer,
}) => {
  const [first, second] = [await makeProduct(sharedServer), await makeProduct(sharedServer)]
  const page = await as('office', DESK)
  const sent = sentBy(page)
  await page.goto('/inventory/bulk')
  await expect(page.getByRole('heading', { level: 1, name: 'Inventory Export/Import' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Export' })
  await expect(button).toBeDisabled()
  const choices = page.getByLabel('Warehouse').getByRole('option')
  await expect(choices).toContainText(['Choose a warehouse', 'Head office', 'Dry & Chill', 'Freezer'])
  await expect(choices.filter({ hasText: 'Cash & Carry' })).toHaveCount(0)
  await page.getByLabel('Warehouse').selectOption({ label: 'Freezer' })
  await expect(button).toBeEnabled()
  const [request, download] = await Promise.all([
    page.waitForRequest('**/api/productedit/?*'),
    page.waitForEvent('download'),
    button.click(),
  ])
  expect(new URL(request.url()).search).toBe('?no_page=1&warehouse=4')
  expect(download.suggestedFilename()).toMatch(/^Freezer \d{4}-\d\d-\d\dT[\d-]+Z\.xlsx$/)

  const file = page.getByLabel('The file to import')
  await file.setInputFiles(
    await download.path().then((path) => ({
      name: 'freezer.xlsx',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(path),
    })),
  )
  const grid = page.getByRole('table', { name: 'Imported inventory' })
  await expect(grid.getByRole('row').nth(1)).toContainText('Freezer')
  const box = page.getByRole('region', { name: 'Imported inventory rows' })
  await expect.poll(async () => (await box.boundingBox())?.height).toBe(600)

  await page.route('**/api/productedit/?*', (route) => route.fulfill({ json: [] }))
  await button.click()
  await expect(page.getByText("Couldn't find any information from the selected warehouse.")).toBeVisible()
  await page.unrouteAll()

  const HEADERS =
    'Warehouse,Bin Location,UPC,Name,Unit Price,Case Price,Unit Type,Units per Case,Weight Type,Average Unit Weight,Average Case Weight,Stock Level'
  const give = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await give('list.pdf', 'x')
  await expect(
    page.getByText("The imported file it's not compatible. Please use a .csv or .xlsx file."),
  ).toBeVisible()
  await give('none.csv', '1,2,3\n')
  await expect(page.getByText("Couldn't find any header information in the imported file.")).toBeVisible()
  await give('empty.csv', `${HEADERS}\n`)
  await expect(page.getByText('There are no items in the imported file')).toBeVisible()
  await give(
    'inventory.csv',
    `${HEADERS}\nDry & Chill,Q-01-1,${first},Capers,4.50,,Unit,1,,,,12\nDry & Chill,Q-01-2,${second},,,,Unit,many,,,,\n`,
  )
  const row = (upc: string) => grid.getByRole('row', { name: new RegExp(upc) })
  await expect(row(first).getByRole('textbox')).toHaveCount(10)
  for (const fixed of ['Warehouse', 'UPC'])
    await expect(page.getByLabel(`${fixed} of ${first}`)).toHaveCount(0)
  await page.getByLabel(`Name of ${first}`).fill('Caper berries')
  await expect(row(first)).toContainText('Modified')
  const save = async (title: string) => {
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expectAccessible(page, 'what an inventory file changes', '[role=dialog]')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
  }
  await save('Change 2 products?')
  await expect(row(first)).toContainText('Saved')
  await expect(row(second)).toContainText('units_per_case')
  await expect
    .poll(() => sent.map(({ call }) => call))
    .toEqual([`PATCH /api/productedit/${first}`, `PATCH /api/productedit/${second}`])
  expect(sent[0]!.body).toMatchObject({
    name: 'Caper berries',
    bin: 'Q-01-1',
    unit_price: '4.50',
    stock_level: 12,
  })
  await expectAccessible(page, 'inventory bulk', '#content')
  await page.getByLabel(`Units per Case of ${second}`).fill('6')
  await save('Change 1 product?')
  await expect(page.getByText('2 rows · 2 saved')).toBeVisible()
  await expect.poll(() => sent.slice(2).map(({ call }) => call)).toEqual([`PATCH /api/productedit/${second}`])
})
