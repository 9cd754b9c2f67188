/** Unsaved text on an order. The app asks about it, and keeps it. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeItem, makeOrder, type OrderRecord } from '../../factories/business.ts'
import { expect, it, type Seat, type Larder } from '../larder.tsx'
import { at } from '../network.ts'
import {
  address,
  fill,
  findButton,
  findDialog,
  findField,
  isAt,
  isEnabled,
  noDialog,
  press,
} from '../reading.ts'

const TYPED = 'Leave it at the back door'
const RESTORED = 'What you typed before is here again. It is not saved.'

async function orderOf(server: TestServer, note = 'Ring twice'): Promise<OrderRecord> {
  const order = await makeOrder(server.database.pool, { note })
  await makeItem(server.database.pool, { order_id: order.id })
  return order
}
const open = async (seat: Seat, { id }: OrderRecord) => {
  await seat.open(`/order/${id}`)
  await findField('Note')
}
/** Signs the office in at an order with a note. */
async function sitAtOrder({ server, sit }: Larder) {
  const order = await orderOf(server)
  const office = await sit('office')
  await open(office, order)
  return { order, office }
}
const note = async () => (await findField('Note')).value
const question = () => findDialog('Leave without saving?')
/** Whether the page makes the browser ask before it closes. */
const wouldAsk = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('Back asks about an unsaved note: a person who stays still sees it, a person who leaves finds it again', async (larder) => {
  const { order } = await sitAtOrder(larder)
  await fill('Note', TYPED)
  await press('Back')
  await press('Stay', await question())
  await noDialog()
  expect([address(), await note()]).toEqual([`/order/${order.id}`, TYPED])
  await press('Back')
  await press('Leave', await question())
  await isAt('/orders')
  await userEvent.click(await screen.findByRole('link', { name: `Edit order ${order.id}` }))
  await screen.findByText(RESTORED)
  expect(await note()).toBe(TYPED)
  expect(isEnabled(await findButton('Save'))).toBe(true)
})

it('an unsaved note is restored after a reload, and can be discarded', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await fill('Note', TYPED)
  expect(wouldAsk()).toBe(true)
  await open(office, order)
  await screen.findByText(RESTORED)
  expect(await note()).toBe(TYPED)
  await press('Discard it')
  await waitFor(async () => expect(await note()).toBe('Ring twice'))
  expect([screen.queryByText(RESTORED), wouldAsk()]).toEqual([null, false])
  await open(office, order)
  expect([await note(), screen.queryByText(RESTORED)]).toEqual(['Ring twice', null])
})

