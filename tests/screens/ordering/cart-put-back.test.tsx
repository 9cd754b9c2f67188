/** A cart whose staging was refused while the person went on filling it. */
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { chefAt, makeOilAndRice } from './ordering.ts'
import { findField, press } from '../reading.ts'

it('B137 B252 a product refused for staging stays in the cart beside later additions, and a message says why', async (larder) => {
  const { pool } = larder
  const { location, oil } = await makeOilAndRice(pool)
  const chef = await chefAt(larder.sit, location.company_id, '/orders/add')
  await press('More units of Olive Oil')
  await press('More units of Olive Oil')
  await screen.findByText('Total: $5.00')
  screen.getAllByRole('button', { name: 'Cart' }).at(-1)!.click()
  await findField('Units of Olive Oil')
  await pool.query('update products set active = false where upc = $1', [oil.upc])
  const release = chef.network.hold(at('POST', 'sync/push'))
  await press('Save to Staged Order')
  await waitFor(() => expect(chef.network.calls.some(at('POST', 'sync/push'))).toBe(true))
  await press('Continue Shopping')
  await press('More units of Rice')
  await screen.findByText('Total: $7.50')
  release()
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^There was an issue saving items to the staged order\s.*is not a product to order/,
  )
  screen.getAllByRole('button', { name: 'Cart' }).at(-1)!.click()
  await waitFor(async () => expect((await findField('Units of Olive Oil')).value).toBe('2'))
  expect((await findField('Units of Rice')).value).toBe('1')
})

it('B137 B252 a cart stays when the server answers staging with a fault, and nothing shows as saved', async (larder) => {
  const { pool } = larder
  const { location } = await makeOilAndRice(pool)
  const chef = await chefAt(larder.sit, location.company_id, '/orders/add')
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  screen.getAllByRole('button', { name: 'Cart' }).at(-1)!.click()
  await findField('Units of Olive Oil')
  const mend = chef.network.answer(at('POST', 'sync/push'), { message: 'Out of order.' }, 500)
  await press('Save to Staged Order')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There was an issue saving items to the staged order\nOut of order.',
  )
  expect((await findField('Units of Olive Oil')).value).toBe('1')
  expect(screen.queryByText('Saved to the staged order.')).toBeNull()
  mend()
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  const { rows } = await pool.query(
    'select unit_quantity from shared_cart_items where company_location_id = $1',
    [location.id],
  )
  expect(rows).toEqual([{ unit_quantity: 1 }])
})
