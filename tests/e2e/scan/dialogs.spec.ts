/** Dialogs of the floor as the eye and axe see them. What they ask and store: tests/screens/scan and tests/screens/recalls. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import {
  button,
  card,
  choose,
  inCurrent,
  LOW_STOCK,
  openLine,
  openLines,
  refusePushes,
  storedPieces,
  takeLine,
  usual,
  WEIGHED,
  weightLot,
} from '../floor.ts'
import { callApi, DESK, expect, readDevice, SENT, shared as test, wedge } from '../larder.ts'

test.describe.configure({ mode: 'default' })

const DIALOG = '[role=dialog]'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('A061 A062 A316 a product’s picture opens large, the low-stock dialog keeps to WCAG 2.2 AA, and a refused weight shows in red', async ({
  as,
  sharedServer,
}) => {
  const plain = await takeLine(sharedServer)
  const low = await takeLine(sharedServer, LOW_STOCK)
  const weighed = await takeLine(sharedServer, `${WEIGHED} and not i.lot_tracked`)
  const [product] = await sharedServer.query<{ url: string }>('select url from products where upc = $1', [
    plain.product,
  ])
  const page = await as('picker')
  await openLines(page, plain, low, weighed)
  await choose(page, plain)
  await inCurrent(page, plain.name).click()
  const detail = dialog(page, plain.name)
  const picture = detail.getByRole('button', { name: `Picture of ${plain.name}` })
  await picture.click()
  const large = page.getByRole('img', { name: plain.name })
  await expect(large).toHaveAttribute('src', product!.url)
  await expect(large).toBeInViewport({ ratio: 1 })
  expect(await large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await dialog(page, plain.name).filter({ has: large }).getByRole('button', { name: 'Close' }).last().click()
  await expect(large).toBeHidden()
  // Escape closes the dialog on top, and none behind it.
  await picture.click()
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await choose(page, low)
  await inCurrent(page, `${low.units > 0 ? 'Units' : 'Cases'}: one more`).click()
  await expect(dialog(page, 'Item with low stock')).toBeVisible()
  await expectAccessible(page, 'low stock', DIALOG)
  await dialog(page, 'Item with low stock').getByRole('button', { name: 'Cancel' }).click()

  await refusePushes(page, 'No.')
  await choose(page, weighed)
  await inCurrent(page, 'Weight / Lot').click()
  await weightLot(page).locator('input[data-field=weight]').first().fill(usual(weighed))
  const save = weightLot(page).getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const failure = weightLot(page).getByRole('alert').getByRole('paragraph')
  const [red, green, blue] = await failure.evaluate((element) =>
    getComputedStyle(element).color.match(/\d+/g)!.map(Number),
  )
  expect(red).toBeGreaterThan(Math.max(green!, blue!) + 60)
  await page.unrouteAll({ behavior: 'wait' })
  await save.click()
  await expect(weightLot(page)).toBeHidden()
})

test('a picker is asked about a recalled lot on an open floor, and its screens keep to WCAG 2.2 AA', async ({
  as,
  sharedServer,
}) => {
  const line = await takeLine(
    sharedServer,
    `${WEIGHED} and i.lot_tracked and i.units_ordered + i.cases_ordered > 1`,
    'lots',
  )
  const picker = await as('picker')
  await openLine(picker, line)
  const lotsOnDevice = async () =>
    (await readDevice(picker, 'products')).find((row) => row['upc'] === line.product)?.['recalled_lots']
  const recall = { product: line.product, lot_code: 'R-1', note: 'Listeria at the packer' }
  const { status } = await callApi(sharedServer, 'office', 'POST', 'recalledlots', recall)
  expect(status).toBeLessThan(300)
  await expect.poll(lotsOnDevice, SENT).toEqual(['R-1'])
  // The open screen reads the product again a moment after the device has it. It then shows the new bin.
  await callApi(sharedServer, 'office', 'PATCH', `productedit/${line.product}`, { bin: 'RECALL' })
  await expect(card(picker, line)).toContainText('RECALL', SENT)
  const weight = String(Math.round(Number(line.average) * 100)).padStart(6, '0')
  await wedge(picker, `]C101${line.product.padStart(14, '0')}3202${weight}10R-1`)
  const asked = dialog(picker, 'Not counted yet')
  await expect(asked).toContainText(`Lot R-1 of ${line.name} is recalled.`)
  await expectAccessible(picker, 'unusual piece', DIALOG)
  await asked.getByRole('button', { name: 'Put it back' }).click()
  await expect(asked).toBeHidden()
  await expect(card(picker, line)).toContainText(`0 of ${line.pieces}`)
  expect(await storedPieces(sharedServer, line)).toBe(0)

  const office = await as('office', DESK)
  await office.goto('/recalls')
  await expect(office.getByRole('row', { name: /R-1/ })).toContainText(line.name)
  await expectAccessible(office, 'recalls', 'main')
  await button(office, 'Recall a lot').click()
  await expect(dialog(office, 'Recall a lot').getByLabel('Reason', { exact: true })).toBeVisible()
  await expectAccessible(office, 'recall dialog', DIALOG)
  await office.keyboard.press('Escape')
  await button(office, 'Take back the recall of lot R-1').click()
  await dialog(office, 'Take the recall back?').getByRole('button', { name: 'Take back' }).click()
  await expect(office.getByText('No lot is recalled')).toBeVisible()
  await expect.poll(lotsOnDevice, SENT).toEqual([])
})
