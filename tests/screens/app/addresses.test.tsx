/** The addresses of the floor: each shows its screen, opened by itself in a window of its own. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeItem } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'

/** Opens each address and waits for the heading that it shows where nothing was handed over. */
async function expectScreens(seat: Seat, screens: readonly (readonly [path: string, heading: string])[]) {
  for (const [path, heading] of screens) {
    await seat.open(path)
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.queryByText('There is nothing at this address'), path).toBeNull()
  }
}

it('C002 A014 A015 A016 the orders are at "/", with and without a slash at the end', async (larder) => {
  await expectScreens(await larder.sit('foreman'), [
    ['/', 'Orders'],
    ['/orders', 'Orders'],
    ['/orders/', 'Orders'],
    ['/orders/?day=all', 'Orders'],
    ['/orders/add', 'Create Order'],
  ])
})

it('C012 an order, its invoice and the papers of both have addresses', async (larder) => {
  const { order_id } = await makeItem(larder.pool)
  await expectScreens(await larder.sit('foreman'), [
    [`/order/${order_id}`, `Order ${order_id}`],
    [`/order/${order_id}/print`, `Order ${order_id}`],
    [`/order/${order_id}/invoice`, `Invoice ${order_id}`],
    [`/order/${order_id}/invoice/print`, `Invoice ${order_id}`],
  ])
})

it('C011 C013 the cart, the scan and the pick lists have addresses, and say when nothing is open', async (larder) => {
  const foreman = await larder.sit('foreman')
  await expectScreens(foreman, [
    ['/cart', 'Cart'],
    ['/orders/picklist', 'Agreggate Pick List Generator'],
    ['/sync', 'Sync'],
    ['/scanner', 'Scanner check'],
  ])
  await foreman.open('/scan')
  await waitFor(() => within(screen.getByRole('banner')).getByText('Scan'))
  await screen.findByText('There are no items to scan')
  for (const path of ['/orders/picklist/details', '/orders/picklist/details/print']) {
    await foreman.open(path)
    await screen.findByText('No pick list is open')
  }
})
