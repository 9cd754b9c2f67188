/**
 * Paying an invoice on its page. Stripe's script cannot be loaded here: a small stand-in answers in its place and keeps
 * what it was given (`stripe-script.ts`). The calls of paying are answered by the tests; the API flows prove the server's own.
 */
import type { Page, Request } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { callApi, DESK, expect, shared as test, type Server } from '../larder.ts'
import { StripeScript } from './stripe-script.ts'

test.describe.configure({ mode: 'default' })

interface Paid {
  id: number
  username: string
}

/** A paid invoice of somebody who may see payments: nobody changes it any more. */
async function paidOrder(server: Server): Promise<Paid> {
  const [found] = await server.query<Paid>(
    `select o.id, u.username from orders o join invoices v on v.order_id = o.id join users u on u.id = o.customer_id
      where o.paid_status = 'p' and u.can_see_payments_column and not u.account_lock order by o.id desc limit 1`,
  )
  return found!
}

/** The real invoice with these fields instead, whenever this page asks for it. Say other fields and load it again. */
async function showInvoice(server: Server, page: Page, { id }: Paid, first: object) {
  const real = await callApi(server, 'office', 'GET', `orders/${id}/invoice`)
  const over = { payment_in_progress: false, ...first }
  await page.route(`**/api/orders/${id}/invoice`, (route) =>
    route.fulfill({ json: { ...(real.body as object), ...over } }),
  )
  let opened = 0
  return {
    open: async (next: object = {}, query = '') => {
      // What is drawn with it is there as well.
      const company_location_name = `Harborside ${(opened += 1)}`
      Object.assign(over, next, { company_location_name })
      await page.goto(`/order/${id}/invoice${query}`)
      await expect(page.getByText(company_location_name).first()).toBeVisible()
    },
  }
}

/** Every call of paying that this page makes, as `METHOD last-word`, and the requests themselves. */
function paymentCalls(page: Page, { id }: Paid) {
  const calls: string[] = []
  const sent: Request[] = []
  page.on('request', (request) => {
    const call = new RegExp(`/api/orders/${id}/invoice/(\\w+)`).exec(request.url())?.[1]
    if (call === undefined || call === 'credits') return
    calls.push(`${request.method()} ${call}`)
    sent.push(request)
  })
  return { calls, sent }
}

const readySwitch = (page: Page) => page.getByRole('switch', { name: 'Ready for Payment' })
const badge = (page: Page) => page.getByText('Paid', { exact: true }).and(page.locator('[data-tone=ok]'))
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' })
const panel = (page: Page) => page.getByRole('region', { name: 'Payment details' })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const method = (page: Page, name: string) => dialog(page).getByRole('radio', { name })
const summary = (page: Page) => dialog(page).getByLabel('What is paid').locator('> div')

const DETAILS = [
  {
    payment_amount: '102.90',
    status_label: 'Paid',
    error_message: null,
    created_date: '2026-11-02T14:05:00.000Z',
    modified_date: '2026-11-03T09:30:00.000Z',
    stripe_payment_intent: {
      payment_amount: '102.90',
      net_amount: '99.62',
      fees: [
        { description: 'Stripe processing fees', amount: '3.20' },
        { description: 'Card network', amount: '0.08' },
      ],
      payment_method_details: { type: 'card', last4: '4242', brand: 'visa' },
      url: 'https://dashboard.stripe.com/test/payments/pi_1',
    },
  },
  {
    payment_amount: 12.5,
    status_label: 'Failed',
    error_message: 'The account has insufficient funds.',
    stripe_payment_intent: null,
  },
]

