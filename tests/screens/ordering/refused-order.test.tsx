/** An order that was placed without a network and that the server refuses when it comes (readings, "Ordering"). */
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { atList, goOnFromList, makeOilAndRice } from './ordering.ts'
import { findDialog, findField, isAt, press } from '../reading.ts'

it('a refused order is in the cart again, with the server’s words only there and above the orders list', async (larder) => {
  const { pool } = larder
  const { location, oil } = await makeOilAndRice(pool)
  const chef = await larder.sit('customer', { company_id: location.company_id })
  await atList(chef, location.id)
  await press('More units of Olive Oil')
  await press('More units of Rice')
  await screen.findByText('Total: $5.00')
  await goOnFromList()
  chef.goOffline()
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await screen.findByText('1 order to be sent.')
  await pool.query('update products set active = false where upc = $1', [oil.upc])
  chef.goOnline()
  await screen.findByText(/is not sold any more/, undefined, { timeout: 20_000 })
  await waitFor(() => expect(screen.queryByText(/order to be sent/)).toBeNull())
  screen.getByRole('link', { name: 'Open cart' }).click()
  await isAt('/cart')
  await screen.findByText(/The order could not be placed, and is in the cart again\./)
  expect((await findField('Units of Olive Oil')).value).toBe('1')
  // The words stay while something is left to order.
  await press('Remove Olive Oil')
  await waitFor(() => expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull())
  screen.getByText(/The order could not be placed, and is in the cart again\./)
  await press('Remove Rice')
  await screen.findByText('Empty Cart')
  expect(screen.queryByText(/The order could not be placed/)).toBeNull()
  expect(
    (await pool.query('select from orders where company_location_id = $1', [location.id])).rowCount,
  ).toBe(0)
})
