/** `/recalls`: the office recalls a lot and takes it back; the floor reads it. What the floor is asked: tests/screens/scan. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, hasButton, isAt, isEnabled, noDialog, press } from '../reading.ts'

it('the office recalls a lot with a reason, the floor reads it, and the office takes it back', async (larder) => {
  const { pool } = larder
  const { upc } = await makeProduct(pool, { name: 'Smoked eel' })
  const office = await larder.sit('office')
  await office.open('/orders/picklist')
  await office.kept()
  await press('Recalled lots')
  await isAt('/recalls')
  await screen.findByText('No lot is recalled')
  await press('Recall a lot')
  const add = await findDialog('Recall a lot')
  expect(isEnabled(await findButton('Recall', add))).toBe(false)
  await fill('Product', upc, add)
  await press(/Smoked eel/, await within(add).findByRole('list', { name: 'Products' }))
  await fill('Lot', 'R-1', add)
  await fill('Reason', 'Listeria at the packer', add)
  await press('Recall', add)
  const row = await screen.findByRole('row', { name: /R-1/ })
  for (const fact of ['Smoked eel', upc, 'Listeria at the packer', office.person.username])
    await waitFor(() => expect(row.textContent, fact).toContain(fact))

  const picker = await larder.sit('picker')
  await picker.open('/recalls')
  await screen.findByText('R-1')
  expect(hasButton(/^Take back/)).toBe(false)

  const other = await larder.sit('office')
  await other.open('/recalls')
  const message = 'The server is being changed.'
  const mend = other.network.answer(at('DELETE', /^recalledlots\/\d+$/), { message }, 503)
  await press('Take back the recall of lot R-1')
  const back = await findDialog('Take the recall back?')
  await press('Take back', back)
  expect((await within(back).findByRole('alert')).textContent).toContain(message)
  mend()
  await press('Continue', back)
  await noDialog()
  await press('Take back the recall of lot R-1')
  await press('Take back', await findDialog('Take the recall back?'))
  await screen.findByText('No lot is recalled')
  await waitFor(async () => expect((await pool.query('select from recalled_lots')).rowCount).toBe(0))
})

it('the dialog stays open while its recall is on its way, and shows why it failed', async (larder) => {
  const { upc } = await makeProduct(larder.pool, { name: 'Smoked trout' })
  const office = await larder.sit('office')
  await office.open('/recalls')
  await press('Recall a lot')
  const add = await findDialog('Recall a lot')
  await fill('Product', upc, add)
  await press(/Smoked trout/, await within(add).findByRole('list', { name: 'Products' }))
  await fill('Lot', 'R-2', add)
  const isRecall = at('POST', 'recalledlots')
  const release = office.network.hold(isRecall)
  const message = 'The server is being changed.'
  office.network.answer(isRecall, { message }, 503)
  await press('Recall', add)
  await waitFor(async () => expect(isEnabled(await findButton('Cancel', add))).toBe(false))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await findButton('Close', add))
  expect(add.isConnected).toBe(true)
  release()
  await within(add).findByText(message)
  await press('Cancel', add)
  await noDialog()
})
