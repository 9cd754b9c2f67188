/** Signing in and out, and what becomes of a session that the server no longer takes. */
import type { Page, Request } from '@playwright/test'
import { expect, SENT, readDevice, shared as test, signIn } from '../larder.ts'
import { ageSession, readSession, takeOrder } from '../office.ts'

test.describe.configure({ mode: 'default' })

const username = (page: Page) => page.getByLabel('Username')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'SIGN IN' })
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })

async function fill(page: Page, name: string, word: string) {
  await username(page).fill(name)
  await password(page).fill(word)
}
/** Without waiting for the first pull, which these tests do not need; the users list has answered. */
async function enter(page: Page, name: string) {
  await page.goto('/')
  await fill(page, name, 'harborvine')
  await Promise.all([page.waitForResponse((one) => isTo(one.request(), 'users')), submit(page).click()])
  await expect(logout(page)).toBeVisible()
}
const isTo = (request: Request, path: string) => new URL(request.url()).pathname === `/api/${path}`

test('C044 C045 C046 the sign-in has two fields, a toggle for the password and a button that wants both', async ({
  fresh,
}) => {
  const page = await fresh()
  await page.goto('/')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(submit(page)).toBeDisabled()
  await username(page).fill('picker')
  await expect(submit(page)).toBeDisabled()
  await fill(page, '', 'harborvine')
  await expect(submit(page)).toBeDisabled()
  await fill(page, 'picker', 'harborvine')
  await expect(submit(page)).toBeEnabled()
  const toggle = page.getByRole('button', { name: 'Show or hide the password' })
  await toggle.click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await toggle.click()
  await expect(password(page)).toHaveAttribute('type', 'password')
})

