/** Passkeys with Chromium's own WebAuthn and a virtual authenticator. What the screens say: tests/screens/session. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { callApi, expect, shared as test, signIn } from '../larder.ts'

/** A key that is there, and whose owner always touches it. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a passkey is registered, follows the password at the next sign-in, and a recovery code can replace it', async ({
  fresh,
  sharedServer,
}) => {
  const username = `keeper-${Date.now()}`
  const { body } = await callApi(sharedServer, 'admin', 'POST', 'users/', {
    username,
    email: `${username}@example.com`,
    first_name: 'Ines',
    last_name: 'Keller',
    role_id: 8,
    is_staff: true,
    new_password: 'harborvine',
    new_password_confirm: 'harborvine',
  })
  const { id } = body as { id: number }
  const page = await fresh()
  await plugIn(page)
  await signIn(page, username)
  await page.goto(`/user/${id}`)
  await button(page, 'Add a passkey').click()
  await page.getByLabel('Name', { exact: true }).fill('Office laptop')
  await button(page, 'Go on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'new recovery codes')
  const code = (await codes.first().textContent())!
  await button(page, 'I have kept them').click()
  await expect(page.getByText('Office laptop')).toBeVisible()

  const logout = button(page, 'Logout')
  const signOutAndType = async () => {
    await logout.click()
    await expect(page.getByLabel('Username')).toBeVisible()
    await page.goto('/')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('harborvine')
    await button(page, 'SIGN IN').click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  }
  await signOutAndType()
  await expectAccessible(page, 'the second step of a sign-in')
  await button(page, 'Use passkey').click()
  await expect(logout).toBeVisible()
  await signOutAndType()
  await button(page, 'Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(code.toLowerCase())
  await button(page, 'Sign in').click()
  await expect(logout).toBeVisible()
})
