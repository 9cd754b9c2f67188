/** A receipt out of a file in a browser: how large its parts are, the file that is saved, and that it arrives. */
import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Download } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'
import { answer, button, dialog, region } from './receipts.ts'

async function textOf(download: Download): Promise<string> {
  const parts = unzipSync(readFileSync(await download.path()))
  return Object.entries(parts)
    .filter(([name]) => /sharedStrings|sheet1\.xml$/.test(name))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
}

/** A workbook of a few hundred bytes with one cell, in row 1 of this column. */
function workbook(column: string): Buffer {
  const sheets = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const id = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"'
  const cell = `<c r="${column}1" t="inlineStr"><is><t>upc</t></is></c>`
  const parts = {
    'xl/workbook.xml': `<workbook ${sheets}><sheets><sheet name="A" sheetId="1" ${id}/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${sheets}><sheetData><row r="1">${cell}<c r="XFD1"/></row></sheetData></worksheet>`,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  )
}

test('a workbook may have 256 columns: a cell further out is refused before the cells between are created', async ({
  as,
}) => {
  const page = await as('office', DESK)
  await page.goto('/receipt/upload')
  const choose = (column: string) =>
    page
      .getByLabel('The receipt’s file')
      .setInputFiles({ name: 'far.xlsx', mimeType: 'application/zip', buffer: workbook(column) })
  await choose('IW')
  await expect(page.getByText('The file has more than 256 columns.')).toBeVisible()
  await choose('IV')
  // It was read: what it lacks is a receipt's headings.
  await expect(page.getByText(/couldn't find the headers/)).toBeVisible()
})

test('C108 C109 C404 C406 a long receipt scrolls in its box, exports in the old format, fails in red, and is uploaded', async ({
  as,
}) => {
  const page = await as('office', DESK)
  await page.goto('/receipt/upload')
  const choose = async (...above: string[]) => {
    const header = ['Harbor', 'Order Date,05/31/2026', ...Array.from({ length: 13 }, () => 'x'), ...above]
    const rows = Array.from({ length: 200 }, (_, n) => `07${n},x,${n === 0 ? 'two' : 1},U,1.25`)
    const buffer = Buffer.from([...header, 'UPC,Item,Qty,C/U,Ext. Value', ...rows].join('\n'))
    await page
      .getByLabel('The receipt’s file')
      .setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Next').click()
    await page.getByLabel('Receipt name').fill('R1')
  }
  const exported = async () => {
    const download = page.waitForEvent('download')
    await button(page, 'Export to Old Format').click()
    return download
  }
  await choose('Invoice #,A-4711')
  expect(await textOf(await exported())).toContain('A-4711')
  await button(page, 'Back').click()
  await choose()
  const without = await exported()
  expect(without.suggestedFilename()).toBe('R1.xlsx')
  const text = await textOf(without)
  expect(text).toContain('Not Found')
  expect(text).toContain('31/05/2026')
  expect(text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)

  await expect(region(page, 'Invalid rows').getByRole('row')).toHaveCount(2)
  const box = region(page, 'Valid rows').getByRole('region')
  await expect.poll(async () => (await box.boundingBox())?.height).toBe(600)
  await expectAccessible(page, 'receipt preview', 'main')
  await button(page, 'Upload Receipt').click()
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(400)
  const long = Array.from({ length: 40 }, (_, n) => `line ${n} is wrong`).join('\n')
  await page.route('**/api/receiptlines/', answer(500, { message: long }))
  await button(page, 'Confirm').click()
  const failure = dialog(page).getByRole('alert').locator('p')
  await expect(failure).toContainText('line 39 is wrong')
  await expect.poll(async () => (await failure.boundingBox())?.height).toBe(160)
  const [red = 0, green = 255, blue = 255] = await failure.evaluate((one) =>
    getComputedStyle(one).color.match(/\d+/g)!.map(Number),
  )
  expect(red).toBeGreaterThan(green + blue)
  await page.unroute('**/api/receiptlines/')
  await button(page, 'Continue').click()
  await button(page, 'Upload Receipt').click()
  await button(page, 'Confirm').click()
  await expect(page.getByText('Receipt information have been successfully saved')).toBeVisible()
})
