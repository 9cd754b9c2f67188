/** An order that the server stumbles over while it is in reach: it is on the device, says so, and goes by itself. */
import { screen, waitFor } from '@testing-library/react'
import { makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { atList, goOnFromList } from './ordering.ts'
import { findDialog, isAt, press } from '../reading.ts'

it('says that it goes by itself, and does', async ({ server, sit }) => {
  const { pool } = server.database
  const location = await makeLocation(pool)
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const chef = await sit('customer', { company_id: location.company_id })
  await atList(chef, location.id)
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await goOnFromList()
  const mend = chef.network.fail(at('POST', 'sync/push'), 500)
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const waiting = await screen.findByRole('region', { name: 'Orders that wait to be sent' })
  expect(waiting.textContent).toContain(
    '1 order to be sent. It goes by itself as soon as the server takes it.',
  )
  await screen.findByText('The order is kept here and sent by itself as soon as the server takes it.')
  mend()
  await waitFor(
    () => expect(screen.queryByRole('region', { name: 'Orders that wait to be sent' })).toBeNull(),
    {
      timeout: 30_000,
    },
  )
  const { rows } = await pool.query('select total::text from orders where company_location_id = $1', [
    location.id,
  ])
  expect(rows).toEqual([{ total: '2.50' }])
})
