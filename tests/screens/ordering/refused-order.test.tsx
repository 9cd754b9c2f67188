/** An order that was placed without a network and that the server refuses when it comes (readings, "Ordering"). */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addDays, clockIn } from '#contract/day.ts'
import { showDay } from '#src/ui/format.ts'
import { makeUser } from '../../factories/business.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { atList, chooseCustomer, goOnFromList, makeOilAndRice } from './ordering.ts'
import { fill, findDialog, findField, isAt, press, typeDay } from '../reading.ts'

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

it('a refused order’s day and note are offered again with its products', async (larder) => {
  const { pool } = larder
  const { location, oil } = await makeOilAndRice(pool)
  const chef = await larder.sit('customer', { company_id: location.company_id })
  await atList(chef, location.id)
  await press('More units of Olive Oil')
  await press('More units of Rice')
  await screen.findByText('Total: $5.00')
  await goOnFromList()
  const day = showDay(addDays(clockIn(ZONE, new Date()).slice(0, 10), 4))
  await typeDay('Delivery date', day)
  await fill('Note', 'Ring twice')
  chef.goOffline()
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await pool.query('update products set active = false where upc = $1', [oil.upc])
  chef.goOnline()
  await screen.findByText(/is not sold any more/, undefined, { timeout: 20_000 })
  screen.getByRole('link', { name: 'Open cart' }).click()
  await press('Remove Olive Oil')
  await waitFor(() => expect(screen.queryByLabelText('Units of Olive Oil')).toBeNull())
  await press('Confirm order')
  await waitFor(async () => expect((await findField('Delivery date')).value).toBe(day))
  expect((await findField('Note')).value).toBe('Ring twice')
})

it('a refused order for a customer who is not chosen any more shows above the orders list, with the way to that cart', async (larder) => {
  const { pool } = larder
  const { location, oil } = await makeOilAndRice(pool)
  const { company_id } = location
  const chef = await makeUser(pool, 'customer', { company_id })
  const buyer = await larder.sit('buyer', { company_id })
  await atList(buyer, location.id)
  await chooseCustomer(chef.username)
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await goOnFromList()
  buyer.goOffline()
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await screen.findByText('1 order to be sent.')
  await userEvent.click(screen.getByRole('link', { name: 'Create Orders' }))
  await chooseCustomer(buyer.person.username)
  await press('More units of Rice')
  await screen.findByText('Total: $2.50')
  history.back()
  await isAt('/orders')
  await pool.query('update products set active = false where upc = $1', [oil.upc])
  buyer.goOnline()
  const words = await screen.findByText(/is not sold any more/, undefined, { timeout: 20_000 })
  await waitFor(() =>
    expect(words.textContent).toContain(`For ${chef.username}: The order could not be placed`),
  )
  await press(`Open the cart of ${chef.username}`)
  await isAt('/cart')
  expect((await findField('Units of Olive Oil')).value).toBe('1')
})

it('a refused order’s products can be discarded when its customer can no longer be ordered for', async (larder) => {
  const { pool } = larder
  const { location } = await makeOilAndRice(pool)
  const { company_id } = location
  const chef = await makeUser(pool, 'customer', { company_id })
  const buyer = await larder.sit('buyer', { company_id })
  await atList(buyer, location.id)
  await chooseCustomer(chef.username)
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await goOnFromList()
  buyer.goOffline()
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await screen.findByText('1 order to be sent.')
  await userEvent.click(screen.getByRole('link', { name: 'Create Orders' }))
  await chooseCustomer(buyer.person.username)
  history.back()
  await isAt('/orders')
  await pool.query('update users set is_active = false where id = $1', [chef.id])
  buyer.goOnline()
  await screen.findByText(/The order could not be placed/, undefined, { timeout: 20_000 })
  // The customers are read again once their answer is old.
  const { queriesOf } = await import('#src/kit/query-client.ts')
  await queriesOf(buyer.person.id).invalidateQueries()
  await screen.findByText('This customer can no longer be ordered for.', undefined, { timeout: 10_000 })
  expect(screen.queryByText(`Open the cart of ${chef.username}`)).toBeNull()
  await press('Discard these products')
  await waitFor(() => expect(screen.queryByText(/The order could not be placed/)).toBeNull())
})
