/** Helpers for tests of ordering. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDatabase } from '#src/db/database.ts'
import {
  makeLocation,
  makeOrderList,
  makeProduct,
  makeUser,
  type Pool,
  type ProductRecord,
} from '../../factories/business.ts'
import type { TestServer } from '../../factories/app.ts'
import { newId } from '../../factories/edits.ts'
import { expect, type Seat, type Sit } from '../larder.tsx'
import { findDialog, findField, isAt, press } from '../reading.ts'

/** Makes a location with oil and rice on its list, each sold by the unit at 2.50. */
export async function makeOilAndRice(pool: Pool) {
  const location = await makeLocation(pool)
  const sold = (name: string): Promise<ProductRecord> => makeProduct(pool, { name, unit_type: 'Unit' })
  const [oil, rice] = [await sold('Olive Oil'), await sold('Rice')]
  await makeOrderList(pool, [oil.upc, rice.upc], { company_location_id: location.id })
  return { location, oil, rice }
}

/** Makes a location whose staged order holds two units of oil, and a buyer who orders for it too. */
export async function kitchen(server: TestServer) {
  const { pool } = server.database
  const { location, oil, rice } = await makeOilAndRice(pool)
  const { company_id } = location
  const buyer = await makeUser(pool, 'buyer', { company_id })
  const stage = (upc: string, unit_quantity: number) =>
    server.call(buyer.username, 'POST', 'sharedcartitems/?force_add=True', {
      body: { upc, company_location: location.id, unit_quantity, case_quantity: 0 },
    })
  await stage(oil.upc, 2)
  const staged = async () => {
    const { rows } = await pool.query<{ upc: string; units: number }>(
      `select upc, unit_quantity as units from shared_cart_items
        where company_location_id = $1 and unit_quantity > 0 order by upc`,
      [location.id],
    )
    return Object.fromEntries(rows.map(({ upc, units }) => [upc, units]))
  }
  const orders = async () =>
    (await pool.query('select from orders where company_location_id = $1', [location.id])).rowCount
  /** Orders the oil as the buyer. Resolves with the order's number. */
  const placeFirst = async (): Promise<number> => {
    const { status, body } = await server.call(buyer.username, 'POST', 'orders/', {
      body: {
        customer: buyer.id,
        submitted_date: '2026-11-23',
        created_date: '2026-11-23',
        total: '5.00',
        order_items: [{ product: oil.upc, unit_quantity: 2, case_quantity: 0 }],
        staged: location.id,
      },
      headers: { 'idempotency-key': newId() },
    })
    expect(status).toBe(201)
    return body.id
  }
  return { company_id, location, oil, rice, buyer, stage, staged, orders, placeFirst }
}

/** Signs a customer of this company in at an address. The device has stored its first pull then. */
export async function chefAt(sit: Sit, company_id: number, address: string): Promise<Seat> {
  const chef = await sit('customer', { company_id })
  await chef.open(address)
  await chef.kept()
  return chef
}

/** Opens the list in one window once the device keeps it. No call of a new one is on its way when the network goes. */
export async function atList(chef: Seat, location: number): Promise<void> {
  await chef.open('/orders')
  await chef.kept()
  const db = openDatabase(chef.person.id)
  await waitFor(async () => expect(await db.prices.where('location').equals(location).count()).not.toBe(0), {
    timeout: 30_000,
  })
  db.close()
  await userEvent.click(await screen.findByRole('link', { name: 'Create Orders' }))
}
/** Goes on to the step where the order is confirmed. */
export async function goOnFromList(): Promise<void> {
  const [cart] = (await screen.findAllByRole('button', { name: 'Cart' })).slice(-1)
  await userEvent.click(cart!)
  await press('Confirm order')
  await screen.findByLabelText('Delivery date')
}

/** Returns the rows of the staged order that is open. */
export const stagedRows = () =>
  within(screen.getByRole('list', { name: 'Products in the staged order' })).getAllByRole('listitem')

/** Goes to the question whether to place the kitchen's staged order, which is open. */
export async function askToPlaceStaged(): Promise<HTMLElement> {
  await findField('Units of Olive Oil')
  await press('Confirm order')
  await press('Confirm order')
  return findDialog('Place this order?')
}

/** Orders the kitchen's staged order, which is open, once the server is gone. */
export async function orderStagedOffline(chef: Seat): Promise<void> {
  await findField('Units of Olive Oil')
  chef.goOffline()
  await press('Confirm order')
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
  await screen.findByText('1 order to be sent.')
}

/** Chooses the customer, for a person who orders for others. */
export async function chooseCustomer(username: string): Promise<void> {
  const box = await screen.findByRole('combobox', { name: 'Customer' })
  fireEvent.change(box, { target: { value: username } })
  await userEvent.click(
    await screen.findByRole('option', { name: new RegExp(`^${username} · `), hidden: true }),
  )
}
