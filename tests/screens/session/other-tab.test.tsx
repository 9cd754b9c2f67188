/** Two tabs of one device: another user signs in in the other one. */
import { browserEnvironment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { screen } from '@testing-library/react'
import { PASSWORD } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { expect, it } from '../larder.tsx'
import { findButton, hasButton, press } from '../reading.ts'

it('a tab says that another user has signed in in another tab, and becomes theirs on request', async (larder) => {
  const picker = await larder.sit('picker')
  const other = await makeUser(larder.pool, 'picker', { first_name: 'Olga', last_name: 'Other' })
  await picker.open('/')
  await findButton('Logout')
  await picker.kept()

  const device = openDeviceDatabase()
  const env = { ...browserEnvironment(), fetch: picker.network.fetch }
  const session = createSession({ env, device, iterations: 1 })
  expect(await session.signIn(other.username, PASSWORD)).toMatchObject({ kind: 'in' })
  session.close()
  device.close()

  expect((await screen.findByRole('alert')).textContent).toContain('Olga Other has signed in in another tab')
  expect(hasButton('Logout')).toBe(false)
  await press('Go on as Olga Other')
  await findButton('Logout')
})
