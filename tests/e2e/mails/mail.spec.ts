/** Mails, all the way: from the page that makes one through the server's outbox to a real mail server. */
import { makeServer } from '../../process/product.ts'
import { testMailServer, type TestMailServer } from '../../factories/mail-server.ts'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test, signIn, type Server } from '../larder.ts'

let smtp: TestMailServer
let server: Server
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  smtp = await testMailServer()
  server = await makeServer({ settings: smtp.settings })
})
test.afterAll(async () => {
  // Not the worker's others.
  await server.stop()
  await smtp.close()
})
test.beforeEach(() => smtp.reset())

test('an invoice is mailed with its PDF; a perhaps sent mail is sent again after a question', async ({
  fresh,
}) => {
  const page = await fresh({ baseURL: server.url, viewport: DESK })
  const [{ id }] = (await server.query<{ id: number }>('select order_id as id from invoices limit 1')) as [
    { id: number },
  ]
  await signIn(page, 'office')
  await page.goto(`/order/${id}/invoice`)
  smtp.cut = 'data'
  await page.getByRole('button', { name: 'Share by email' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To', { exact: true }).fill('chef@example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('status')).toContainText(
    // Whether the mail server was quicker than the answer.
    /The invoice (is on its way|was perhaps sent) to chef@example\.com/,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const mailed = page.getByRole('list', { name: 'Mailed' })
  await expect(mailed).toContainText('Perhaps sent')
  smtp.reset()

  await mailed.getByRole('link', { name: 'Decide under Mail' }).click()
  await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible()
  await page.getByRole('button', { name: /^Read Invoice/ }).click()
  await expect(dialog.getByLabel('What it says')).toContainText('The invoice is attached as a PDF.')
  await expectAccessible(page, 'a mail')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  const question = page.getByRole('dialog', { name: 'Send it again?' })
  await question.getByRole('button', { name: 'Send again' }).click()
  // While it is busy it cannot be closed.
  await expect(question).toContainText('The mail is on its way.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('table').getByText('Sent', { exact: true })).toBeVisible()
  expect(smtp.mails).toHaveLength(1)
  // "%PDF-" as a mail carries it.
  expect(smtp.mails[0]!.text).toContain('JVBERi0')
  await expectAccessible(page, 'the outbox')
})

test('a person with a forgotten password sets a new one by the link in their mail, and signs in with it', async ({
  fresh,
}) => {
  const page = await fresh({ baseURL: server.url })
  await server.query(`update users set email = 'chef@example.com' where username = 'chef'`)
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username').fill('chef')
  await expectAccessible(page, 'a forgotten password')
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()
  await expect.poll(() => smtp.mails.length).toBe(1)
  const token = /\/newPassword#(\S+)/.exec(smtp.mails[0]!.text)![1]!
  await page.goto(`/newPassword#${token}`)
  await page.getByLabel('New password', { exact: true }).fill('Vt7#mlZw')
  await page.getByLabel('Confirm password').fill('Vt7#mlZw')
  await expectAccessible(page, 'a new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await signIn(page, 'chef', 'Vt7#mlZw')
})
