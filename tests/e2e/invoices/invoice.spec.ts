/** The invoice page in a browser: its files, its print page and its layout, and the page without a server. What it says and sends: tests/screens. */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { readPdf, textsOf } from '#src/documents/testing/pdf.ts'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, keepWholeApp, shared as test, signIn } from '../larder.ts'
import { ID, INVOICE } from '../../factories/invoice.ts'

test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const row = (page: Page, name: string) =>
  page
    .getByRole('region', { name: `Invoice of order ${ID}` })
    .getByRole('row')
    .filter({ hasText: name })
const answerInvoice = (page: Page) =>
  page.route(`**/api/orders/${ID}/invoice`, (route) => route.fulfill({ json: INVOICE }))

/** The headless shell shows no PDF: it saves the one of the preview as well, under a name of its own. */
const invoiceFile = (page: Page) =>
  page.waitForEvent('download', (file) => file.suggestedFilename().startsWith('Invoice'))

test('B032 B037 B092 a customer saves an invoice as CSV and as the PDF that the preview shows', async ({
  as,
}) => {
  const page = await as('chef', DESK)
  await answerInvoice(page)
  await page.goto(`/order/${ID}/invoice`)
  const weighed = page.getByText('Weigh ticket of invoice #5')
  await expect(row(page, 'Unit 1')).toBeHidden()
  await weighed.click()
  await expect(row(page, 'Unit 1')).toBeVisible()
  await expectAccessible(page, 'invoice', 'main')

  await page.route('**/invoice/downloadexport', (route) =>
    route.fulfill({ contentType: 'text/csv', body: 'a,"é"\r\n1,2\r\n' }),
  )
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()])
  expect(file.suggestedFilename()).toBe(`Invoice #${ID} ann.csv`)
  expect(await readFile(await file.path(), 'utf8')).toBe('a,"é"\r\n1,2\r\n')

  await button(page, 'PDF preview').click()
  await expect(page.getByTitle(`PDF of invoice #${ID}`)).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  // pdfmake is a worker's alone.
  expect(page.workers().filter((worker) => worker.url().includes('pdf.worker'))).toHaveLength(1)
  const [kept] = await Promise.all([invoiceFile(page), inDialog(page, 'Download').click()])
  expect(kept.suggestedFilename()).toBe(`Invoice #${ID} ann.pdf`)
  const [sheet, weights, ...more] = await readPdf(await readFile(await kept.path()))
  expect(more).toEqual([])
  expect(textsOf(weights!)).toContainEqual([
    'M1055',
    'Outside Skirt',
    'Unit 1',
    '6.25 lbs',
    'L-7',
    '11/19/2026 22:05',
  ])
  const said = textsOf(sheet!)
  for (const cells of [
    ['M1055', 'Outside Skirt', '2', '12.50 lbs', '2.50 / lb', '31.25'],
    ['D1155', 'Penne', '2', '1', '3.00', '10.00', '16.00', 'T'],
    ['Grand total', '65.92'],
  ])
    expect(said).toContainEqual(cells)
})

test('B045 B284 an invoice on paper is dark on white with nothing to press, and its question is 400 px wide', async ({
  as,
}) => {
  const page = await as('office', DESK)
  await answerInvoice(page)
  await page.goto(`/order/${ID}/invoice`)
  await button(page, 'Regenerate').click()
  expect((await dialog(page).boundingBox())?.width).toBe(400)
  await page.goto(`/order/${ID}/invoice/print`)
  await expect(row(page, 'Unit 1')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  for (const name of ['Edit overrides', 'Regenerate', 'Share by email'])
    await expect(button(page, name)).toHaveCount(0)
  // A dark screen prints the same page, and the page's own heading is the only one.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(/1\.5% per month/)).toHaveCSS('color', 'rgb(74, 82, 90)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})

test('readings: an invoice that was opened stays readable without the server, with its date and as a PDF', async ({
  fresh,
  sharedServer,
}) => {
  const [{ id } = { id: 0 }] = await sharedServer.query<{ id: number }>(
    'select order_id as id from invoices order by grand_total desc limit 1',
  )
  const page = await fresh({ serviceWorker: true })
  await page.setViewportSize(DESK)
  await signIn(page, 'office')
  await page.goto(`/order/${id}/invoice`)
  const invoice = page.getByRole('region', { name: `Invoice of order ${id}` })
  await expect(invoice).toBeVisible()
  const total = await invoice.locator('[data-grand] dd').textContent()
  await keepWholeApp(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/as it was last seen, \d\d\/\d\d\/\d{4} \d\d:\d\d/)).toBeVisible()
  await expect(invoice.locator('[data-grand] dd')).toHaveText(total!)
  await expect(button(page, 'Download CSV')).toBeDisabled()
  await button(page, 'PDF preview').click()
  await expect(page.getByTitle(`PDF of invoice #${id}`)).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  const [kept] = await Promise.all([invoiceFile(page), inDialog(page, 'Download').click()])
  const sheets = await readPdf(await readFile(await kept.path()))
  expect(sheets.flatMap(textsOf)).toContainEqual(['Grand total', total])
})
