/** A staged order that was placed without a network, and by another user first (readings, "Ordering"; B141). */
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { chefAt, kitchen, orderStagedOffline } from './ordering.ts'
import { findField, press } from '../reading.ts'

it('a refused staged order is a card that names the person who was first, and the cart does not change', async (larder) => {
  const { company_id, buyer, orders, placeFirst } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Rice')
  await screen.findByText('Total: $2.50')
  await press('Staged Order')
  await orderStagedOffline(chef)

  const first = await placeFirst()
  chef.goOnline()
  const why = await screen.findByRole('link', { name: 'The server refused 1: see why.' }, { timeout: 20_000 })
  // The order that the server refused is not sent again.
  expect(screen.queryByText(/to be sent\./)).toBeNull()
  expect(screen.queryByText(/is in the cart again/)).toBeNull()
  why.click()
  await screen.findAllByText(
    new RegExp(`${buyer.username} has placed this staged order already: it is order ${first}`),
  )
  await press('Open staged order')
  await screen.findByText('Empty Staged Order')
  await chef.open('/cart')
  expect((await findField('Units of Rice')).value).toBe('1')
  expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull()
  await waitFor(async () => expect(await orders()).toBe(1))
})
