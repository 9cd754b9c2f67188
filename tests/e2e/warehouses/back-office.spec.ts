/** Forms of the back office in a browser: filled ones are accessible, and a report is a file. What they say and send: tests/screens. */
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test } from '../larder.ts'

test.describe.configure({ mode: 'default' })

test('a warehouse’s mapping and a customer’s filled fee keep to WCAG 2.2 AA, and a report is downloaded', async ({
  as,
}) => {
  const page = await as('office', DESK)
  await page.goto('/warehouses/add')
  await page.getByRole('textbox', { name: 'Name' }).fill('Annexe')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'Receipt format' }).selectOption('Packing list')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('combobox', { name: 'Pieces' })).toBeVisible()
  await expectAccessible(page, 'warehouse wizard')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/customer/1/fees')
  const fee = page.getByRole('region', { name: 'Add a fee' })
  await fee.getByRole('textbox', { name: 'Amount' }).fill('3.50')
  await expect(fee.getByText(/^You have a fee amount configured/)).toBeVisible()
  await expectAccessible(page, 'customer fees')
  // What is typed and not added is asked about.
  await fee.getByRole('textbox', { name: 'Amount' }).fill('')

  await page.goto('/reporting')
  const report = page.getByRole('form', { name: 'Report' })
  await report.getByRole('combobox', { name: 'Report' }).selectOption('Aggregated Purchase Report')
  await report.getByRole('combobox', { name: 'Company location' }).selectOption({ index: 1 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Export Report' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/_aggregated_purchase\.xlsx$/)
})
