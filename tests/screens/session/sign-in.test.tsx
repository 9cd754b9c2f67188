/** The sign-in screen, and the signed-in person after it. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openDeviceDatabase } from '#src/db/device.ts'
import { PASSWORD } from '../../factories/app.ts'
import { makeCompany, makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { address, fill, findButton, findField, hasButton, isEnabled, press } from '../reading.ts'

const isOpen = async () => isEnabled(await findButton('SIGN IN'))

/** Deletes from this seat's device every person who has signed in on it. */
async function forget(): Promise<void> {
  const device = openDeviceDatabase()
  await Promise.all([device.meta.delete('current'), device.sessions.clear(), device.people.clear()])
  device.close()
}
async function openOut(seat: Seat, path: string): Promise<void> {
  await forget()
  await seat.open(path)
}
async function type(username: string, password: string): Promise<void> {
  await fill('Username', username)
  await fill('Password', password)
}

it('C044 C045 C046 the sign-in has two fields, a toggle for the password and a button that needs both', async (larder) => {
  await openOut(await larder.sit('picker'), '/')
  const password = await findField('Password')
  expect(password.type).toBe('password')
  expect(await isOpen()).toBe(false)
  await fill('Username', 'picker')
  expect(await isOpen()).toBe(false)
  await type('', PASSWORD)
  expect(await isOpen()).toBe(false)
  await type('picker', PASSWORD)
  expect(await isOpen()).toBe(true)
  const toggle = await findButton('Show or hide the password')
  await userEvent.click(toggle)
  expect(password.type).toBe('text')
  await userEvent.click(toggle)
  expect(password.type).toBe('password')
})

it('C047 C284 the sign-in replaces any page, sends both fields and opens that page', async (larder) => {
  const office = await larder.sit('office')
  await openOut(office, '/customers')
  await findButton('SIGN IN')
  expect(screen.queryByRole('heading', { name: 'Customer Location' })).toBeNull()
  expect(office.network.calls.filter(({ path }) => path === 'companylocations')).toEqual([])
  const { username } = office.person
  const before = office.network.calls.length
  await type(username, PASSWORD)
  await press('SIGN IN')
  await screen.findByRole('heading', { level: 1, name: 'Customer Location' })
  expect(address()).toBe('/customers')
  const sent = office.network.calls.slice(before).filter(at('POST', 'auth'))
  expect(sent.map(({ body }) => body)).toEqual([{ username, password: PASSWORD }])
})

it('C048 the public order list opens without a sign-in', async (larder) => {
  await openOut(await larder.sit('picker'), '/demo/some-name')
  await screen.findByText(/^We couldn't find any orderlist/)
  expect(hasButton('SIGN IN')).toBe(false)
})

it('C347 a wrong password shows the specified words and keeps the typed values', async (larder) => {
  const { person, ...office } = await larder.sit('office')
  await openOut({ person, ...office }, '/')
  await type(person.username, 'Harborvine')
  await press('SIGN IN')
  await screen.findByText(
    'There was an error signing with the credentials used. Remember both fields are case sensitive.',
  )
  expect((await findField('Username')).value).toBe(person.username)
  expect((await findField('Password')).value).toBe('Harborvine')
  expect(hasButton('Logout')).toBe(false)
})

it('the demo names fill the form, and the pressed one signs in', async (larder) => {
  const chef = await makeUser(larder.pool, 'customer')
  const buyer = await larder.sit('buyer')
  const names = [
    { username: buyer.person.username, role: 'Buyer' },
    { username: chef.username, role: 'Chef' },
  ]
  buyer.network.answer(at('GET', 'demo'), { demo: true, sign_ins: names, password: PASSWORD })
  await openOut(buyer, '/')
  for (const { username, role } of names)
    expect((await findButton(new RegExp(`^${username}\\b`))).textContent).toContain(role)
  await press(new RegExp(`^${chef.username}\\b`))
  expect((await findField('Username')).value).toBe(chef.username)
  await press('SIGN IN')
  await findButton('Logout')
})

it('C223 logout asks for a sign-in, and a person who is known here signs in again without a network', async (larder) => {
  const { pool } = larder
  const stranger = await makeUser(pool, 'picker')
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  await press('Logout')
  await findButton('SIGN IN')
  picker.goOffline()

  await type(stranger.username, PASSWORD)
  await press('SIGN IN')
  await screen.findByText(/signed in on this device in the last 14 days/)
  await type(picker.person.username, 'wrong')
  await press('SIGN IN')
  await screen.findByText(/signed in on this device in the last 14 days/)
  await waitFor(async () => expect(await isOpen()).toBe(true))
  expect(hasButton('Logout')).toBe(false)
  await type(picker.person.username, PASSWORD)
  await press('SIGN IN')
  await findButton('Logout')
})

it('A137 A140 the session is stored, and a customer who opens the app again is the same person', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool, { company_id: await makeCompany(pool) })
  const { id } = await makeOrder(pool, orderAt(location))
  const { username } = await makeUser(pool, 'buyer', { company_id: location.company_id })
  const seat = await larder.sit('buyer')
  await openOut(seat, '/')
  await type(username, PASSWORD)
  await press('SIGN IN')
  await findButton('Logout')
  const device = openDeviceDatabase()
  expect(await device.sessions.toArray()).toEqual([
    expect.objectContaining({
      username,
      access: expect.any(String),
      refresh: expect.any(String),
      expires_in: expect.any(Number),
      last_refresh: expect.any(Number),
      user: expect.objectContaining({
        is_staff: false,
        can_see_payments_column: expect.any(Boolean) as boolean,
      }) as object,
    }),
  ])
  device.close()
  const before = seat.network.calls.length
  await seat.open('/orders')
  await screen.findByRole('link', { name: 'Create Orders' })
  await screen.findByRole('link', { name: `Edit order ${id}` })
  expect(screen.queryByRole('link', { name: 'Pick List' })).toBeNull()
  expect(seat.network.calls.slice(before).some(at('GET', 'users'))).toBe(true)
  // The list of people that this person receives holds only their own record.
  const { body } = await larder.server.call(username, 'GET', 'users?no_page=1')
  expect(body).toEqual([expect.objectContaining({ username, role_id: 20 })])
})

it('A139 the signed-in person is the record of that name in the users list', async (larder) => {
  const foreman = await larder.sit('foreman')
  const { username } = foreman.person
  const { body } = await larder.server.call(username, 'GET', 'users?no_page=1')
  const users = (body as { username: string }[]).map((one) =>
    one.username === username ? { ...one, role_id: 32, is_staff: false } : one,
  )
  await foreman.open('/orders')
  await screen.findByRole('link', { name: 'Pick List' })
  foreman.network.answer(at('GET', 'users'), users)
  await openOut(foreman, '/orders')
  await type(username, PASSWORD)
  await press('SIGN IN')
  await screen.findByRole('link', { name: 'Create Orders' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Pick List' })).toBeNull())
})
