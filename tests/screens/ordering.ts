/** What tests of ordering share. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDatabase } from '#src/db/database.ts'
import {
  makeLocation,
  makeOrderList,
  makeProduct,
  type Pool,
  type ProductRecord,
} from '../factories/business.ts'
import { expect, type Seat } from './larder.tsx'
import { press } from './reading.ts'

/** A location with oil and rice on its list, each sold by the unit at 2.50. */
export async function makeOilAndRice(pool: Pool) {
  const location = await makeLocation(pool)
  const sold = (name: string): Promise<ProductRecord> => makeProduct(pool, { name, unit_type: 'Unit' })
  const [oil, rice] = [await sold('Olive Oil'), await sold('Rice')]
  await makeOrderList(pool, [oil.upc, rice.upc], { company_location_id: location.id })
  return { location, oil, rice }
}

/** Somebody whose device keeps their list, in one window: no call of a new one is on its way when the network goes. */
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
/** On to the step where the order is confirmed. */
export async function goOnFromList(): Promise<void> {
  const [cart] = (await screen.findAllByRole('button', { name: 'Cart' })).slice(-1)
  await userEvent.click(cart!)
  await press('Confirm order')
  await screen.findByLabelText('Delivery date')
}

/** For whoever orders for others. */
export async function chooseCustomer(username: string): Promise<void> {
  const box = await screen.findByRole('combobox', { name: 'Customer' })
  fireEvent.change(box, { target: { value: username } })
  await userEvent.click(
    await screen.findByRole('option', { name: new RegExp(`^${username} · `), hidden: true }),
  )
}
