/** Prices that change during ordering: named and asked about online, named on an offline order (decision 0132). */
import { screen, waitFor, within } from '@testing-library/react'
import type { TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeOrderList, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import { atList, chefAt, goOnFromList } from './ordering.ts'
import { findDialog, findField, isAt, noDialog, press } from '../reading.ts'

async function kitchen(server: TestServer) {
  const { pool } = server.database
  const location = await makeLocation(pool)
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const costs = (price: string) =>
    pool.query('update products set unit_price = $2, display_unit_price = $2 where upc = $1', [
      oil.upc,
      price,
    ])
  const orders = async () =>
    (
      await pool.query<{ id: number; total: string; changes: { seen: string; price: string }[] }>(
        `select id, total::text, price_changes as changes from orders
          where company_location_id = $1 and delivery_date > '2026-02-01' order by id`,
        [location.id],
      )
    ).rows
  return { pool, location, oil, costs, orders, company_id: location.company_id }
}
it('a cart’s confirm step names changed prices, asks again after another change, and orders at the new price', async (larder) => {
  const { company_id, costs, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await costs('2.75')
  await chef.open('/cart')
  await press('Confirm order')
  await screen.findByText('Olive Oil: $2.50 → $2.75 a unit')
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  expect(dialog.textContent).toContain('1 product for $2.75')
  expect(within(dialog).getByText('Olive Oil: $2.50 → $2.75 a unit')).toBeTruthy()

  await costs('3.00')
  await press('Place order', dialog)
  await within(dialog).findByText('Olive Oil: $2.75 → $3.00 a unit')
  expect(within(dialog).getByRole('alert').textContent).toContain('Nothing is ordered yet')
  await waitFor(() => expect(dialog.textContent).toContain('1 product for $3.00'))
  expect(await orders()).toEqual([])
  await press('Place order', dialog)
  await isAt('/orders')
  expect(await orders()).toMatchObject([{ total: '3.00', changes: [] }])
})

it('a staged order’s confirm step names changed prices too', async (larder) => {
  const { company_id, costs, orders } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  await chef.open('/cart')
  await press('Save to Staged Order')
  await screen.findByText('Empty Cart')
  await chef.open('/cart?stagedOrder=1')
  await press('Confirm order')
  // The button of the next step has the same name.
  await findField('Note')
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  await costs('2.75')
  await press('Place order', dialog)
  await within(dialog).findByText('Olive Oil: $2.50 → $2.75 a unit')
  expect(await orders()).toEqual([])
  await press('Place order', dialog)
  await isAt('/orders')
  expect(await orders()).toMatchObject([{ total: '2.75', changes: [] }])
})

it('the dialog of an order that is ordered again asks about changed prices', async (larder) => {
  const { pool, location, oil, company_id, costs, orders } = await kitchen(larder.server)
  const before = await makeOrder(pool, { ...orderAt(location), delivery_date: '2026-01-05' })
  await makeItem(pool, {
    order_id: before.id,
    product: oil.upc,
    units_ordered: 1,
    units_originally_ordered: 1,
    price_per_unit: '2.50',
  })
  await chefAt(larder.sit, company_id, '/orders')
  await press(/^Order again/)
  const dialog = await findDialog(/^Order \d+ again$/)
  await costs('2.75')
  await press('Place order', dialog)
  expect((await within(dialog).findAllByText('Olive Oil: $2.50 → $2.75 a unit')).length).toBeGreaterThan(0)
  expect(await orders()).toEqual([])
  await press('Place order', dialog)
  await noDialog()
  await waitFor(async () => expect(await orders()).toMatchObject([{ total: '2.75', changes: [] }]))
})

it('an order that was placed without a network names changed prices, and is made at the server’s', async (larder) => {
  const { company_id, location, costs, orders } = await kitchen(larder.server)
  const chef = await larder.sit('customer', { company_id })
  await atList(chef, location.id)
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await goOnFromList()
  chef.goOffline()
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await costs('2.75')
  chef.goOnline()
  await waitFor(async () => expect(await orders()).toHaveLength(1), { timeout: 20_000 })
  const [order] = await orders()
  expect(order).toMatchObject({ total: '2.75', changes: [{ seen: '2.50', price: '2.75' }] })
  await chef.open(`/order/${order!.id}`)
  await screen.findByText('Prices that changed while it was on its way')
  expect(screen.getByText('Olive Oil: $2.50 → $2.75 a unit')).toBeTruthy()
})
