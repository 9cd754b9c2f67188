/** A change of rights, fees or payments needs a recently typed password. The app asks for it once and goes on. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PASSWORD, type TestServer } from '../../factories/app.ts'
import { makeItem, makeOrder, makeUser } from '../../factories/business.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { choose, fill, findDialog, findField, isEnabled, press } from '../reading.ts'

const QUESTION = 'Type your password to go on'
const PROOF = at('POST', 'auth/proof')

/** Moves the time when each session's password was typed back by 15 minutes. */
const wait = ({ database: { pool } }: TestServer) =>
  pool.query(`update sessions set proved_at = proved_at - interval '15 minutes'`)
const roleOf = async ({ database: { pool } }: TestServer, id: number) =>
  (await pool.query<{ role_id: number }>('select role_id from users where id = $1', [id])).rows[0]!.role_id
/** Makes a manager change a person's role from sales to foreman, up to the question for the manager's password. */
async function askedAtRole(server: TestServer, manager: Seat) {
  const names = { first_name: 'Lena', last_name: 'Ortiz', email: 'lena@example.com' }
  const { id, username } = await makeUser(server.database.pool, 'sales', names)
  await manager.open(`/user/${id}`)
  await choose('Role', 'Foreman')
  await wait(server)
  await press('Save')
  const save = await findDialog(`Save user ${username}?`)
  await press('Confirm', save)
  return { id, username, save, question: await findDialog(QUESTION) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull())

it('a wrong password is asked for again; the right one repeats the call', async (larder) => {
  const manager = await larder.sit('manager')
  const { id, save, question } = await askedAtRole(larder.server, manager)
  expect(await roleOf(larder.server, id)).toBe(12)
  await fill('Your password', 'not this one', question)
  await press('Go on', question)
  await within(question).findByText('The password is not right.')
  await fill('Your password', PASSWORD, question)
  await userEvent.type(await findField('Your password', question), '{Enter}')
  await within(save).findByText('The user has been saved.')
  await isClosed()
  expect(await roleOf(larder.server, id)).toBe(11)
})

it('a cancelled question changes nothing and keeps the typed values; the next try asks again', async (larder) => {
  const manager = await larder.sit('manager')
  const { id, username, save, question } = await askedAtRole(larder.server, manager)
  await press('Cancel', question)
  await within(save).findByText(/^Nothing was changed: this needs your password\./)
  await press('Continue', save)
  expect(await roleOf(larder.server, id)).toBe(12)
  expect(
    within(await findField('Role')).getByRole<HTMLOptionElement>('option', { name: 'Foreman' }).selected,
  ).toBe(true)
  await press('Save')
  const again = await findDialog(`Save user ${username}?`)
  await press('Confirm', again)
  const asked = await findDialog(QUESTION)
  await fill('Your password', PASSWORD, asked)
  await press('Go on', asked)
  await within(again).findByText('The user has been saved.')
  expect(await roleOf(larder.server, id)).toBe(11)
})

it('a lost answer to the password is a failed try, and another press continues', async (larder) => {
  const manager = await larder.sit('manager')
  const { id, save, question } = await askedAtRole(larder.server, manager)
  manager.network.lose(PROOF)
  await fill('Your password', PASSWORD, question)
  await press('Go on', question)
  await within(question).findByText('The server cannot be reached.')
  await press('Go on', question)
  await within(save).findByText('The user has been saved.')
  expect(await roleOf(larder.server, id)).toBe(11)
})

it('a session that ends behind the question leads to the sign-in, and the form keeps the typed values', async (larder) => {
  const manager = await larder.sit('manager')
  const { id, question } = await askedAtRole(larder.server, manager)
  await larder.pool.query('update sessions set revoked_at = now()')
  // The server remembers for a second that the session was good.
  manager.network.answer(PROOF, { message: 'Please sign in.', code: 'sign_in_needed' }, 401)
  await fill('Your password', PASSWORD, question)
  await press('Go on', question)
  await screen.findByText(/^Please sign in again\./)
  await isClosed()
  await fill('Username', manager.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
  expect(
    within(await findField('Role')).getByRole<HTMLOptionElement>('option', { name: 'Foreman' }).selected,
  ).toBe(true)
  expect(await roleOf(larder.server, id)).toBe(12)
})

it('fees wait behind one question, in their dialog', async (larder) => {
  const { pool } = larder
  const order = await makeOrder(pool)
  await makeItem(pool, { order_id: order.id })
  const office = await larder.sit('office')
  await office.open(`/order/${order.id}`)
  await press('Fees')
  const fees = await findDialog(`Fees of order ${order.id}`)
  for (const [kind, amount] of [
    ['Margin', '3'],
    ['Surcharge', '7.25'],
  ] as const) {
    await press(`Add ${kind.toLowerCase()}`, fees)
    await fill('Amount', amount, await within(fees).findByRole('group', { name: kind }))
  }
  const stored = async () =>
    (
      await pool.query('select kind from fee_templates where company_location_id = $1 order by id', [
        order.company_location_id,
      ])
    ).rows
  await wait(larder.server)
  await press('Save', fees)
  await press('Cancel', await findDialog(QUESTION))
  const surcharge = await within(fees).findByRole('group', { name: 'Surcharge' })
  await waitFor(async () => expect(isEnabled(await findField('Amount', surcharge))).toBe(true))
  expect((await findField('Amount', surcharge)).value).toBe('7.25')
  expect(await stored()).toEqual([])
  // The fee behind the refused one was not sent, and the person is not asked twice.
  expect(office.network.calls.filter(at('POST', /templates$/))).toHaveLength(1)
  await isClosed()

  await press('Save', fees)
  const question = await findDialog(QUESTION)
  await fill('Your password', PASSWORD, question)
  await press('Go on', question)
  await waitFor(async () => expect(await stored()).toEqual([{ kind: 'margin' }, { kind: 'surcharge' }]))
})