test('B093 B094 B107 B108 B109 B110 B111 B113 B117 B198 B199 B223 the office says when an invoice is ready, and sees how it was paid', async ({
  as,
  sharedServer,
}) => {
  const paid = await paidOrder(sharedServer)
  const page = await as('office', DESK)
  const { calls, sent } = paymentCalls(page, paid)
  let status = 204
  await page.route(/\/invoice\/set(not)?payable$/, (route) =>
    status === 204
      ? route.fulfill({ status })
      : route.fulfill({ status, json: { message: 'The till is closed.' } }),
  )
  await page.route(/\/invoice\/paymentdetails$/, (route) => route.fulfill({ json: DETAILS }))
  const invoice = await showInvoice(sharedServer, page, paid, { paid_status: '', payable: true })

  await invoice.open()
  await expect(readySwitch(page)).not.toBeChecked()
  await expect(badge(page)).toHaveCount(0)
  await expect(payNow(page)).toHaveCount(0)
  // The switch takes no press until its call is answered.
  const answered = page.waitForResponse(/\/setpayable$/)
  await readySwitch(page).press('Space')
  await expect(readySwitch(page)).toBeChecked()
  await answered
  await expect(readySwitch(page)).toBeEnabled()
  await readySwitch(page).press('Space')
  await expect(readySwitch(page)).not.toBeChecked()
  await expect.poll(() => calls).toEqual(['POST setpayable', 'POST setnotpayable'])
  await expect.poll(() => sent.map((request) => request.postData())).toEqual([null, null])
  status = 500
  await readySwitch(page).press('Space')
  await expect(page.getByText('The till is closed.')).toBeVisible()
  await expect(readySwitch(page)).not.toBeChecked()

  calls.length = 0
  await invoice.open({ paid_status: 'r' })
  await expect(readySwitch(page)).toBeChecked()
  await expect(badge(page)).toHaveCount(0)
  await invoice.open({}, '?redirect_status=failed')
  await expect(readySwitch(page)).toBeChecked()
  await expect(badge(page)).toHaveCount(0)
  await invoice.open({}, '?redirect_status=succeeded')
  await expect(badge(page)).toBeVisible()
  await expect(readySwitch(page)).toHaveCount(0)
  expect(calls).toEqual([])

  for (const paid_status of ['p', 'pe']) {
    await invoice.open({ paid_status, payable: false })
    await expect(badge(page)).toBeVisible()
    await expect(readySwitch(page)).toHaveCount(0)
    await expect(panel(page).locator('dl')).toHaveCount(2)
  }
  await expect.poll(() => calls).toEqual(['GET paymentdetails', 'GET paymentdetails'])
  const [first, second] = [panel(page).locator('dl').first(), panel(page).locator('dl').last()]
  for (const said of ['102.90', 'Paid', '11/02/2026', '11/03/2026', '99.62', 'card', '4242', 'visa'])
    await expect(first).toContainText(said)
  await expect(first).toContainText('Stripe processing fees3.20Card network0.08')
  await expect(first).not.toContainText('Error')
  await expect(first.getByRole('link')).toHaveAttribute('href', DETAILS[0]!.stripe_payment_intent!.url)
  await expect(second).toHaveText('Amount12.50StatusFailedErrorThe account has insufficient funds.')
  await expectAccessible(page, 'payment details', '[aria-label="Payment details"]')
})

test('B109 a check has come: the office says so with a note, and takes it back', async ({
  as,
  sharedServer,
}) => {
  const [open] = await sharedServer.query<{ id: number }>(
    `select o.id from orders o join invoices v on v.order_id = o.id where o.paid_status = '' order by o.id limit 1`,
  )
  const page = await as('office', DESK)
  await page.goto(`/order/${open!.id}/invoice`)
  await page.getByRole('button', { name: 'Paid externally' }).click()
  const note = dialog(page).getByLabel('Note')
  await expect(note).toBeFocused()
  await note.fill('Check 1042')
  await page.route('**/invoice/setpaidexternally', (route) =>
    route.fulfill({ status: 500, json: { message: 'The till is closed.' } }),
  )
  await inDialog(page, 'Mark as paid')
  await expect(dialog(page).getByText('The till is closed.')).toBeVisible()
  await expect(note).toHaveValue('Check 1042')
  await page.unroute('**/invoice/setpaidexternally')
  await expectAccessible(page, 'paid externally', '[role=dialog]')
  await inDialog(page, 'Mark as paid')
  await expect(dialog(page)).toHaveCount(0)
  await expect(badge(page)).toBeVisible()
  await expect(readySwitch(page)).toHaveCount(0)
  await expect(panel(page)).toContainText('Paid externally')
  await expect(panel(page)).toContainText('Check 1042')
  await page.getByRole('button', { name: 'Not paid after all' }).click()
  await inDialog(page, 'Open it again')
  await expect(badge(page)).toHaveCount(0)
  await expect(readySwitch(page)).not.toBeChecked()
  const [stored] = await sharedServer.query(`select paid_status from orders where id = $1`, [open!.id])
  expect(stored).toEqual({ paid_status: '' })
})

const CARD = { 'Invoice total': '100.00', 'Credit card fee': '2.90', Total: '102.90' }
const ACH = { 'Invoice total': '100.00', Total: '100.00' }

