/** An order that a reachable server does not take. The device keeps it, says so, and sends it by itself. */
import { screen, waitFor, within } from '@testing-library/react'
import { makeLocation, makeOrderList, makeProduct } from '../../factories/business.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import { atList, goOnFromList } from './ordering.ts'
import { findButton, findDialog, isAt, noDialog, press } from '../reading.ts'

const waiting = () => screen.findByRole('region', { name: 'Orders that wait to be sent' })
const isSent = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Orders that wait to be sent' })).toBeNull(), {
    timeout: 30_000,
  })

/** Makes a chef who is about to confirm an order of one bottle of oil. */
async function aboutToOrder({ server, sit }: Larder) {
  const { pool } = server.database
  const location = await makeLocation(pool)
  const oil = await makeProduct(pool, { name: 'Olive Oil', unit_type: 'Unit' })
  await makeOrderList(pool, [oil.upc], { company_location_id: location.id })
  const chef = await sit('customer', { company_id: location.company_id })
  await atList(chef, location.id)
  await press('More units of Olive Oil')
  await screen.findByText('Total: $2.50')
  await goOnFromList()
  return { chef, location, pool }
}
async function placeIt() {
  await press('Confirm order')
  await press('Place order', await findDialog('Place this order?'))
  await isAt('/orders')
}

/** Presses Place order where the server answers with a fault. Returns the dialog, and a function to mend the server. */
async function meetFault(chef: Seat, status: 500 | 502) {
  const mend = chef.network.fail(at('POST', 'sync/push'), status)
  await press('Confirm order')
  const dialog = await findDialog('Place this order?')
  await press('Place order', dialog)
  return { dialog, mend }
}

it('B137 B251 an order that meets a fault says so, stays in the cart until that is read, and is then sent', async (larder) => {
  const { chef, location, pool } = await aboutToOrder(larder)
  const { dialog, mend } = await meetFault(chef, 500)
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('There was an issue saving the order')
  expect(alert.textContent).toContain('It is kept on this device and sent again by itself.')
  expect(screen.getByRole('list', { name: 'Products in the cart', hidden: true }).textContent).toContain(
    'Olive Oil',
  )
  await press('Keep trying', dialog)
  await isAt('/orders')
  const said = (await waiting()).textContent
  expect(said).toContain('1 order to be sent. It goes by itself as soon as the server takes it.')
  expect(said).toContain('It is kept on this device and sent again by itself.')
  await screen.findByText('The order is kept here and sent by itself as soon as the server takes it.')
  mend()
  await isSent()
  const { rows } = await pool.query('select total::text from orders where company_location_id = $1', [
    location.id,
  ])
  expect(rows).toEqual([{ total: '2.50' }])
})

it('B137 an order taken back after a fault stays in the cart, shows as being taken back, and is not placed', async (larder) => {
  const { chef, location, pool } = await aboutToOrder(larder)
  const { dialog, mend } = await meetFault(chef, 502)
  await press('Back to the cart', dialog)
  await noDialog()
  await screen.findByText(
    'The order is taken back as soon as the server answers, unless it was placed already.',
  )
  const note = await screen.findByText(/^An order of these products is being taken back\./)
  expect((await screen.findByRole('list', { name: 'Products in the cart' })).textContent).toContain(
    'Olive Oil',
  )
  mend()
  await waitFor(() => expect(note.isConnected).toBe(false), { timeout: 30_000 })
  const orders = async () =>
    (await pool.query('select id from orders where company_location_id = $1', [location.id])).rows
  expect(await orders()).toEqual([])
  // The order is confirmed again, and is placed once.
  await placeIt()
  await waitFor(async () => expect(await orders()).toHaveLength(1))
})

it('B137 an order taken back after a fault shows its number if the server had it', async (larder) => {
  const { chef, location, pool } = await aboutToOrder(larder)
  const { dialog, mend } = await meetFault(chef, 502)
  await findButton('Back to the cart', dialog)
  // A proxy answered in place of the server, which had taken the order all the same.
  const { body } = chef.network.calls.findLast(at('POST', 'sync/push'))!
  const { username } = chef.person
  const sent = { ...(body as object), device_id: `device of ${username}` }
  expect((await larder.server.call(username, 'POST', 'sync/push', { body: sent })).status).toBe(200)
  // The order is sent again by itself, and must not be answered before the press.
  const release = chef.network.hold(at('POST', 'sync/push'))
  mend()
  await press('Back to the cart', dialog)
  release()
  await isAt('/orders')
  const { rows } = await pool.query<{ id: number }>('select id from orders where company_location_id = $1', [
    location.id,
  ])
  expect(rows).toHaveLength(1)
  await screen.findByText(`It was placed already, as order ${rows[0]!.id}.`)
})

it('an order over the allowed number is kept, with the server’s words', async (larder) => {
  const { chef, pool } = await aboutToOrder(larder)
  const { id, company_id } = chef.person
  await pool.query(`update settings set value = '1' where name = 'orders_a_minute'`)
  await pool.query(
    'insert into placings (company_id, user_id, day, at, lines) values ($1, $2, now(), now(), 1)',
    [company_id, id],
  )
  await placeIt()
  const words = 'No more than 1 order a minute are taken from you. This order waits a moment.'
  expect((await waiting()).textContent).toContain(words)
  await screen.findByText(new RegExp(`^${words} The order is kept here`))
})
