/** The office’s order lists: of a customer, out of a file and into one, and seen from the products. */
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test, type Server } from '../larder.ts'

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

test('C220 C410 a list is edited with the pointer, survives a reload, is saved, exported to a file and imported again', async ({
  as,
  sharedServer,
}) => {
  const place = await takePlace(sharedServer, 0)
  const page = await as('office', DESK)
  await page.goto(`/customer/${place.id}/orderlists`)
  await expect(page.getByLabel('Customer Location', { exact: true })).toHaveValue(String(place.id))
  await expect(names(page).nth(2)).toBeVisible()
  const before = await names(page).count()
  await page.getByLabel('Category name').fill('Staff meals')
  await button(page, 'Add category').click()
  // What is typed is kept in its tab (docs/decisions/0138).
  await page.reload()
  await expect(names(page).nth(before)).toHaveValue('Staff meals')
  // The pointer takes it to the top by its handle, and Escape lets go of a row where it was.
  const handle = page.getByRole('button', { name: /^Reorder Staff meals,/ })
  const drag = async (end: () => Promise<void>) => {
    await handle.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    const { x, y } = (await handle.boundingBox())!
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    // The page scrolls for as long as the row is held at its upper edge.
    await page.mouse.move(x + 20, 80, { steps: 8 })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    const list = await page.getByRole('list', { name: 'Categories' }).boundingBox()
    await page.mouse.move(x + 20, list!.y + 10, { steps: 8 })
    await end()
  }
  await drag(async () => {
    await page.keyboard.press('Escape')
    await page.mouse.up()
  })
  await expect(names(page).nth(before)).toHaveValue('Staff meals')
  await drag(() => page.mouse.up())
  await expect(names(page).first()).toHaveValue('Staff meals')
  await expect(page.getByText(`Staff meals is now 1 of ${before + 1}.`)).toBeVisible()
  await expectAccessible(page, 'categories', 'main')
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The order list has been saved.')).toBeVisible()
  await button(page, 'Close').last().click()

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()])
  expect(file.suggestedFilename()).toBe(`${place.name}_OrderList_${place.list}_export.xlsx`)
  const replaceBy = async (buffer: Buffer) => {
    const chosen = { name: 'list.xlsx', mimeType: 'text/plain', buffer }
    await page.getByLabel('The file to import').setInputFiles(chosen)
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  }
  await replaceBy(workbook())
  await expect(names(page)).toHaveCount(2)
  await expect(names(page).nth(0)).toHaveValue('From Excel')
  await expect(names(page).nth(1)).toHaveValue('Second')
  await replaceBy(readFileSync(await file.path()))
  await expect(names(page).nth(before - 1)).toBeVisible()
  await button(page, 'Products').click()
  await expectAccessible(page, 'products', 'main')
})

test('C119 the list of every product draws only visible rows, to its end; a product’s lists are accessible', async ({
  as,
  sharedServer,
}) => {
  const page = await as('office', DESK)
  await page.goto('/orderlistPrototype')
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
  await page
    .getByRole('button', { name: /^Order lists of / })
    .last()
    .click()
  await expect(page.getByRole('dialog').getByLabel('Order list', { exact: true })).toBeVisible()
  await expectAccessible(page, 'lists of a product', '[role=dialog]')
})
