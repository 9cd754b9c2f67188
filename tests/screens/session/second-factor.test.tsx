/** Passkeys on one's own page, and after the password at the sign-in (docs/decisions/0219). */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { openDeviceDatabase } from '#src/db/device.ts'
import { PASSWORD, type TestServer } from '../../factories/app.ts'
import { softPasskey } from '../../factories/passkey.ts'
import { expect, it, type Seat } from '../larder.tsx'
import { at } from '../network.ts'
import { fill, findButton, findDialog, isEnabled, noDialog, press } from '../reading.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
const text = (data: ArrayBuffer) => Buffer.from(data).toString('base64url')

/** Replaces the browser's passkeys, which no page has here, by `navigator.credentials` with a software passkey. */
function plugIn(passkey = softPasskey()) {
  const asCredential = ({ id, response }: { id: string; response: Record<string, string | string[]> }) => ({
    id,
    rawId: bytes(id),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
    response: {
      ...Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          typeof value === 'string' ? bytes(value) : value,
        ]),
      ),
      getTransports: () => ['internal'],
    },
  })
  const challengeOf = ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) => ({
    challenge: text(publicKey.challenge),
  })
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: async (options: never) => asCredential(passkey.register(challengeOf(options))),
      get: async (options: never) => asCredential(passkey.sign(challengeOf(options))),
    },
  })
}
/** Answers the browser's own question as a person who puts it off. */
const putOff = () =>
  Object.assign(navigator.credentials, {
    get: () => Promise.reject(new DOMException('Not now.', 'NotAllowedError')),
  })
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

const ownPage = async (seat: Seat) => {
  await seat.open(`/user/${seat.person.id}`)
  return screen.findByRole('region', { name: 'Passkeys' })
}
const codesShown = async (place: HTMLElement) =>
  within(await within(place).findByRole('list', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** Adds a passkey on the person's own page. Returns the codes that come with the first one. */
async function add(seat: Seat): Promise<string[]> {
  await ownPage(seat)
  await press('Add a passkey')
  const dialog = await findDialog('Add a passkey')
  await fill('Name', 'Office laptop', dialog)
  await press('Go on', dialog)
  const codes = await codesShown(await findDialog('Recovery codes'))
  await press('I have kept them')
  await noDialog()
  return codes
}

/** Signs in again, as far as the password leads. */
async function typePassword(seat: Seat): Promise<void> {
  const device = openDeviceDatabase()
  await Promise.all([device.meta.delete('current'), device.sessions.clear(), device.people.clear()])
  device.close()
  await seat.open('/customers')
  await fill('Username', seat.person.username)
  await fill('Password', PASSWORD)
  await press('SIGN IN')
}
const isIn = () => screen.findByRole('heading', { name: 'Customer Location' })
const demand = ({ database }: TestServer) =>
  database.pool.query(`update settings set value = 'on' where name = 'second_factor_compulsory'`)

it('a passkey is added with ten codes, follows the password from then on, and is removed', async (larder) => {
  plugIn()
  const office = await larder.sit('office')
  const codes = await add(office)
  expect(new Set(codes).size).toBe(10)
  const card = await screen.findByRole('region', { name: 'Passkeys' })
  await within(card).findByText('Office laptop')
  within(card).getByText(/10 recovery codes left/)

  await typePassword(office)
  await screen.findByRole('heading', { name: 'One more step' })
  putOff()
  await press('Use passkey')
  await screen.findByText('No passkey was used. It was put off, or it took too long.')
  await press('Use a recovery code')
  expect(isEnabled(await findButton('Sign in'))).toBe(false)
  await fill(/^Recovery code/, 'AAAA-BBBB-CCCC-DDDD')
  await press('Sign in')
  await screen.findByText(/is not right, or was used before/)
  await fill(/^Recovery code/, codes[0]!.toLowerCase())
  await press('Sign in')
  await isIn()

  const later = await ownPage(office)
  await within(later).findByText(/9 recovery codes left/)
  await press('Remove the passkey Office laptop')
  await press('Remove', await findDialog('Remove the passkey “Office laptop”?'))
  await within(later).findByText(/^With a passkey/)
})

it('the passkey itself signs in, and a refusal shows the server’s words', async (larder) => {
  plugIn()
  const office = await larder.sit('office')
  await add(office)
  await typePassword(office)
  const mend = office.network.answer(
    at('POST', 'auth/passkey'),
    { message: 'This took too long. Please sign in again.', code: 'attempt_over' },
    410,
  )
  await press('Use passkey')
  await screen.findByText('This took too long. Please sign in again.')
  expect(isEnabled(await findButton('Use passkey'))).toBe(false)
  mend()
  await press('Back')
  await press('SIGN IN')
  await press('Use passkey')
  await isIn()
})

it('a browser without passkeys says so, and a customer is not offered one', async (larder) => {
  const office = await larder.sit('office')
  await ownPage(office)
  await press('Add a passkey')
  await press('Go on', await findDialog('Add a passkey'))
  await screen.findByText('This browser cannot use passkeys.')
  const customer = await larder.sit('customer')
  await customer.open(`/user/${customer.person.id}`)
  await screen.findByRole('region', { name: 'Where you are signed in' })
  expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull()
})

it('where the role needs a passkey, the sign-in registers the first one, and shows its codes', async (larder) => {
  plugIn()
  const office = await larder.sit('office')
  await demand(larder.server)
  await typePassword(office)
  await screen.findByRole('heading', { name: 'Register a passkey' })
  await press('Register')
  const codes = await codesShown(await screen.findByRole('region', { name: 'Recovery codes' }))
  expect(codes).toHaveLength(10)
  await press('I have kept them')
  await isIn()
  const card = await ownPage(office)
  await within(card).findByText(/Your role needs one\./)
  await waitFor(async () =>
    expect(isEnabled(await findButton('Remove the passkey This device', card))).toBe(false),
  )
})