test('B001 B095 B096 B112 B113 B114 B115 B116 B118 B119 B199 B221 B222 B255 B256 B286 the customer pays: what it costs, how, and the provider’s form', async ({
  as,
  sharedServer,
}) => {
  const paid = await paidOrder(sharedServer)
  const page = await as(paid.username)
  const { calls, sent } = paymentCalls(page, paid)
  let options = ['ach', 'card']
  let key: string | null = null
  const toProvider: string[] = []
  await page.route('**/api/paymentprovider', (route) => route.fulfill({ json: { publishable_key: key } }))
  await page.route(/\/invoice\/paymentpreview$/, (route) =>
    route.fulfill({
      json: { payment_method_options: options, invoice_payment_summary: { ach: ACH, card: CARD } },
    }),
  )
  await page.route(/\/invoice\/payment$/, (route) =>
    route.fulfill({
      json: {
        stripe_client_secret: 'pi_1_secret',
        customer_session_client_secret: 'cuss_secret',
        invoice_payment_summary: { card: CARD, ach: ACH },
      },
    }),
  )
  await page.route('https://*.stripe.com/**', (route) => {
    toProvider.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: `(${StripeScript.toString()})()` })
  })
  const customer = { username: paid.username, email: `${paid.username}@example.com` }
  const invoice = await showInvoice(sharedServer, page, paid, { paid_status: 'r', payable: true, customer })

  await invoice.open({ customer: { ...customer, username: 'somebody-else' } })
  await expect(payNow(page)).toHaveCount(0)
  const users = (await callApi(sharedServer, paid.username, 'GET', 'users?no_page=1')).body as object[]
  await page.route('**/api/users?*', (route) =>
    route.fulfill({ json: users.map((user) => ({ ...user, can_see_payments_column: false })) }),
  )
  await invoice.open({ customer })
  await expect(payNow(page)).toHaveCount(0)
  await page.unroute('**/api/users?*')
  await invoice.open({ payable: false })
  await expect(payNow(page)).toHaveCount(0)
  await invoice.open({ payable: true }, '?redirect_status=succeeded')
  await expect(badge(page)).toBeVisible()
  await expect(payNow(page)).toHaveCount(0)
  await invoice.open({ paid_status: 'p', payable: false })
  await expect(badge(page)).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await invoice.open({ paid_status: '' })
  await expect(readySwitch(page)).toHaveCount(0)
  // Who comes back from the provider has the server ask it, once.
  await expect.poll(() => calls).toEqual(['POST refreshpayment'])
  calls.length = 0

  // Nobody has set a key.
  await invoice.open({ paid_status: 'r', payable: true })
  await payNow(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Online payment is not set up')
  await method(page, 'Card').check()
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeDisabled()
  await inDialog(page, 'Cancel')
  await expect.poll(() => calls).toEqual(['GET paymentpreview'])
  key = 'pk_of_the_test'

  options = ['card']
  await payNow(page).click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(1)
  await expect(method(page, 'Card')).toBeVisible()
  await inDialog(page, 'Cancel')

  options = ['ach', 'card']
  calls.length = 0
  await payNow(page).click()
  await expect(dialog(page).getByRole('radio')).toHaveCount(2)
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeDisabled()
  await method(page, 'ACH').check()
  await expect(summary(page)).toHaveText(['Invoice total100.00', 'Total100.00'])
  await method(page, 'Card').check()
  const card = ['Invoice total100.00', 'Credit card fee2.90', 'Total102.90']
  await expect(summary(page)).toHaveText(card)
  await expectAccessible(page, 'pay', '[role=dialog]')
  await expect.poll(() => [calls, toProvider]).toEqual([['GET paymentpreview'], []])
  await inDialog(page, 'Continue')
  await expect(dialog(page).getByText('The provider’s payment form')).toBeVisible()
  await expect(summary(page)).toHaveText(card)
  await expect.poll(() => calls).toEqual(['GET paymentpreview', 'POST payment'])
  await expect.poll(() => sent.at(-1)?.postDataJSON()).toEqual({ payment_method: 'card' })

  const fail = async (error: object | undefined) => {
    await page.evaluate((next) => Object.assign(window, { nextError: next }), error)
    await inDialog(page, 'Pay')
  }
  await fail({ type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
  await expect(dialog(page).getByRole('alert')).toHaveText('Your card was declined.')
  await fail({ type: 'api_error', code: 'api_error', message: 'Something broke.' })
  await expect(dialog(page).getByRole('alert')).toHaveText('An unexpected error occurred. [api_error]')
  const given = await page.evaluate(() => (window as unknown as { given: unknown[] }).given)
  const secrets = ['secrets', 'pi_1_secret', 'cuss_secret']
  const confirm = ['confirm', { return_url: page.url() }]
  await expect.poll(() => given).toEqual([['key', 'pk_of_the_test'], secrets, confirm, confirm])
  await expect.poll(() => toProvider).toHaveLength(1)

  await inDialog(page, 'Back')
  await method(page, 'ACH').check()
  await inDialog(page, 'Continue')
  await expect(summary(page)).toHaveText(['Invoice total100.00', 'Total100.00'])
  await expect.poll(() => sent.at(-1)?.postDataJSON()).toEqual({ payment_method: 'ach' })
  await fail(undefined)
  await expect(dialog(page)).toHaveCount(0)
})
