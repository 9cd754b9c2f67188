/** What saves a chef time: the cut-off in sight, what was ordered the last time, and the way through a long list. */
import { screen, waitFor, within } from '@testing-library/react'
import { vi } from 'vitest'
import { addDays, clockIn } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { showLongDay } from '#src/ui/format.ts'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeOrderList,
  makeProduct,
  makeUser,
  type Pool,
} from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from '../larder.tsx'
import { chefAt } from './ordering.ts'
import { fact, fill, findButton, findDialog, findField, isAt, press } from '../reading.ts'

const today = () => clockIn(ZONE, new Date()).slice(0, 10)

/** A location whose last order had three of each product of its list, at 2.00. */
async function makeKitchen(pool: Pool, names: readonly string[], categories = ['Pantry']) {
  const location = await makeLocation(pool, { name: 'Quay Kitchen' })
  const order = await makeOrder(pool, { ...orderAt(location), delivery_date: '2026-01-05' })
  const upcs: string[] = []
  for (const name of names) {
    const { upc } = await makeProduct(pool, { name, unit_type: 'Unit' })
    upcs.push(upc)
    const units = { units_ordered: 3, units_originally_ordered: 3, price_per_unit: '2.00' }
    await makeItem(pool, { order_id: order.id, product: upc, ...units })
  }
  await makeOrderList(pool, upcs, { company_location_id: location.id, category_names: categories })
  return { location, company_id: location.company_id }
}

it('every ordering screen shows the cut-off and the day of the order, also before it is late', async (larder) => {
  const { pool } = larder
  const { company_id } = await makeKitchen(pool, ['Olive Oil'])
  // Tomorrow's cut-off is that of today, however late this runs.
  await writeSetting(pool, 'cutoff', '23:59')
  await writeSetting(pool, 'cutoff_days', '1')
  const words = /^Order by 23:59 for tomorrow, (\d+ h \d\d|\d+ min) left$/
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await screen.findByText(words)
  await press('More units of Olive Oil')
  await chef.open('/cart')
  const total = await screen.findByRole('complementary', { name: 'Total' })
  await within(total).findByText(words)
  await press('Confirm order')
  await findField('Delivery date')
  expect(within(total).getByText(words)).toBeTruthy()
  await chef.open('/orders')
  await press(/^Order again/)
  expect(within(await findDialog(/^Order \d+ again$/)).getByText(words)).toBeTruthy()
})

it('the last ordered quantity shows beside the current one', async (larder) => {
  const { pool } = larder
  const { company_id } = await makeKitchen(pool, ['Olive Oil'])
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  const rowOf = async (name: string) => (await findField(`Units of ${name}`)).closest('li')!
  await waitFor(async () => expect((await rowOf('Olive Oil')).textContent).toContain('last time 3'))
  await press('More units of Olive Oil')
  await chef.open('/cart')
  await waitFor(async () => expect((await rowOf('Olive Oil')).textContent).toContain('last time 3'))
})

it('a search finds products of other lists, and on a list with many products each category is one press away', async (larder) => {
  const { pool } = larder
  const names = Array.from({ length: 14 }, (_, n) => `Herb ${n}`)
  const { location, company_id } = await makeKitchen(pool, names, ['Pantry', 'Dairy'])
  const { upc } = await makeProduct(pool, { name: 'Bar Rice', unit_type: 'Unit' })
  await makeOrderList(pool, [upc], { company_location_id: location.id, public_name: 'Bar' })
  const chef = await larder.sit('customer', { company_id })
  await chef.open('/orders/add')
  const jumps = await screen.findByRole('navigation', { name: 'Categories' })
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  await press('Dairy', jumps)
  const [head] = scroll.mock.contexts as HTMLElement[]
  expect(head?.textContent).toContain('Dairy')
  scroll.mockRestore()

  await fill('Search', 'rice')
  await screen.findByRole('heading', { name: 'Bar · Pantry' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Bar Rice'),
  ])
})

