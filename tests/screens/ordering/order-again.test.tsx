/** The usual order in two taps, with what is gone and what costs another price named before it is sent. */
import { screen, waitFor, within } from '@testing-library/react'
import type { TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeOrderList, makeProduct } from '../../factories/business.ts'
import { openDatabase } from '#src/db/database.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it } from '../larder.tsx'
import type { Call } from '../network.ts'
import { chefAt } from './ordering.ts'
import { findButton, findDialog, isAt, isEnabled, noDialog, press } from '../reading.ts'

/** A kitchen that ordered three units of oil three times, and cheese with the last of them. */
async function kitchen(server: TestServer) {
  const { pool } = server.database
  const location = await makeLocation(pool, { name: 'Quay Kitchen' })
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit', display_unit_price: '2.50' })
  const cheese = await makeProduct(pool, { name: 'Old Cheese', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc, cheese.upc], { company_location_id: location.id })
  for (let n = 0; n < 3; n++) {
    const order = await makeOrder(pool, { ...orderAt(location), delivery_date: '2026-01-0' + (n + 1) })
    const units = { units_ordered: 3, units_originally_ordered: 3 }
    await makeItem(pool, { order_id: order.id, product: oil.upc, ...units, price_per_unit: '2.40' })
    if (n === 2) await makeItem(pool, { order_id: order.id, product: cheese.upc, ...units })
  }
  await pool.query('update products set active = false where upc = $1', [cheese.upc])
  const ordered = async () => {
    const { rows } = await pool.query<{ product: string; units: number; total: string }>(
      `select i.product, i.units_ordered as units, o.total::text from orders o join order_items i on i.order_id = o.id
        where o.company_location_id = $1 and o.delivery_date > '2026-02-01'`,
      [location.id],
    )
    return rows
  }
  return { location, oil, ordered }
}

it('"Order again" and "My usual" above the orders list are two taps, and leave the cart alone', async (larder) => {
  const { location, oil, ordered } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, location.company_id, '/orders/add')
  await press('More units of Olive Oil')
  await chef.open('/orders')
  await press(/^Order again/)
  const dialog = await findDialog(/^Order \d+ again$/)
  expect(dialog.textContent).toContain('1 product for $7.50')
  expect(dialog.textContent).toContain('to Quay Kitchen.')
  expect(within(dialog).getByText('3 units Olive Oil')).toBeTruthy()
  expect(within(dialog).getByText('Not sold any more, and left out: Old Cheese.')).toBeTruthy()
  expect(within(dialog).getByText('Olive Oil: $2.40 → $2.50 a unit')).toBeTruthy()
  await press('Cancel', dialog)
  await noDialog()
  expect(await ordered()).toEqual([])

  await press('My usual · 1 product')
  await press('Place order', await findDialog('My usual'))
  await waitFor(async () => expect(await ordered()).toEqual([{ product: oil.upc, units: 3, total: '7.50' }]))
  await noDialog()
  await chef.open('/cart')
  await screen.findByText('Olive Oil')
})

it('without a network the usual order is here too, and is sent later', async (larder) => {
  const { location, oil, ordered } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, location.company_id, '/orders')
  // It comes with the lists, without being opened.
  const db = openDatabase(chef.person.id)
  await waitFor(async () => expect(await db.prices.where('location').equals(location.id).count()).toBe(1), {
    timeout: 15_000,
  })
  db.close()
  chef.goOffline()
  await press('My usual · 1 product')
  const dialog = await findDialog('My usual')
  expect(dialog.textContent).toMatch(/Prices as of \d\d:\d\d:\d\d/)
  await press('Place order', dialog)
  await isAt('/orders')
  await screen.findByText('1 order to be sent.')
  chef.goOnline()
  await waitFor(
    async () => expect(await ordered()).toEqual([{ product: oil.upc, units: 3, total: '7.50' }]),
    {
      timeout: 15_000,
    },
  )
})

it('a save that fails is reported, and an order without orderable products cannot be placed', async (larder) => {
  const { location, oil, ordered } = await kitchen(larder.server)
  const chef = await larder.sit('customer', { company_id: location.company_id })
  await chef.open('/orders')
  await press('My usual · 1 product')
  const dialog = await findDialog('My usual')
  await larder.pool.query('update products set active = false where upc = $1', [oil.upc])
  await press('Place order', dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(
    /^There was an issue saving the order\s.*Olive Oil .* is not sold any more/,
  )

  const another = await chefAt(larder.sit, location.company_id, '/orders')
  await press(/^Order again/)
  const last = await findDialog(/^Order \d+ again$/)
  await within(last).findByText('Not sold any more, and left out: Olive Oil, Old Cheese.')
  await within(last).findByText('None of it can be ordered any more.')
  expect(isEnabled(await findButton('Place order', last))).toBe(false)
  expect(another.network.calls.filter(({ path }) => path === 'sync/push')).toEqual([])
  expect(await ordered()).toEqual([])
})

it('the dialog stays while the server that is back is asked for the prices', async (larder) => {
  const { location, oil, ordered } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, location.company_id, '/orders')
  const db = openDatabase(chef.person.id)
  await waitFor(async () => expect(await db.prices.where('location').equals(location.id).count()).toBe(1), {
    timeout: 15_000,
  })
  db.close()
  chef.goOffline()
  await press('My usual · 1 product')
  const dialog = await findDialog('My usual')
  const ofPrices = ({ path, query }: Call) => path === 'products' && query.has('company_location')
  const before = chef.network.calls.filter(ofPrices).length
  const release = chef.network.hold(ofPrices)
  chef.goOnline()
  await waitFor(() => expect(chef.network.calls.filter(ofPrices).length).toBeGreaterThan(before), {
    timeout: 15_000,
  })
  expect(dialog.isConnected).toBe(true)
  expect(isEnabled(await findButton('Place order', dialog))).toBe(false)
  release()
  await waitFor(async () => expect(isEnabled(await findButton('Place order', dialog))).toBe(true))
  await press('Place order', dialog)
  await waitFor(async () => expect(await ordered()).toEqual([{ product: oil.upc, units: 3, total: '7.50' }]))
})

it('a kitchen whose orders were all deleted is offered nothing to order again', async (larder) => {
  const { location } = await kitchen(larder.server)
  const chef = await chefAt(larder.sit, location.company_id, '/orders')
  await findButton(/^Order again/)
  await larder.pool.query('delete from orders where company_location_id = $1', [location.id])
  // The list asks for the usual orders again.
  await chef.open('/orders/add')
  await findButton('More units of Olive Oil')
  const db = openDatabase(chef.person.id)
  await waitFor(async () => expect(await db.usual.count()).toBe(0), { timeout: 15_000 })
  db.close()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Order again' })).toBeNull())
})
