/** A user's form in a browser: reloaded, without a network, and one's own. What it says: tests/screens. */
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { callApi, expect, shared as test, signIn, type Server } from '../larder.ts'

test.describe.configure({ mode: 'default' })

let made = 0
/** A user of this test alone, with the demo's password. */
async function makeUser(server: Server, over: object = {}): Promise<{ id: number; username: string }> {
  const username = `guest-${Date.now()}-${++made}`
  const { status, body } = await callApi(server, 'admin', 'POST', 'users/', {
    username,
    email: `${username}@example.com`,
    first_name: 'Lena',
    last_name: 'Ortiz',
    restaurant_name: 'Pier 40',
    new_password: 'harborvine',
    new_password_confirm: 'harborvine',
    ...over,
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body as { id: number; username: string }
}

/** Every call of a user's record or of the list that this page makes from now on, as `METHOD path`. */
function userCalls(page: Page): { calls: string[]; sent: Request[] } {
  const calls: string[] = []
  const sent: Request[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!/^\/api\/users\b/.test(pathname)) return
    calls.push(`${request.method()} ${pathname.slice(5)}${search}`)
    if (request.method() !== 'GET') sent.push(request)
  })
  return { calls, sent }
}

const field = (page: Page, name: string) => page.locator(`form input[name="${name}"]`)
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click()
/** Confirms, waits until it is saved, and closes. */
async function saveAndClose(page: Page): Promise<void> {
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('status')).toHaveText('The user has been saved.')
  await inDialog(page, 'Close')
  await expect(page).toHaveURL('/users')
}
test('B099 B179 B234 B235 a user is changed, and typed values survive a reload and an unreachable server', async ({
  as,
  sharedServer,
}) => {
  const { id, username } = await makeUser(sharedServer)
  const page = await as('office')
  const { calls, sent } = userCalls(page)
  await page.goto(`/user/${id}`)
  const shown = { username, email: `${username}@example.com`, first_name: 'Lena', last_name: 'Ortiz' }
  for (const [name, text] of Object.entries(shown)) await expect(field(page, name)).toHaveValue(text)
  await expectAccessible(page, 'user form', 'form')

  await field(page, 'first_name').fill('Lorena')
  await page.getByRole('checkbox', { name: 'Email order confirmation' }).check()
  await field(page, 'new_password').fill('Vt7#mlZw')
  await page.reload()
  await expect(page.getByText('What you typed before is here again, without passwords.')).toBeVisible()
  await expect(field(page, 'first_name')).toHaveValue('Lorena')
  await expect(field(page, 'new_password')).toHaveValue('')
  await page.context().setOffline(true)
  await expect(page.getByText('The server is not in reach. What you typed stays here')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('The server is not in reach.')).toHaveCount(0, { timeout: 30_000 })
  await expect(field(page, 'first_name')).toHaveValue('Lorena')

  await press(page, 'Save')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, 'save dialog', '[role=dialog]')
  await inDialog(page, 'Cancel')
  await saveAndClose(page)
  await expect.poll(() => calls.filter((call) => !call.startsWith('GET'))).toEqual([`PATCH users/${id}`])
  const { base: _, ...told } = sent[0]!.postDataJSON() as Record<string, unknown>
  expect(told).toEqual({
    ...shown,
    first_name: 'Lorena',
    is_staff: false,
    is_active: true,
    email_order_confirmation: true,
    account_lock: false,
  })
  const link = page.getByRole('link', { name: `Edit user ${id}, ${username}` })
  await expect(link).toBeVisible()
  await expectAccessible(page, 'users')
  await link.click()
  await expect(field(page, 'first_name')).toHaveValue('Lorena')
  await expect(page.getByText('What you typed before')).toHaveCount(0)
})

test('B071 C129 C282 above role 12 the form asks for the old password, and shows what the server refuses', async ({
  fresh,
  sharedServer,
}) => {
  const other = await makeUser(sharedServer)
  const { id, username } = await makeUser(sharedServer, { role_id: 13, is_staff: true })
  const page = await fresh()
  await signIn(page, username)
  await page.goto(`/user/${other.id}`)
  await expect(field(page, 'old_password')).toHaveAttribute('autocomplete', 'current-password')
  await press(page, 'Save')
  await inDialog(page, 'Confirm')
  await expect(dialog(page).getByRole('alert')).toContainText('Only staff who manage users')
  await inDialog(page, 'Continue')

  await press(page, 'Menu')
  await page.getByRole('link', { name: username, exact: true }).click()
  await expect(page).toHaveURL(`/user/${id}`)
  await expect(page.getByText('this is you')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveCount(0)
  await field(page, 'username').fill(`${username}-2`)
  for (const name of ['new_password', 'new_password_confirm']) await field(page, name).fill('Vt7#mlZw')
  await press(page, 'Save')
  await expect(field(page, 'old_password')).toBeFocused()
  await field(page, 'old_password').fill('harborvine')
  await saveAndClose(page)
  // The device knows them by the new name and password.
  await press(page, 'Logout')
  await page.context().setOffline(true)
  await page.getByLabel('Username').fill(`${username}-2`)
  await page.getByLabel('Password', { exact: true }).fill('Vt7#mlZw')
  await press(page, 'SIGN IN')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('an own address that waits, the lines of the account and the page of a mailed link are accessible', async ({
  fresh,
  sharedServer,
}) => {
  const { id, username } = await makeUser(sharedServer)
  const page = await fresh()
  await signIn(page, username)
  await page.goto(`/user/${id}`)
  await field(page, 'email').fill(
    'a.much.longer.mail.address.of.the.kitchen@quay-street-oyster-bar.example.com',
  )
  for (const name of ['new_password', 'new_password_confirm']) await field(page, name).fill('Vt7#mlZw')
  await field(page, 'old_password').fill('harborvine')
  await saveAndClose(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/user/${id}`)
  await expect(page.getByRole('group', { name: 'Address that waits' })).toBeVisible()
  // What was typed is saved, though the address is not the one that counts.
  await expect(page.getByText('What you typed before')).toHaveCount(0)
  await expect(field(page, 'email')).toHaveValue(`${username}@example.com`)
  await expect(page.getByRole('region', { name: 'Changes of password and email' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page, 'a user form with an address that waits', 'main')
  await page.goto('/undoChange#none')
  await press(page, 'Undo the change')
  await expect(page.getByText('This link was used already')).toBeVisible()
  await expectAccessible(page, 'the page that undoes a change')
})
