/** An own new address that waits: in the user form, and on the pages where the mailed links lead (decision 0182). */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readEnv } from '#server/env.ts'
import { makeAccountLink } from '#server/people/account-changes.ts'
import { PASSWORD, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { fill, findButton, findDialog, noDialog, press } from '../reading.ts'

const OLD = 'old@example.com'
const NEXT = 'next@example.com'

const userIn = async ({ database: { pool } }: TestServer, id: number) =>
  (await pool.query('select email, waiting_email from users where id = $1', [id])).rows[0]
const waiting = () => screen.findByRole('group', { name: 'Address that waits' })
/** The address that is mailed to this person. */
async function linkFor(
  { database: { pool } }: TestServer,
  user: number,
  change: number | null,
  address: string,
) {
  const env = readEnv({ NODE_ENV: 'test', PUBLIC_URL: 'https://orders.example.com' })
  const link = await makeAccountLink({ pool, env, clock: () => new Date() }, { user, change, address })
  return link.slice('https://orders.example.com'.length)
}

it('a person’s new address shows beside the old one until it is confirmed, and can be withdrawn', async (larder) => {
  const { pool } = larder
  const picker = await larder.sit('picker')
  const { id, username } = picker.person
  await pool.query(`update users set email = $2, first_name = 'Ann', last_name = 'Oyl' where id = $1`, [
    id,
    OLD,
  ])
  await picker.open(`/user/${id}`)
  await fill('Email', NEXT)
  await fill('Old password', PASSWORD)
  await press('Save')
  const dialog = await findDialog(`Save user ${username}?`)
  within(dialog).getByText(
    /next@example\.com is used once you open the link .* until then old@example\.com is/,
  )
  await press('Confirm', dialog)
  await within(dialog).findByText('The user has been saved.')
  expect(await userIn(larder.server, id)).toEqual({ email: OLD, waiting_email: NEXT })

  await picker.open(`/user/${id}`)
  const line = await waiting()
  expect(line.textContent).toContain(`Waiting for confirmation: ${NEXT}`)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(OLD)
  expect(within(line).queryByRole('button', { name: 'Confirm address' })).toBeNull()
  await press('Send the link again', line)
  const again = await findDialog('Send the link again?')
  await press('Send', again)
  // This server has no mail server.
  await within(again).findByText('This server sends no mail. The office can confirm the address.')
  await press('Continue', again)
  await noDialog()
  await press('Withdraw', line)
  const withdrawal = await findDialog(`Withdraw ${NEXT}?`)
  await press('Withdraw', withdrawal)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Address that waits' })).toBeNull())
  expect(await userIn(larder.server, id)).toEqual({ email: OLD, waiting_email: '' })
})

it('the office confirms an address that waits, and sees who set which address and password', async (larder) => {
  const { pool } = larder
  const { id, username } = await makeUser(pool, 'customer', { email: OLD, waiting_email: NEXT })
  const office = await larder.sit('office')
  await office.open(`/user/${id}`)
  await press('Confirm address', await waiting())
  const dialog = await findDialog(`Confirm ${NEXT} for ${username}?`)
  await press('Confirm address', dialog)
  const changes = await screen.findByRole('region', { name: 'Changes of password and email', hidden: true })
  expect(changes.textContent).toContain(`Email ${OLD} → ${NEXT} · ${office.person.username}`)
  expect(screen.queryByRole('group', { name: 'Address that waits', hidden: true })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email', { selector: 'input' }).value).toBe(NEXT)
  expect(await userIn(larder.server, id)).toEqual({ email: NEXT, waiting_email: '' })
})

it('the link to the new address confirms it once, when its button is pressed', async (larder) => {
  const { id } = await makeUser(larder.pool, 'customer', { email: OLD, waiting_email: NEXT })
  const seat = await larder.sit('picker')
  const link = await linkFor(larder.server, id, null, NEXT)
  await seat.open(link)
  await findButton('Confirm address')
  expect(await userIn(larder.server, id)).toMatchObject({ email: OLD })
  await press('Confirm address')
  await screen.findByText('Your mail address is confirmed.')
  expect(await userIn(larder.server, id)).toEqual({ email: NEXT, waiting_email: '' })
  await seat.open(link)
  await press('Confirm address')
  await screen.findByText('This link was used already, or the address is no longer asked for.')
})

it('the link to the old address undoes the change, and shows the next step', async (larder) => {
  const { pool } = larder
  const { id } = await makeUser(pool, 'customer', { email: NEXT })
  const { rows } = await pool.query(
    `insert into account_changes (user_id, changed_by, what, address_before, address_after, created_at)
       values ($1, $1, 'address', $2, $3, now()) returning id`,
    [id, OLD, NEXT],
  )
  const seat = await larder.sit('picker')
  await seat.open(await linkFor(larder.server, id, rows[0].id, OLD))
  await press('Undo the change')
  await screen.findByText('The change is undone.')
  expect(await userIn(larder.server, id)).toMatchObject({ email: OLD })
  await userEvent.click(screen.getByRole('link', { name: 'No mail? Ask for a new link' }))
  await findButton('Mail me a link')
})

it('a link that was cut off says so', async (larder) => {
  const seat = await larder.sit('picker')
  for (const page of ['/confirmAddress', '/undoChange']) {
    await seat.open(page)
    await screen.findByText(/a part of it is missing here/)
  }
})
