/** Where one is signed in: on the screen of one's own record. */
import { screen, waitFor, within } from '@testing-library/react'
import { openDeviceDatabase } from '#src/db/device.ts'
import { PASSWORD, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, findField, isAt, isEnabled, noDialog, press } from '../reading.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1'
/** The person signs in on a phone as well. Answers whether that session still acts. */
async function onPhone({ app }: TestServer, { person: { username } }: Seat) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth',
    headers: { 'x-device-id': `phone of ${username}`, 'user-agent': PHONE },
    payload: { username, password: PASSWORD },
  })
  const { access } = answer.json()
  return async () => {
    const headers = { authorization: `Bearer ${access}` }
    return (await app.inject({ url: '/api/users', headers })).statusCode
  }
}
const sessions = () => screen.findByRole('region', { name: 'Where you are signed in' })

for (const role of ['office', 'picker', 'customer'] as const)
  it(`the own record (${role}) lists the devices; an ended one has no access`, async (larder) => {
    const seat = await larder.sit(role)
    const phone = await onPhone(larder.server, seat)
    await seat.open(`/user/${seat.person.id}`)
    const list = await sessions()
    const [here, there] = await within(list).findAllByRole('listitem')
    within(here!).getByText('This device')
    within(there!).getByText('Safari on iPhone')
    expect(there!.textContent).toMatch(/Signed in \d\d:\d\d:\d\d · last used \d\d:\d\d:\d\d/)
    expect(within(there!).queryByText('This device')).toBeNull()
    expect(await phone()).toBe(200)

    await press('End the session on Safari on iPhone', list)
    const dialog = await findDialog('End the session on Safari on iPhone?')
    await press('End', dialog)
    await noDialog()
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(await phone()).toBe(401)
  })

it('another person’s record shows no sessions', async (larder) => {
  const { id } = await makeUser(larder.pool, 'picker')
  const manager = await larder.sit('manager')
  await manager.open(`/user/${id}`)
  await findField('Username')
  expect(screen.queryByRole('region', { name: 'Where you are signed in' })).toBeNull()
  expect(manager.network.calls.some(at('GET', 'sessions'))).toBe(false)
})

it('signing out everywhere ends all sessions and leads to the sign-in; without an answer the person stays', async (larder) => {
  const seat = await larder.sit('foreman')
  const phone = await onPhone(larder.server, seat)
  await seat.open(`/user/${seat.person.id}`)
  const mend = seat.network.fail(at('DELETE', 'sessions'))
  await press('Sign out everywhere', await sessions())
  const dialog = await findDialog('Sign out everywhere?')
  await press('Sign out everywhere', dialog)
  await within(dialog).findByText('You are still signed in')
  expect(await phone()).toBe(200)
  mend()
  await press('Continue', dialog)
  await press('Sign out everywhere', await sessions())
  await press('Sign out everywhere', await findDialog('Sign out everywhere?'))
  await findButton('SIGN IN')
  await isAt('/')
  expect(await phone()).toBe(401)
  const { rows } = await larder.pool.query(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [seat.person.id],
  )
  expect(rows).toEqual([{ open: 0 }])
})

it('ending the session of this device signs out here and nowhere else', async (larder) => {
  const seat = await larder.sit('picker')
  const phone = await onPhone(larder.server, seat)
  await seat.open(`/user/${seat.person.id}`)
  const list = await sessions()
  const [here] = await within(list).findAllByRole('listitem')
  await press(/^End the session on/, here)
  await press('Log out', await findDialog('Log out on this device?'))
  await findButton('SIGN IN')
  expect(await phone()).toBe(200)
})

it('without the server no session ends, and the screen gives the reason', async (larder) => {
  const seat = await larder.sit('picker')
  await seat.open(`/user/${seat.person.id}`)
  const list = await sessions()
  await within(list).findAllByRole('listitem')
  seat.goOffline()
  await waitFor(async () => expect(isEnabled(await findButton('Sign out everywhere', list))).toBe(false))
})

const OFFICE_DEVICE = /^This is the office’s own device/

it('the office marks the device as its own on its own record; a picker needs no such mark', async (larder) => {
  const office = await larder.sit('office')
  await office.open(`/user/${office.person.id}`)
  const mark = await screen.findByRole<HTMLInputElement>('switch', { name: OFFICE_DEVICE })
  await waitFor(() => expect(mark.disabled).toBe(false))
  expect(mark.checked).toBe(false)
  mark.click()
  await waitFor(async () => expect(await isMarked()).toBe(true))
  await office.open(`/user/${office.person.id}`)
  const again = await screen.findByRole<HTMLInputElement>('switch', { name: OFFICE_DEVICE })
  await waitFor(() => expect(again.checked).toBe(true))
  again.click()
  await waitFor(async () => expect(await isMarked()).toBe(false))
  const picker = await larder.sit('picker')
  await picker.open(`/user/${picker.person.id}`)
  await sessions()
  expect(screen.queryByRole('switch', { name: OFFICE_DEVICE })).toBeNull()
})

async function isMarked(): Promise<boolean> {
  const device = openDeviceDatabase()
  const mark = await device.meta.get('office_device')
  device.close()
  return mark !== undefined
}

it('the data for a sign-in without a network are deleted from the device after 14 days', async (larder) => {
  const picker = await larder.sit('picker')
  const device = openDeviceDatabase()
  const verifier = async () => (await device.people.get(picker.person.id))!.verifier
  expect(await verifier()).not.toBeNull()
  await device.people.toCollection().modify((person) => {
    person.verifier!.made_at -= 15 * 86_400_000
  })
  await picker.open('/sync')
  await waitFor(async () => expect(await verifier()).toBeNull())
  device.close()
})
