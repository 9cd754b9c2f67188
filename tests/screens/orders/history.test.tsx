/** What was done to one thing, in a dialog of its own. */
import { within } from '@testing-library/react'
import { makeItem, makeLocation, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findDialog, noDialog, press, pressInMenu } from '../reading.ts'

it('a history that cannot be read shows the reason, and is fetched again', async (larder) => {
  const { pool } = larder
  const { id } = await makeOrder(pool, orderAt(await makeLocation(pool)))
  const { upc } = await makeProduct(pool)
  await makeItem(pool, { order_id: id, product: upc, picked: true, unit_quantity: 1 })
  const office = await larder.sit('office')
  expect(
    (await larder.server.call(office.person.username, 'POST', `orders/${id}/generateinvoice`)).status,
  ).toBe(200)
  await office.open(`/order/${id}/invoice`)
  const mend = office.network.fail(at('GET', `orders/${id}/invoice/history`))
  await pressInMenu('More', 'History')
  const dialog = await findDialog(`What was done to invoice ${id}`)
  await within(dialog).findByRole('alert', undefined, { timeout: 5_000 })
  mend()
  await press('Try again', dialog)
  await within(dialog).findByText('Generated')

  // Opened again it is asked for again: what was done meanwhile is in it.
  await press('Close', dialog)
  await noDialog()
  const calls = () => office.network.calls.filter(at('GET', `orders/${id}/invoice/history`)).length
  const before = calls()
  await pressInMenu('More', 'History')
  await within(await findDialog(`What was done to invoice ${id}`)).findByText('Generated')
  expect(calls()).toBeGreaterThan(before)
})
