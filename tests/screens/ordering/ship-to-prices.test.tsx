/** What a cart costs where it goes to, and how old the prices are that a device shows without a network. */
import { screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import type { TestServer } from '../../factories/app.ts'
import { makeFee, makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { expect, it, type Larder } from '../larder.tsx'
import { choose, findButton, findDialog, findField, isAt, press } from '../reading.ts'

/** A company that pays 2.50 for a unit of oil at the harbour, and a dollar more on the hill. */
async function twoPlaces(server: TestServer) {
  const { pool } = server.database
  const harbour = await makeLocation(pool, { name: 'Harbour' })
  const { company_id } = harbour
  const hill = await makeLocation(pool, { name: 'Hill', company_id })
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit', display_unit_price: '2.50' })
  await makeOrderList(pool, [oil.upc], { company_location_id: harbour.id })
  await makeFee(pool, { kind: 'margin', type: 'f', amount: '1.00', company_location_id: hill.id })
  return { company_id, location_ids: [harbour.id, hill.id], hill, oil }
}
const total = async () => (await screen.findByRole('complementary', { name: 'Total' })).textContent
/** Signs a buyer of both places in, and puts two units of oil into the cart. */
async function fillCart({ server, sit }: Larder) {
  const { company_id, location_ids, hill } = await twoPlaces(server)
  const chef = await sit('buyer', { company_id, location_ids })
  await chef.open('/orders/add')
  await chef.kept()
  await press('More units of Olive Oil')
  await press('More units of Olive Oil')
  return { chef, hill }
}

it('the cart gets the prices of the chosen ship-to, and the order is made at those prices', async (larder) => {
  const { chef, hill } = await fillCart(larder)
  await chef.open('/cart')
  await waitFor(async () => expect(await total()).toContain('$5.00'))
  await press('Confirm order')
  await choose('Deliver to', 'Hill')
  await waitFor(async () => expect(await total()).toContain('$7.00'))
  await choose('Deliver to', 'Harbour')
  await waitFor(async () => expect(await total()).toContain('$5.00'))
  await choose('Deliver to', 'Hill')
  await waitFor(async () => expect(await total()).toContain('$7.00'))
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  expect(dialog.textContent).toContain('1 product for $7.00')
  await press('Place order', dialog)
  await isAt('/orders')
  const { rows } = await larder.pool.query('select total::text from orders where company_location_id = $1', [
    hill.id,
  ])
  expect(rows).toEqual([{ total: '7.00' }])
})

it('without a network the list and the cart show the device’s data, the ship-to’s prices and the date', async (larder) => {
  const { chef, hill } = await fillCart(larder)
  // The other location's prices come without being asked for.
  const db = openDatabase(chef.person.id)
  await waitFor(async () => expect(await db.prices.where('location').equals(hill.id).count()).toBe(1), {
    timeout: 15_000,
  })
  db.close()
  chef.goOffline()
  expect(await screen.findByText(/^Prices as of \d\d:\d\d:\d\d\./)).toBeTruthy()
  await press('Cart', screen.getByRole('main'))
  await isAt('/cart')
  await press('Confirm order')
  await choose('Deliver to', 'Hill')
  const side = within(await screen.findByRole('complementary', { name: 'Total' }))
  await side.findByText('$7.00')
  expect(side.getByText(/^Prices as of \d\d:\d\d:\d\d\./)).toBeTruthy()
  expect((await findField('Note')).value).toBe('')
  expect(await findButton('Confirm order')).toBeTruthy()
})
