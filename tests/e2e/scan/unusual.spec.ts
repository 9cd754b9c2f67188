/** Lots that are recalled, and what the scan screen asks about a piece that is unusual (docs/decisions/0016). */
import { expectAccessible } from '../accessible.ts'
import { card, openLine, storedPieces, takeLine, WEIGHED } from '../floor.ts'
import { callApi, DESK, expect, readDevice, SENT, shared as test, wedge } from '../larder.ts'
import { button, dialog } from '../picklist/pick-list.ts'

test.describe.configure({ mode: 'default' })

const DIALOG = '[role=dialog]'

test('a lot that the office recalls is asked about on the floor, with one tap and a reason, until it is taken back', async ({
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

  // The office enters it.
  const office = await as('office', DESK)
  await office.goto('/orders/picklist')
  await button(office, 'Recalled lots').click()
  await expect(office).toHaveURL('/recalls')
  await expect(office.getByText('No lot is recalled')).toBeVisible()
  await button(office, 'Recall a lot').click()
  const add = dialog(office, 'Recall a lot')
  await expect(add.getByRole('button', { name: 'Recall', exact: true })).toBeDisabled()
  await add.getByLabel('Product', { exact: true }).fill(line.product)
  await add.getByRole('list', { name: 'Products' }).getByRole('button', { name: line.name }).click()
  await add.getByLabel('Lot', { exact: true }).fill('R-1')
  await add.getByLabel('Reason', { exact: true }).fill('Listeria at the packer')
  await expectAccessible(office, 'recall dialog', DIALOG)
  await add.getByRole('button', { name: 'Recall', exact: true }).click()
  const row = office.getByRole('row', { name: /R-1/ })
  for (const fact of [line.name, line.product, 'Listeria at the packer', 'office'])
    await expect(row).toContainText(fact)
  await expectAccessible(office, 'recalls', 'main')

  // The floor is asked.
  await expect.poll(lotsOnDevice, SENT).toEqual(['R-1'])
  const gtin = line.product.padStart(14, '0')
  const weightOf = (pounds: number) => `3202${String(Math.round(pounds * 100)).padStart(6, '0')}`
  const asked = dialog(picker, 'Not counted yet')
  const reasons = () =>
    sharedServer
      .query<{ reason: string }>(
        `select distinct reason from mutations where order_id = $1 and outcome = 'applied' and reason is not null`,
        [line.order],
      )
      .then((found) => found.map(({ reason }) => reason).toSorted())
  await wedge(picker, `]C101${gtin}${weightOf(Number(line.average))}10r-1`)
  await expect(asked).toContainText(`Lot r-1 of ${line.name} is recalled.`)
  await expectAccessible(picker, 'unusual piece', DIALOG)
  await asked.getByRole('button', { name: 'Put it back' }).click()
  await expect(asked).toBeHidden()
  await wedge(picker, `]C101${gtin}${weightOf(Number(line.average))}10R-1`)
  await asked.getByRole('button', { name: 'Foreman cleared it' }).click()
  await expect(card(picker, line)).toContainText(`1 of ${line.pieces}`)
  await wedge(picker, `]C101${gtin}${weightOf(Number(line.average) * 3)}10L`)
  await expect(asked).toContainText('lb is not usual')
  await asked.getByRole('button', { name: 'Weighed again, it is right' }).click()
  await expect(card(picker, line)).toContainText(`2 of ${line.pieces}`)
  await expect.poll(() => storedPieces(sharedServer, line), SENT).toBe(2)
  expect(await reasons()).toEqual([
    'Recalled lot: Foreman cleared it',
    'Unusual weight: Weighed again, it is right',
  ])

  // It is taken back, by whoever may.
  await picker.goto('/recalls')
  await expect(picker.getByText('R-1')).toBeVisible()
  await expect(picker.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
  await office.getByRole('button', { name: 'Take back the recall of lot R-1' }).click()
  const back = dialog(office, 'Take the recall back?')
  await office.route('**/api/recalledlots/*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is being changed.' } }),
  )
  await back.getByRole('button', { name: 'Take back' }).click()
  await expect(back.getByRole('alert')).toContainText('The server is being changed.')
  await office.unrouteAll({ behavior: 'wait' })
  await back.getByRole('button', { name: 'Continue' }).click()
  await office.getByRole('button', { name: 'Take back the recall of lot R-1' }).click()
  await back.getByRole('button', { name: 'Take back' }).click()
  await expect(office.getByText('No lot is recalled')).toBeVisible()
  await expect.poll(lotsOnDevice, SENT).toEqual([])
  expect(await callApi(sharedServer, 'picker', 'GET', 'recalledlots?no_page=1')).toMatchObject({ body: [] })
})
