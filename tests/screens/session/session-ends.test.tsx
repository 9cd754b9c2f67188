/** A session whose token is old, or that the server no longer takes. */
import { screen, waitFor } from '@testing-library/react'
import { openDatabase } from '#src/db/database.ts'
import { openDeviceDatabase, type StoredSession } from '#src/db/device.ts'
import { PASSWORD } from '../../factories/app.ts'
import { makeItem, makeOrder, makeUser } from '../../factories/business.ts'
import { expectOnConsole } from '../console.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findField, hasButton, isAt, press } from '../reading.ts'

async function readSession(): Promise<StoredSession | undefined> {
  const device = openDeviceDatabase()
  const [session] = await device.sessions.toArray()
  device.close()
  return session
}
/** Makes the stored session older than its token lasts. The app learns this when it is opened again. */
async function ageSession(): Promise<void> {
  const device = openDeviceDatabase()
  await device.sessions.toCollection().modify((session) => {
    session.last_refresh = Date.now() - session.expires_in * 1_000
  })
  device.close()
}
async function unsent({ person }: Seat): Promise<number> {
  const db = openDatabase(person.id)
  const count = await db.outbox.count()
  db.close()
  return count
}
const USERS_BROKEN = 'The users list did not come: Broken'
const ORDERS_GONE = /^Table fetch failed: ApiError: The server answered 404\./
const REFRESH = at('POST', 'auth/refresh')
const USERS = at('GET', 'users')
/** Returns the calls for the users list before and after the one refresh. React in development asks twice. */
function aroundRefresh({ network }: Seat) {
  const seen = network.calls.filter((call) => USERS(call) || REFRESH(call)).map(({ path }) => path)
  const parts = seen.join(' ').split('auth/refresh')
  expect(parts).toHaveLength(2)
  return parts.map((part) => part.trim())
}
const waitForCall = ({ network }: Seat, which: typeof USERS) =>
  waitFor(() => expect(network.calls.some(which)).toBe(true))

it('A213 A215 an expired token is refreshed before the next call, which carries the new one', async (larder) => {
  const picker = await larder.sit('picker')
  const { access: old } = (await readSession())!
  const before = picker.network.calls.length
  await ageSession()
  await picker.open('/orders')
  await waitForCall(picker, USERS)
  const calls = picker.network.calls.slice(before).filter(({ path }) => path !== 'demo')
  expect(calls[0]).toMatchObject({ method: 'POST', path: 'auth/refresh', authorization: null })
  const { access } = (await readSession())!
  expect(access).not.toBe(old)
  expect(new Set(calls.slice(1).map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${access}`]),
  )
})

it('A311 a call that is answered 401 is refreshed and sent again, once', async (larder) => {
  const picker = await larder.sit('picker')
  const mend = picker.network.answer(USERS, { message: 'Token expired' }, 401)
  const release = picker.network.hold(REFRESH)
  await picker.open('/orders')
  await waitForCall(picker, REFRESH)
  mend()
  release()
  await screen.findByRole('link', { name: 'Pick List' })
  const [before, after] = aroundRefresh(picker)
  expect([before, after]).toEqual(['users users', before])
  expect(hasButton('Logout')).toBe(true)
})

it('A312 a call that is always refused ends the session after one refresh and one retry', async (larder) => {
  const picker = await larder.sit('picker')
  picker.network.answer(USERS, { message: 'No', code: 'sign_in_needed' }, 401)
  await picker.open('/orders')
  await screen.findByText(/^Please sign in again\./)
  await waitFor(() => expect(aroundRefresh(picker)).toEqual(['users users', 'users users']))
})

it('A214 a refused refresh asks for a sign-in at "/", keeps unsent edits, and returns to the place', async (larder) => {
  const { pool } = larder
  const { order_id } = await makeItem(pool)
  const foreman = await larder.sit('foreman')
  const mend = foreman.network.fail(at('POST', 'sync/push'))
  await foreman.open(`/order/${order_id}`)
  await foreman.kept()
  await fill('Note', 'Kept through a sign-in')
  await press('Save')
  await waitFor(async () => expect(await unsent(foreman)).toBe(1))

  await ageSession()
  const takeAgain = foreman.network.answer(REFRESH, { message: 'Refused', code: 'sign_in_needed' }, 401)
  await foreman.open(`/order/${order_id}`)
  await screen.findByText(/^Please sign in again\. Everything/)
  await isAt('/')
  expect(await readSession()).toBeUndefined()
  expect(await unsent(foreman)).toBe(1)

  mend()
  takeAgain()
  await fill('Username', foreman.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  await isAt(`/order/${order_id}`)
  expect((await findField('Note')).value).toBe('Kept through a sign-in')
  await waitFor(async () => {
    const { rows } = await pool.query('select note from orders where id = $1', [order_id])
    expect(rows).toEqual([{ note: 'Kept through a sign-in' }])
  })
})

it('a person whose account is locked during work learns that, and their unsent edits arrive when it is unlocked', async (larder) => {
  const { pool } = larder
  const { order_id } = await makeItem(pool)
  const { username: office } = await makeUser(pool, 'office')
  const foreman = await larder.sit('foreman')
  const { id, username } = foreman.person
  const lock = async (isLocked: boolean) => {
    const body = { account_lock: isLocked }
    expect((await larder.server.call(office, 'PATCH', `users/${id}`, { body })).status).toBe(200)
  }
  const enter = async () => {
    await fill('Username', username)
    await fill('Password', PASSWORD)
    await press('SIGN IN')
  }
  const told =
    'Your account was locked. Please speak to your administrator. Everything that you entered is kept on this device.'
  const mend = foreman.network.fail(at('POST', 'sync/push'))
  await foreman.open(`/order/${order_id}`)
  await foreman.kept()
  await fill('Note', 'Typed before the lock')
  await press('Save')
  await waitFor(async () => expect(await unsent(foreman)).toBe(1))

  await lock(true)
  mend()
  await screen.findByText(told)
  expect(await unsent(foreman)).toBe(1)
  await foreman.open('/')
  await screen.findByText(told)
  await enter()
  await screen.findByText('This account is locked. Please speak to your administrator.')
  expect(await unsent(foreman)).toBe(1)

  await lock(false)
  await enter()
  await isAt(`/order/${order_id}`)
  expect((await findField('Note')).value).toBe('Typed before the lock')
  await waitFor(async () => {
    const { rows } = await pool.query('select note from orders where id = $1', [order_id])
    expect(rows).toEqual([{ note: 'Typed before the lock' }])
  })
})

it('A314 a 404 or a 500 leaves everybody signed in', async (larder) => {
  const { id } = await makeOrder(larder.pool)
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  const lines = expectOnConsole(/^(The users list did not come: Broken|Table fetch failed: )/)
  picker.network.answer(USERS, { message: 'Broken' }, 500)
  picker.network.answer(at('GET', 'orders'), { message: 'Not here' }, 404)
  await picker.open('/orders')
  await screen.findByText(/These are the orders that this device keeps/)
  // The order is for tomorrow.
  await press('All')
  await screen.findByRole('link', { name: `Edit order ${id}` })
  await findButton('Logout')
  await waitFor(() =>
    expect(lines).toEqual(expect.arrayContaining([USERS_BROKEN, expect.stringMatching(ORDERS_GONE)])),
  )
  expect(await readSession()).toBeDefined()
})