test('C047 C284 the sign-in stands in place of any page, sends both fields and opens that page', async ({
  fresh,
}) => {
  const page = await fresh()
  await page.goto('/customers')
  await expect(submit(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customer Location' })).toHaveCount(0)
  await fill(page, 'office', 'harborvine')
  const [request] = await Promise.all([
    page.waitForRequest((one) => isTo(one, 'auth/')),
    submit(page).click(),
  ])
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toEqual({ username: 'office', password: 'harborvine' })
  await expect(page.getByRole('heading', { name: 'Customer Location' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/customers')
})

test('C048 the public order list opens without a sign-in', async ({ fresh }) => {
  const page = await fresh()
  await page.goto('/demo/some-name')
  await expect(page.getByText(/^We couldn't find any orderlist/)).toBeVisible()
  await expect(submit(page)).toHaveCount(0)
})

test('C347 a wrong password says so in the specified words and leaves what was typed', async ({ fresh }) => {
  const page = await fresh()
  await page.goto('/')
  await fill(page, 'office', 'Harborvine')
  await submit(page).click()
  await expect(
    page.getByText(
      'There was an error signing with the credentials used. Remember both fields are case sensitive.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(username(page)).toHaveValue('office')
  await expect(logout(page)).toHaveCount(0)
})

test('the demo names fill the form, and the one that is pressed signs in', async ({ fresh }) => {
  const page = await fresh()
  await page.goto('/')
  const demo = page.getByRole('region', { name: 'Demo sign-ins' })
  const names = ['admin', 'manager', 'office', 'foreman', 'sales']
  for (const name of [...names, 'picker', 'picker2', 'picker3', 'buyer', 'chef'])
    await expect(demo.getByRole('button', { name: new RegExp(`^${name}\\b`) })).toBeVisible()
  await demo.getByRole('button', { name: /^chef\b/ }).click()
  await expect(username(page)).toHaveValue('chef')
  await submit(page).click()
  await expect(logout(page)).toBeVisible()
})

test('C223 logout asks for a sign-in, and who is known here signs in again without a network', async ({
  fresh,
}) => {
  const page = await fresh()
  await signIn(page, 'picker2')
  await logout(page).click()
  await expect(submit(page)).toBeVisible()
  await page.context().setOffline(true)

  await fill(page, 'picker3', 'harborvine')
  await submit(page).click()
  await expect(page.getByText(/signed in on this device in the last 14 days/)).toBeVisible()
  await fill(page, 'picker2', 'wrong')
  await submit(page).click()
  await expect(submit(page)).toBeEnabled()
  await expect(logout(page)).toHaveCount(0)
  await fill(page, 'picker2', 'harborvine')
  await submit(page).click()
  await expect(logout(page)).toBeVisible()
  // On some days nothing is delivered.
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Edit order / }).first()).toBeVisible()
})

test('A137 A140 the session is stored, and a customer who reloads is the same person', async ({ fresh }) => {
  const page = await fresh()
  await enter(page, 'buyer')
  expect(await readSession(page)).toMatchObject({
    username: 'buyer',
    access: expect.any(String),
    refresh: expect.any(String),
    expires_in: expect.any(Number),
    last_refresh: expect.any(Number),
    user: { is_staff: false, can_see_payments_column: expect.any(Boolean) },
  })
  // Read on the way: the browser may drop a body as soon as the page is another one.
  let heard: unknown = null
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch()
    heard = await answer.json()
    await route.fulfill({ response: answer })
  })
  // What the page before hears does not count.
  page.once('framenavigated', () => (heard = null))
  await page.reload()
  await expect.poll(() => heard).toEqual([expect.objectContaining({ username: 'buyer', role_id: 20 })])
  await expect(page.getByRole('link', { name: 'Create Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pick List' })).toHaveCount(0)
})

test('A139 who is here is the record of that name in the users list', async ({ fresh }) => {
  const page = await fresh()
  await page.route('**/api/users?*', async (route) => {
    const answer = await route.fetch()
    const users = (await answer.json()) as { username: string }[]
    const changed = users.map((one) =>
      one.username === 'foreman' ? { ...one, role_id: 32, is_staff: false } : one,
    )
    await route.fulfill({ response: answer, json: changed })
  })
  await enter(page, 'foreman')
  await expect(page.getByRole('link', { name: 'Create Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pick List' })).toHaveCount(0)
})

test('A213 A215 an expired token is refreshed before the next call, which carries the new one', async ({
  fresh,
}) => {
  const page = await fresh()
  await enter(page, 'picker')
  const { access: old, expires_in } = (await readSession(page))!
  await ageSession(page, Number(expires_in) * 1_000)
  const calls: { path: string; token: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/demo')
      calls.push({ path: pathname, token: request.headers()['authorization'] })
  })
  // What the page before was still pulling does not count.
  page.on('framenavigated', () => calls.splice(0))
  const answered = page.waitForResponse((one) => isTo(one.request(), 'users'))
  await page.reload()
  expect((await answered).status()).toBe(200)
  await expect.poll(() => calls[0]?.path).toBe('/api/auth/refresh/')
  const tokens = new Set(calls.slice(1).map(({ token }) => token))
  const { access } = (await readSession(page))!
  expect(access).not.toBe(old)
  expect([...tokens]).toEqual([`Bearer ${String(access)}`])
})

test('A311 a call that is answered 401 is refreshed and sent again, once', async ({ fresh }) => {
  const page = await fresh()
  await enter(page, 'picker')
  const seen: string[] = []
  await page.route('**/api/auth/refresh/', (route) => {
    seen.push('refresh')
    return route.continue()
  })
  await page.route('**/api/users?*', (route) => {
    seen.push('users')
    return seen.length > 1
      ? route.continue()
      : route.fulfill({ status: 401, json: { message: 'Token expired' } })
  })
  await Promise.all([
    page.waitForResponse((one) => isTo(one.request(), 'users') && one.status() === 200),
    page.reload(),
  ])
  await expect.poll(() => seen).toEqual(['users', 'refresh', 'users'])
  await expect(logout(page)).toBeVisible()
})

test('A312 a call that is always refused ends the session after one refresh and one retry', async ({
  fresh,
}) => {
  const page = await fresh()
  await enter(page, 'picker')
  let asked = 0
  await page.route('**/api/users?*', (route) => {
    asked++
    return route.fulfill({ status: 401, json: { message: 'No', code: 'sign_in_needed' } })
  })
  await page.reload()
  await expect(page.getByText(/^Please sign in again\./)).toBeVisible()
  await expect.poll(() => asked).toBe(2)
})

test('A214 a refused refresh asks for a sign-in at "/", keeps what is unsent, and leads back to the place', async ({
  fresh,
  sharedServer,
}) => {
  const page = await fresh()
  await signIn(page, 'foreman')
  const order = await takeOrder(sharedServer)
  await page.route('**/api/sync/push', (route) => route.abort())
  await page.goto(`/order/${order}`)
  await page.getByLabel('Note').fill('Kept through a sign-in')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => readDevice(page, 'outbox')).toHaveLength(1)

  await ageSession(page, 86_400_000)
  await page.route('**/api/auth/refresh/', (route) =>
    route.fulfill({ status: 401, json: { message: 'Refused', code: 'sign_in_needed' } }),
  )
  await page.reload()
  await expect(page.getByText(/^Please sign in again\. Everything/)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await readSession(page)).toBeUndefined()
  expect(await readDevice(page, 'outbox')).toHaveLength(1)

  await page.unrouteAll()
  await fill(page, 'foreman', 'harborvine')
  await submit(page).click()
  await expect(page).toHaveURL(`/order/${order}`)
  await expect(page.getByLabel('Note')).toHaveValue('Kept through a sign-in')
  await expect
    .poll(() => sharedServer.query(`select note from orders where id = $1`, [order]), SENT)
    .toEqual([{ note: 'Kept through a sign-in' }])
})

test('A314 a 404 or a 500 leaves everybody signed in', async ({ complaints, fresh }) => {
  const page = await fresh()
  await signIn(page, 'picker')
  void complaints.expect(/The users list did not come: Broken/)
  void complaints.expect(/Table fetch failed: ApiError: The server answered 404\./)
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
  await page.route('**/api/orders/?*', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not here' } }),
  )
  await Promise.all([
    page.waitForResponse((one) => one.status() === 500),
    page.waitForResponse((one) => one.status() === 404),
    page.reload(),
  ])
  await expect(page.getByText(/These are the orders that this device keeps/)).toBeVisible()
  await expect(logout(page)).toBeVisible()
  expect(await readSession(page)).toBeDefined()
})
