/** The part of a user's page that says where they sign in, and invites them (decision 0278). */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { makeMail, makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'

const access = () => screen.findByRole('region', { name: 'Signing in' })

it('a person who never signed in is invited by mail, and the page shows the outcome', async (larder) => {
  const { pool } = larder
  const { id, username } = await makeUser(pool, 'picker', { email: 'sam@example.com' })
  const manager = await larder.sit('manager')
  await manager.open(`/user/${id}`)
  await within(await access()).findByText('Never signed in.')
  await press('Invite by mail', await access())
  const dialog = await findDialog(`Invite ${username}?`)
  expect(dialog.textContent).toContain('A mail to sam@example.com has a link')
  await press('Invite', dialog)
  // This server has no mail server: what it says is said.
  await within(dialog).findByText('This server sends no mail. Tell them their password yourself.')
  await makeMail(pool, { kind: 'invitation', user_id: id, created_by: manager.person.id, state: 'sent' })
  await manager.open(`/user/${id}`)
  await findButton('Invite again', await access())
  expect((await access()).textContent).toMatch(
    new RegExp(`Invited .* by ${manager.person.username}; the mail was sent\\.`),
  )
})

it('a second invitation is another call, and a failed one is the same call when it is tried again', async (larder) => {
  const { id, username } = await makeUser(larder.pool, 'picker', { email: 'kim@example.com' })
  const manager = await larder.sit('manager')
  const inviting = at('POST', `users/${id}/invitation`)
  // This server has no mail server.
  manager.network.answer(inviting, { devices: [], invitation: null })
  await manager.open(`/user/${id}`)
  const invite = async (words: string | RegExp) => {
    await press('Invite by mail', await access())
    const dialog = await findDialog(`Invite ${username}?`)
    await press('Invite', dialog)
    await within(dialog).findByText(words)
    await userEvent.keyboard('{Escape}')
    await noDialog()
  }
  await invite('The invitation is on its way.')
  const mend = manager.network.fail(inviting)
  await invite('The server answered 502.')
  mend()
  await invite('The invitation is on its way.')
  const [first, failed, second] = manager.network.calls
    .filter(inviting)
    .map(({ idempotencyKey }) => idempotencyKey)
  expect(first).not.toBe(failed)
  expect(second).toBe(failed)
})

it('a person without an address cannot be invited; a person who signs in shows with their devices', async (larder) => {
  const { pool } = larder
  const nowhere = await makeUser(pool, 'picker', { email: '' })
  const { id, username } = await makeUser(pool, 'picker')
  await larder.server.signIn(username, 'the phone')
  const manager = await larder.sit('manager')
  await manager.open(`/user/${nowhere.id}`)
  expect(isEnabled(await findButton('Invite by mail', await access()))).toBe(false)
  await manager.open(`/user/${id}`)
  await within(await access()).findByText(/^Last seen/)
  expect(
    within(within(await access()).getByRole('list', { name: 'Devices' })).getAllByRole('listitem'),
  ).toHaveLength(1)
})

it('a person’s own page has their own sessions in its place', async (larder) => {
  const manager = await larder.sit('manager')
  await manager.open(`/user/${manager.person.id}`)
  await screen.findByRole('region', { name: 'Where you are signed in' })
  expect(screen.queryByRole('region', { name: 'Signing in' })).toBeNull()
})
