/** The pick list generator beside its journey in tests/e2e: orders of days that the device does not keep. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeOrder } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, isEnabled, press } from '../reading.ts'

it('orders that cannot be read are not said to be none: the server’s words stand there, and Try again reads them', async ({
  server,
  sit,
}) => {
  const { id } = await makeOrder(server.database.pool, { delivery_date: '2031-05-06' })
  const office = await sit('office')
  await office.open('/orders/picklist')
  const mend = office.network.fail(at('GET', 'orders'))
  await fill('Start date', '05/06/2031')
  await fill('End date', '05/06/2031')
  await screen.findByRole('alert', undefined, { timeout: 5_000 })
  expect(screen.queryByText('There are no orders on these days')).toBeNull()
  expect(isEnabled(await findButton('Generate'))).toBe(false)
  mend()
  await press('Try again')
  const list = await screen.findByRole('list', { name: 'Listed orders' })
  await within(list).findByText(String(id))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(isEnabled(await findButton('Generate'))).toBe(true)

  // Days of which nothing is kept, without the server: not none either.
  office.goOffline()
  await screen.findByText(/does not keep the orders of all these days/)
  expect(screen.queryByText('There are no orders on these days')).toBeNull()
})
