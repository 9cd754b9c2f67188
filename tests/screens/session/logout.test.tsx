/** What a logout leaves behind on a device. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { PASSWORD } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeUser, nextId } from '../../factories/business.ts'
import { openDatabase } from '#src/db/database.ts'
import { expect, it } from '../larder.tsx'
import { fill, findButton, findDialog, findField, noDialog, press } from '../reading.ts'

const findCustomer = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })

it('C223 logout clears the selected customer', async (larder) => {
  const { pool } = larder
  const location = await makeLocation(pool)
  const buyer = await makeUser(pool, 'buyer', { company_id: location.company_id })
  const office = await larder.sit('office')
  await office.open('/orders/add')
  await userEvent.type(await findCustomer(), buyer.username)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${buyer.username} · `) }))
  await office.open('/orders/add')
  await waitFor(async () => expect((await findCustomer()).value).toContain(buyer.username))

  await press('Logout')
  await fill('Username', office.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  await screen.findByRole('button', { name: 'Logout' })
  await office.open('/orders/add')
  expect((await findCustomer()).value).toBe('')
})

const hasDatabase = async ({ id }: { id: number }) =>
  (await indexedDB.databases()).some(({ name }) => name === `larder-${id}`)

it('logout deletes the person’s data on the device', async (larder) => {
  await makeOrder(larder.pool)
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  expect(await hasDatabase(picker.person)).toBe(true)
  await press('Logout')
  await screen.findByRole('button', { name: 'SIGN IN' })
  await waitFor(async () => expect(await hasDatabase(picker.person)).toBe(false))
})

it('A143 logout says that a cart is not ordered yet, and keeps it', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  const db = openDatabase(picker.person.id)
  await db.meta.put({ key: 'context:cart of 5', value: { products: [{ upc: '1' }] } })
  db.close()
  await press('Logout')
  await screen.findByText(/1 cart is not ordered yet/)
  await press('Log out')
  await screen.findByRole('button', { name: 'SIGN IN' })
  const after = openDatabase(picker.person.id)
  expect(await after.meta.get('context:cart of 5')).toBeDefined()
  after.close()
})

it('logout asks before it drops what is typed and not saved', async (larder) => {
  const office = await larder.sit('office')
  await office.open('/customer/add')
  await fill('Name', 'Half typed')
  await press('Logout')
  const question = await findDialog('Log out?')
  expect(question.textContent).toContain('Something is not saved, or a run is not closed.')
  expect(question.textContent).not.toContain('is sent when you sign in here again')
  await press('Cancel', question)
  await noDialog()
  expect((await findField('Name')).value).toBe('Half typed')
  await press('Logout')
  await press('Log out', await findDialog('Log out?'))
  await screen.findByRole('button', { name: 'SIGN IN' })
})

it('logout names a change that was stored a moment ago and is not sent', async (larder) => {
  const { order_id, id } = await makeItem(larder.pool)
  const picker = await larder.sit('picker')
  await picker.open('/orders')
  await picker.kept()
  const logout = await findButton('Logout')
  picker.goOffline()
  const db = openDatabase(picker.person.id)
  await db.outbox.add({
    mutation_id: nextId(),
    device_id: 'handheld-3',
    user_id: picker.person.id,
    entity: 'orderitems',
    entity_id: id,
    order: order_id,
    call: { method: 'PATCH', path: `orderitems/${id}`, body: { picked: true } },
    base: { version: 1, values: { picked: false } },
    adds: null,
    raw_scan: null,
    reason: null,
    retry_of: null,
    act: null,
    created_at: new Date().toISOString(),
    schema_version: MUTATION_SCHEMA_VERSION,
    state: 'pending',
    family: `orderitems:${id}`,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    reads: [],
    product: null,
  })
  db.close()
  // The status counts the change later than this press.
  logout.click()
  await screen.findByText(/^1 change is not sent yet\./)
  await press('Log out')
  await screen.findByRole('button', { name: 'SIGN IN' })
})
