/** The way to the identity provider and back (docs/decisions/0223). The provider itself: tests/flows/session. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { openDeviceDatabase } from '#src/db/device.ts'
import { PASSWORD } from '../../factories/app.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { findButton, hasButton, isAt, press } from '../reading.ts'

/** Deletes from the device every person who has signed in on it. */
async function forget(): Promise<void> {
  const device = openDeviceDatabase()
  await Promise.all([device.meta.delete('current'), device.sessions.clear(), device.people.clear()])
  device.close()
}
const offer = ({ network }: Seat) => network.answer(at('GET', 'auth/oidc'), { name: 'Harbor accounts' })

it('a configured provider is offered below the password, and the browser follows the server’s redirect', async (larder) => {
  const office = await larder.sit('office')
  await forget()
  await office.open('/')
  await findButton('SIGN IN')
  expect(hasButton(/^Sign in with/)).toBe(false)
  offer(office)
  office.network.answer(at('POST', 'auth/oidc'), { message: 'The identity provider does not answer.' }, 503)
  await forget()
  await office.open('/')
  await press('Sign in with Harbor accounts')
  await screen.findByText('The identity provider does not answer.')
  office.network.answer(at('POST', 'auth/oidc'), { url: 'https://login.example.com/auth?state=x' })
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  await press('Sign in with Harbor accounts')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.example.com/auth?state=x'))
})

it('a person who comes back is signed in, or reads the reason', async (larder) => {
  const office = await larder.sit('office')
  await forget()
  const finished = at('POST', 'auth/oidc/finish')
  const mend = office.network.answer(
    finished,
    { message: 'Nobody of the staff has the address ann@example.com.' },
    403,
  )
  await office.open('/oidc?code=c&state=s')
  await screen.findByText('Nobody of the staff has the address ann@example.com.')
  await userEvent.click(screen.getByRole('link', { name: 'To the sign-in' }))
  await findButton('SIGN IN')
  mend()
  const answer = await larder.server.call(null, 'POST', 'auth', {
    body: { username: office.person.username, password: PASSWORD },
  })
  office.network.answer(finished, answer.body)
  await office.open('/oidc?code=c&state=s')
  await findButton('Logout')
  await isAt('/')
  const [asked] = office.network.calls.filter(finished)
  expect(asked!.body).toEqual({ search: '?code=c&state=s' })
})

it('a person whose session had ended comes back to their place', async (larder) => {
  const office = await larder.sit('office')
  const answer = await larder.server.call(null, 'POST', 'auth', {
    body: { username: office.person.username, password: PASSWORD },
  })
  const device = openDeviceDatabase()
  await device.sessions.clear()
  device.close()
  await office.open('/users')
  await screen.findByText(/^Please sign in again\./)
  await isAt('/')
  office.network.answer(at('POST', 'auth/oidc/finish'), answer.body)
  await office.open('/oidc?code=c&state=s')
  await findButton('Logout')
  await isAt('/users')
  await screen.findByRole('heading', { name: 'Users' })
  await isAt('/users')
})
