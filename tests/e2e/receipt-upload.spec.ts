/** A receipt out of a file: read, looked at, corrected and saved. */
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Download, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DESK, expect, shared as test } from './larder.ts'
import { answer, button, dialog, region, writes } from './receipts.ts'

test.describe.configure({ mode: 'default' })

const csv = (...rows: string[]) => ({
  name: 'may.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
})
const HEADER = 'UPC,Item,Qty,C/U,Ext. Value'
const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('The receipt’s file').setInputFiles(file)

async function textOf(download: Download): Promise<string> {
  const parts = unzipSync(readFileSync(await download.path()))
  return Object.entries(parts)
    .filter(([name]) => /sharedStrings|sheet1\.xml$/.test(name))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
}

test('C018 C090 C091 C104 C105 C106 C107 C110 C207 C208 C211 C245 C246 C247 C253 C254 C391 C392 a file is read, looked at and corrected', async ({
  as,
}) => {
  const page = await as('office', DESK)
  const sent = writes(page)
  await page.goto('/receipt/upload')
  await expect(page.getByRole('list', { name: 'Uploading a receipt' }).getByRole('listitem')).toHaveText([
    /Upload CSV$/,
    /Preview Data$/,
  ])
  await expect(page.getByLabel('The receipt’s file')).toHaveAttribute('accept', '.csv,.xlsx')
  await expect(button(page, 'Next')).toBeDisabled()

  const wrong = async (file: ReturnType<typeof csv>, said: string) => {
    await choose(page, file)
    await expect(page.getByRole('alert')).toHaveText(said)
    await expect(button(page, 'Next')).toBeDisabled()
  }
  const wrongKind = "The imported file it's not compatible. Please use a .csv or .xlsx file."
  await wrong({ ...csv(HEADER), name: 'may.pdf' }, wrongKind)
  const unprocessed = "The imported file couldn't be processed"
  await wrong(csv('Code,Qty', '1,2'), `${unprocessed} (couldn't find the headers from the imported data).`)
  await wrong(csv(HEADER), `${unprocessed} (it didn't generate any data to be imported).`)

  await choose(page, csv('Harbor', HEADER, '061,Rice,2,U,"12,50"', ',Oil,two,X,3', 'Thank you'))
  await expect(page.getByText('may.csv: 2 rows')).toBeVisible()
  await button(page, 'Next').click()
  await expect(page.locator('[aria-current=step]')).toContainText('Preview Data')
  await expect(page.getByRole('heading', { name: 'Receipt Preview' })).toBeVisible()
  const warehouse = page.getByLabel('Warehouse')
  await expect(warehouse.locator('option[value="2"]')).toBeDisabled()
  await expect(warehouse.locator('option:checked')).toHaveText('Head office')
  await expect(page.getByLabel('Receipt name')).toHaveValue(/^may \([^.]/)
  await expect(button(page, 'Export to Old Format')).toBeDisabled()

  const [invalid, valid] = [region(page, 'Invalid rows'), region(page, 'Valid rows')]
  await expect(valid.getByRole('row')).toHaveCount(2)
  await expect(valid).toContainText('12.50')
  await expect(invalid.getByRole('row')).toHaveCount(2)
  await expectAccessible(page, 'receipt preview', 'main')
  await invalid.getByLabel('Product of line 2').fill('062')
  await invalid.getByLabel('Quantity of line 2').fill('1')
  await button(page, 'Re-validate').click()
  await expect(invalid.getByRole('row')).toHaveCount(2)
  await invalid.getByLabel('Unit type of line 2').fill('c')
  await expect(valid.getByRole('row')).toHaveCount(2)
  await button(page, 'Re-validate').click()
  await expect(valid.getByRole('row')).toHaveCount(3)
  await expect(invalid).toBeHidden()

  const upload = button(page, 'Upload Receipt')
  await expect(upload).toBeEnabled()
  await warehouse.selectOption('')
  await expect(upload).toBeDisabled()
  await expect(button(page, 'Finish')).toBeDisabled()
  // Its own mapping knows none of these columns (C394).
  await warehouse.selectOption({ label: 'Freezer' })
  await expect(valid.getByRole('row')).toHaveCount(0)
  await expect(upload).toBeDisabled()
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL('/receiptDifference')
  expect(sent).toEqual([])
})

test('C095 C191 C193 C206 C212 C213 C214 C216 C217 C319 C320 C357 C358 C383 C384 C385 C387 C394 C406 an upload is confirmed, fails, fails in part, and is saved', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  const sent = writes(page)
  const rows = Array.from({ length: 200 }, (_, n) => `07${n},x,1,U,1.25`)
  await page.goto('/receipt/upload')
  await choose(page, csv(HEADER, ...rows))
  await button(page, 'Next').click()
  await page.getByLabel('Receipt name').fill('Receipt of the test')
  const box = region(page, 'Valid rows').getByRole('region')
  await expect.poll(async () => (await box.boundingBox())?.height).toBe(600)

  await button(page, 'Finish').click()
  const question = 'Are you sure you want to save the receipt Receipt of the test'
  await expect(dialog(page).getByRole('heading', { name: question })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Upload Receipt').click()
  await expect(dialog(page).getByRole('heading', { name: question })).toBeVisible()
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(400)

  // The receipt is made and its lines fail: it goes again.
  const long = Array.from({ length: 40 }, (_, n) => `line ${n} is wrong`).join('\n')
  await page.route('**/api/receiptlines/', answer(500, { message: long }))
  const asked = page.waitForRequest('**/api/receiptlines/')
  await button(page, 'Confirm').click()
  await asked
  const failure = dialog(page).getByRole('alert')
  await expect(failure).toContainText('There was an error while saving the receipt information')
  await expect(failure).toContainText('line 39 is wrong')
  await expect.poll(async () => (await failure.locator('p').boundingBox())?.height).toBe(160)
  const [red = 0, green = 255, blue = 255] = await failure
    .locator('p')
    .evaluate((one) => getComputedStyle(one).color.match(/\d+/g)!.map(Number))
  expect(red).toBeGreaterThan(green + blue)
  await button(page, 'Continue').click()
  await expect
    .poll(() => sent.map(({ call }) => call.replace(/\d+$/, 'n')))
    .toEqual(['POST /api/receipts', 'POST /api/receiptlines', 'DELETE /api/receipts/n'])
  await expect(page).toHaveURL('/receipt/upload')
  await expect(page.getByLabel('Receipt name')).toHaveValue('Receipt of the test')
  const stored = () =>
    sharedServer.query<{ id: number; lines: number; total: string; warehouse: number; type: string }>(
      `select r.id, count(l.*)::int as lines, r.total::text, r.warehouse_id as warehouse, r.pricing_type as type
         from receipts r left join receipt_lines l on l.receipt_id = r.id
        where r.description = 'Receipt of the test' group by r.id`,
    )
  expect(await stored()).toEqual([])

  // One line is not taken: the receipt stays, and so does the line.
  await page.unroute('**/api/receiptlines/')
  await page.route('**/api/receiptlines/', async (route) => {
    const lines = route.request().postDataJSON() as { quantity: string; line: number }[]
    const bad = lines.map((one) => (one.line === 200 ? { ...one, quantity: 'x' } : one))
    await route.continue({ postData: JSON.stringify(bad) })
  })
  sent.length = 0
  await button(page, 'Upload Receipt').click()
  await button(page, 'Confirm').click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'There was an issue while saving some rows from the receipt',
  )
  await expect(dialog(page).getByRole('alert')).toContainText('1 of 200 lines were not stored.')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL('/receipt/upload')
  const invalid = region(page, 'Invalid rows')
  await expect(invalid.getByRole('row')).toHaveCount(2)
  await expect(invalid).toContainText('quantity: must be a quantity')
  const [receipt] = sent
  expect(receipt).toEqual({
    call: 'POST /api/receipts',
    body: { description: 'Receipt of the test', total: '250.00', warehouse: 2, pricing_type: 's' },
  })
  const [{ id } = { id: 0 }] = await stored()
  await expect.poll(() => sent[1]?.body).toHaveLength(200)
  expect((sent[1]!.body as object[])[0]).toEqual({
    receipt: id,
    product: '070',
    item_code: '',
    product_name: '',
    quantity: '1',
    unit_type: 'U',
    total: '1.25',
    price: '1.25',
    line: 1,
  })

  // The rest of it is sent for the same receipt.
  await page.unroute('**/api/receiptlines/')
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/receiptlines/', async (route) => {
    await held
    await route.continue()
  })
  sent.length = 0
  await button(page, 'Re-validate').click()
  await button(page, 'Upload Receipt').click()
  await expect(
    dialog(page).getByRole('heading', {
      name: 'Are you sure you want to update the receipt Receipt of the test',
    }),
  ).toBeVisible()
  await button(page, 'Confirm').click()
  await expect(
    page.getByText('Saving receipt information. This may take some time relative to the number of items'),
  ).toBeVisible()
  release()
  await expect(page.getByText('Receipt information have been successfully saved')).toBeVisible()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(['POST /api/receiptlines'])
  expect(await stored()).toEqual([{ id, lines: 200, total: '250.00', warehouse: 2, type: 's' }])
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL('/receiptDifference')

  // The same lines once more are noticed, and asked about.
  await page.goto('/receipt/upload')
  await choose(page, csv(HEADER, ...rows))
  await button(page, 'Next').click()
  await button(page, 'Upload Receipt').click()
  await expect(dialog(page)).toContainText('It may be here already: Receipt of the test of')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Back').click()
  await choose(page, csv(HEADER, ...rows, '08,x,1,U,1'))
  await button(page, 'Next').click()
  await button(page, 'Finish').click()
  await expect(dialog(page)).toContainText('201 rows with a total of $251.00.')
  await expect(dialog(page)).not.toContainText('It may be here already')
})

test('C108 C109 C404 a file with its header far below is exported in the old format', async ({ as }) => {
  const page = await as('office', DESK)
  const above = ['Harbor', 'Order Date,05/31/2026', ...Array.from({ length: 13 }, () => 'x')]
  const exported = async (...rows: string[]) => {
    await page.goto('/receipt/upload')
    await choose(page, csv(...rows, HEADER, '061,Rice,2,U,5'))
    await button(page, 'Next').click()
    await page.getByLabel('Receipt name').fill('R1')
    const download = page.waitForEvent('download')
    await button(page, 'Export to Old Format').click()
    return download
  }
  const without = await exported(...above)
  expect(without.suggestedFilename()).toBe('R1.xlsx')
  const text = await textOf(without)
  expect(text).toContain('Not Found')
  expect(text).toContain('31/05/2026')
  expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  expect(await textOf(await exported(...above, 'Invoice #,A-4711'))).toContain('A-4711')
})
