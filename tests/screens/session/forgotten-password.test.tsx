/** A forgotten password, from the sign-in to the new one. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { makePasswordLink } from '#server/people/password-links.ts'
import { readEnv } from '#server/env.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { expect, it } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, isAt, press } from '../reading.ts'

const NEW = 'Vt7#mlZw'

/** The address that is mailed to this person. */
async function linkFor({ database: { pool } }: TestServer, user: number): Promise<string> {
  const env = readEnv({ NODE_ENV: 'test', PUBLIC_URL: 'https://orders.example.com' })
  const link = await makePasswordLink({ pool, env, clock: () => new Date() }, user)
  return link.slice('https://orders.example.com'.length)
}

it('a link of the sign-in opens the request for a mail; the answer is the same for every name', async (larder) => {
  const seat = await larder.sit('customer')
  seat.network.connect()
  await seat.open('/forgotPassword')
  const button = await findButton('Mail me a link')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByLabelText('Username'))
  await userEvent.keyboard('{Enter}')
  // Said beside the button and, for who pressed it, aloud.
  await waitFor(() => expect(screen.getAllByText('Type your username.')).toHaveLength(2))
  await fill('Username', ' nobody ')
  await userEvent.keyboard('{Enter}')
  // This server has no mail server.
  await screen.findByText('This server sends no mail. The office can set a new password for you.')
  const asked = seat.network.calls.filter(at('POST', 'auth/forgotpassword'))
  expect(asked.map(({ body }) => body)).toEqual([{ username: 'nobody' }])
})

it('the link of the mail sets a new password, once', async (larder) => {
  const { id, username } = await makeUser(larder.pool, 'customer')
  const seat = await larder.sit('picker')
  const link = await linkFor(larder.server, id)
  await seat.open(link)
  await fill('New password', NEW)
  await fill('Confirm password', 'Vt8')
  await screen.findByText('Password and Confirm Password field values does not match.')
  expect((await findButton('Set password')).getAttribute('aria-disabled')).toBe('true')
  await fill('New password', `${username}#1`)
  await fill('Confirm password', `${username}#1`)
  await press('Set password')
  await screen.findByText(/is too similar to the username/)
  await fill('New password', NEW)
  await fill('Confirm password', NEW)
  await press('Set password')
  await screen.findByText('Your new password is set.')
  const answer = await larder.server.app.inject({
    method: 'POST',
    url: '/api/auth/',
    payload: { username, password: NEW },
  })
  expect(answer.statusCode).toBe(200)
  await seat.open(link)
  await fill('New password', NEW)
  await fill('Confirm password', NEW)
  await press('Set password')
  await screen.findByText(/This link was used already, or is over/)
  screen.getByRole('link', { name: 'Ask for a new link' })
})

it('the link of the mail opens on a device whose session has ended', async (larder) => {
  const seat = await larder.sit('picker')
  const device = openDeviceDatabase()
  await device.sessions.clear()
  device.close()
  await seat.open(await linkFor(larder.server, seat.person.id))
  await fill('New password', NEW)
  await fill('Confirm password', NEW)
  await press('Set password')
  await screen.findByText('Your new password is set.')
  await isAt('/newPassword')
})

it('a link that was cut off says so', async (larder) => {
  const seat = await larder.sit('picker')
  await seat.open('/newPassword')
  await screen.findByText(/a part of it is missing here/)
})

it('the sign-in has a link to the request', async (larder) => {
  const seat = await larder.sit('customer')
  const { pool } = larder
  await pool.query('update users set account_lock = true where id = $1', [seat.person.id])
  await seat.open('/')
  const link = await screen.findByRole('link', { name: 'Forgot your password?' })
  link.click()
  await isAt('/forgotPassword')
  await findButton('Mail me a link')
  ;(await screen.findByRole('link', { name: 'To the sign-in' })).click()
  await waitFor(() => screen.getByRole('link', { name: 'Forgot your password?' }))
})