it('many changed prices are one line that opens, below the ordered products', async (larder) => {
  const { company_id } = await makeKitchen(larder.pool, ['Oil', 'Rice', 'Salt', 'Flour'])
  await chefAt(larder.sit, company_id, '/orders')
  await press(/^Order again/)
  const dialog = await findDialog(/^Order \d+ again$/)
  const line = within(dialog).getByText('4 prices changed since your last order, 4 by more than 10 %')
  const fold = line.closest('details')!
  expect(fold.open).toBe(false)
  const list = within(dialog).getByRole('list', { name: 'Products' })
  expect(list.compareDocumentPosition(fold) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(within(fold).getByText('Oil: $2.00 → $2.50 a unit')).toBeTruthy()
})

it('an empty cart costs nothing, also where a delivery has a fee', async (larder) => {
  const { pool } = larder
  const { location, company_id } = await makeKitchen(pool, ['Olive Oil'])
  await pool.query(
    `update company_locations set fuel_surcharge = true, refrigerated_delivery_fee = 12.5 where id = $1`,
    [location.id],
  )
  const chef = await larder.sit('customer', { company_id })
  await chef.open('/orders/add')
  await press('More units of Olive Oil')
  await chef.open('/cart')
  const total = await screen.findByRole('complementary', { name: 'Total' })
  await within(total).findByText('Refrigerated Delivery Fee')
  await press('Remove all', total)
  await screen.findByText('Empty Cart')
  expect(within(total).queryByText('Refrigerated Delivery Fee')).toBeNull()
  expect(await fact('Total')).toBe('$0.00')
})

it('B136 a placed order shows above the orders list until it is closed, also in another window', async (larder) => {
  const { pool } = larder
  const { location, company_id } = await makeKitchen(pool, ['Olive Oil'])
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  await press('More units of Olive Oil')
  await chef.open('/cart')
  await press('Confirm order')
  await findField('Note')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const placed = await screen.findByRole('region', { name: 'Order placed' })
  expect(within(placed).getByRole('status').textContent).toContain('The order is placed.')
  const { rows } = await pool.query<{ id: number }>(
    'select id from orders where company_location_id = $1 order by id desc limit 1',
    [location.id],
  )
  const number = rows[0]!.id
  expect(
    within(placed)
      .getByRole('link', { name: String(number) })
      .getAttribute('href'),
  ).toBe(`/order/${number}`)
  const day = showLongDay(addDays(today(), 1))
  for (const text of [day, 'Quay Kitchen', '1 product', '$5.00']) expect(placed.textContent).toContain(text)

  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text)
    return Promise.resolve()
  })
  await press('Share', placed)
  await screen.findByText('Copied to the clipboard.')
  expect(copied).toEqual([`Order ${number} to Quay Kitchen on ${day}: 1 product, $5.00`])

  await chef.open('/orders')
  await press('Close', await screen.findByRole('region', { name: 'Order placed' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Order placed' })).toBeNull())
  await chef.open('/orders')
  await findButton(/^Order again/)
  expect(screen.queryByRole('region', { name: 'Order placed' })).toBeNull()
})

it('a placed order that the office deletes is not shown as placed any more, and the answer to the request shows', async (larder) => {
  const { pool } = larder
  await writeSetting(pool, 'cutoff_days', '0')
  const { location, company_id } = await makeKitchen(pool, ['Olive Oil'])
  const { username } = await makeUser(pool, 'office')
  const chef = await chefAt(larder.sit, company_id, '/orders/add')
  await press('More units of Olive Oil')
  await chef.open('/cart')
  await press('Confirm order')
  await findField('Note')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  const panel = () => screen.findByRole('region', { name: 'Order placed' })
  await press('Ask to cancel', await panel())
  await press('Ask', await findDialog(/^Ask the office to cancel order \d+\?$/))
  await within(await panel()).findByText('The office has not answered yet.')
  const { rows } = await pool.query<{ id: number }>(
    'select id from orders where company_location_id = $1 order by id desc limit 1',
    [location.id],
  )
  const { id } = rows[0]!
  expect((await larder.server.call(username, 'DELETE', `orders/${id}`)).status).toBe(204)
  await chef.open('/orders')
  const gone = await panel()
  await waitFor(() =>
    expect(within(gone).getByRole('status').textContent).toBe(
      `Order ${id} was cancelled. Nothing of it is delivered.`,
    ),
  )
  await within(gone).findByText(/The order is cancelled\./)
  expect(gone.textContent).not.toContain('It is picked next.')
  await press('Close', gone)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Order placed' })).toBeNull())
})