it('A247 after the note is saved there is no question and no draft, and Save waits for another note', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await office.kept()
  await fill('Note', 'x')
  await fill('Note', 'Ring twice')
  expect(isEnabled(await findButton('Save'))).toBe(false)
  await fill('Note', TYPED)
  await press('Save')
  await waitFor(async () => expect(isEnabled(await findButton('Save'))).toBe(false))
  // The note is saved when the server has answered.
  await waitFor(() => expect(wouldAsk()).toBe(false))
  await press('Back')
  await isAt('/orders')
  // A note that was saved once does not come back over what another user has written since.
  const body = { note: 'Theirs' }
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orders/${order.id}`, { body })
  expect(status).toBe(200)
  await open(office, order)
  await waitFor(async () => expect(await note()).toBe('Theirs'))
  expect(screen.queryByText(RESTORED)).toBeNull()
})

it('a person who types on while a note is saved keeps that text: leaving asks about it, and Save saves it', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await office.kept()
  const release = office.network.hold(at('POST', 'sync/push'))
  await fill('Note', 'A')
  await press('Save')
  await waitFor(() => expect(office.network.calls.some(at('POST', 'sync/push'))).toBe(true))
  await fill('Note', 'A more')
  release()
  await screen.findByText('Saved')
  expect([await note(), wouldAsk()]).toEqual(['A more', true])
  await waitFor(async () => expect(isEnabled(await findButton('Save'))).toBe(true))
  await open(office, order)
  await screen.findByText(RESTORED)
  expect(await note()).toBe('A more')
  await press('Save')
  await screen.findByText('Saved')
  const { rows } = await larder.pool.query('select note from orders where id = $1', [order.id])
  expect([rows[0].note, wouldAsk()]).toEqual(['A more', false])
})

it('another user’s note shows, except to a person who is writing one', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await office.kept()
  const write = (text: string) =>
    larder.server.call(office.person.username, 'PATCH', `orders/${order.id}`, { body: { note: text } })
  expect((await write('Theirs')).status).toBe(200)
  await waitFor(async () => expect(await note()).toBe('Theirs'))
  await fill('Note', TYPED)
  expect((await write('Theirs again')).status).toBe(200)
  const stored = async () => {
    const { openDatabase } = await import('#src/db/database.ts')
    const db = openDatabase(office.person.id)
    const row = await db.orders.get(order.id)
    db.close()
    return row?.note
  }
  await waitFor(async () => expect(await stored()).toBe('Theirs again'))
  expect(await note()).toBe(TYPED)
  await fill('Note', 'Theirs again')
  await waitFor(async () => expect(isEnabled(await findButton('Save'))).toBe(false))
})

it('a note that came while another one was typed is not replaced without a word', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await office.kept()
  await fill('Note', TYPED)
  const body = { note: 'Theirs' }
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orders/${order.id}`, { body })
  expect(status).toBe(200)
  const { openDatabase } = await import('#src/db/database.ts')
  const db = openDatabase(office.person.id)
  await waitFor(async () => expect((await db.orders.get(order.id))?.note).toBe('Theirs'))
  db.close()
  const stored = async () =>
    (await larder.pool.query('select note from orders where id = $1', [order.id])).rows[0].note
  await press('Save')
  const said = await screen.findByText(/Somebody else changed note meanwhile\./)
  expect(said.textContent).toContain('It is “Theirs” now.')
  expect([await note(), await stored()]).toEqual([TYPED, 'Theirs'])
  // The person has read it.
  await press('Save')
  await screen.findByText('Saved')
  expect(await stored()).toBe(TYPED)
})

it('the same of an order that the device does not keep: the clash shows the other note', async (larder) => {
  const { pool } = larder.server.database
  const order = await makeOrder(pool, { note: 'Ring twice', delivery_date: '2020-01-02' })
  const office = await larder.sit('office')
  await open(office, order)
  await fill('Note', TYPED)
  await pool.query(`update orders set note = 'Theirs' where id = $1`, [order.id])
  await press('Save')
  const said = await screen.findByText(/Somebody else changed note meanwhile\./)
  expect(said.textContent).toContain('It is “Theirs” now.')
  await press('Save')
  await screen.findByText('Saved')
})

it('a saved note says so in its place, and is undone with one press', async (larder) => {
  const { order } = await sitAtOrder(larder)
  const stored = async () =>
    (await larder.pool.query('select note from orders where id = $1', [order.id])).rows[0].note
  await fill('Note', TYPED)
  await press('Save')
  expect((await screen.findByText('Saved')).getAttribute('role')).toBe('status')
  expect(await stored()).toBe(TYPED)
  await press('Undo')
  await screen.findByText('Undone')
  expect(await stored()).toBe('Ring twice')
  await waitFor(async () => expect(await note()).toBe('Ring twice'))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('a saved note cannot be undone once another user has saved another one', async (larder) => {
  const { order, office } = await sitAtOrder(larder)
  await office.kept()
  await fill('Note', TYPED)
  await press('Save')
  await findButton('Undo')
  const body = { note: 'Theirs' }
  const { status } = await larder.server.call(office.person.username, 'PATCH', `orders/${order.id}`, { body })
  expect(status).toBe(200)
  await waitFor(async () => expect(await note()).toBe('Theirs'))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
