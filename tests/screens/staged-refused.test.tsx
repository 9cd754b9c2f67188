/** A staged order that was placed without a network, and by somebody else first (readings, "Ordering"; B141). */
import { screen, waitFor } from '@testing-library/react'
import { makeUser } from '../factories/business.ts'
import { newId } from '../factories/edits.ts'
import { expect, it } from './larder.tsx'
import { makeOilAndRice } from './ordering.ts'
import { findDialog, findField, isAt, press } from './reading.ts'

it('is a card with the words of who was first, and not in the cart, which stays as it was', async ({
  server,
  sit,
}) => {
  const { pool } = server.database
  const { location, oil } = await makeOilAndRice(pool)
  const buyer = await makeUser(pool, 'buyer', { company_id: location.company_id })
  const orders = async () =>
    (await pool.query('select from orders where company_location_id = $1', [location.id])).rowCount
  await server.call(buyer.username, 'POST', 'sharedcartitems/?force_add=True', {
    body: { upc: oil.upc, company_location: location.id, unit_quantity: 2, case_quantity: 0 },
  })
  const chef = await sit('customer', { company_id: location.company_id })
  await chef.open('/orders/add')
  await chef.kept()
  await press('More units of Rice')
  await screen.findByText('Total: $2.50')
  await press('Staged Order')
  await findField('Units of Olive Oil')
  chef.goOffline()
  await press('Confirm order')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await screen.findByText('1 order to be sent.')

  const first = await server.call(buyer.username, 'POST', 'orders/', {
    body: {
      customer: buyer.id,
      submitted_date: '2026-11-23',
      created_date: '2026-11-23',
      total: '5.00',
      order_items: [{ product: oil.upc, unit_quantity: 2, case_quantity: 0 }],
      staged: location.id,
    },
    headers: { 'idempotency-key': newId() },
  })
  expect(first.status).toBe(201)
  chef.goOnline()
  const why = await screen.findByRole('link', { name: 'The server refused 1: see why.' }, { timeout: 20_000 })
  expect(screen.queryByText(/is in the cart again/)).toBeNull()
  why.click()
  await screen.findAllByText(
    new RegExp(`${buyer.username} has placed this staged order already: it is order ${first.body.id}`),
  )
  await press('Open staged order')
  await screen.findByText('Empty Staged Order')
  await chef.open('/cart')
  expect((await findField('Units of Rice')).value).toBe('1')
  expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull()
  await waitFor(async () => expect(await orders()).toBe(1))
})
