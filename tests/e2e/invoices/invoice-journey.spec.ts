/** From a picked order to money in the bank: one journey through the office, the mail, and the customer's own page. */
import { showMoney } from '#contract/format.ts'
import { cardCharge, stripeStandIn, type StripeStandIn } from '../../factories/stripe.ts'
import { testMailServer, type TestMailServer } from '../../factories/mail-server.ts'
import { makeServer } from '../../process/product.ts'
import { expectAccessible } from '../accessible.ts'
import { DESK, expect, shared as test, signIn, type Server } from '../larder.ts'
import { StripeScript } from '../../factories/stripe-script.ts'

let smtp: TestMailServer
let stripe: StripeStandIn
let server: Server
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  smtp = await testMailServer()
  stripe = await stripeStandIn()
  server = await makeServer({ settings: { ...smtp.settings, ...stripe.settings } })
})
test.afterAll(async () => {
  await server.stop()
  await Promise.all([smtp.close(), stripe.close()])
})

/** Returns a picked order of a person who may pay online by card. Nothing blocks its invoice. */
async function pickedOrder(): Promise<{ id: number; username: string }> {
  const [found] = await server.query<{ id: number; username: string }>(
    `select o.id, u.username from orders o join users u on u.id = o.customer_id
       join company_locations l on l.id = o.company_location_id
      where o.status = 'picked' and not o.invoiced and not l.lot_tracked and not u.account_lock
      order by o.items_count, o.id limit 1`,
  )
  const { id } = found!
  await server.query(`update users set can_see_payments_column = true where username = $1`, [found!.username])
  await server.query(
    `update company_locations set payments_enabled = true, credit_card_charge_fee = 2.9
      where id = (select company_location_id from orders where id = $1)`,
    [id],
  )
  await server.query(
    'update order_items set lot_tracked = false, billed_at_average = true where order_id = $1',
    [id],
  )
  return found!
}

test('a picked order is invoiced, viewed, mailed, paid by its customer with a card, and shown as paid', async ({
  fresh,
}) => {
  const { id, username } = await pickedOrder()
  const page = await fresh({ baseURL: server.url, viewport: DESK })
  await signIn(page, 'office')
  const dialog = page.getByRole('dialog')

  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Generate Invoice' }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${id}/invoice$`))
  const paper = page.getByRole('region', { name: `Invoice of order ${id}` })
  const [made] = await server.query<{ grand_total: string }>(
    'select grand_total from invoices where order_id = $1',
    [id],
  )
  const total = Number(made!.grand_total).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await expect(paper.locator('[data-grand] dd')).toHaveText(total)

  await page.getByRole('button', { name: 'PDF preview' }).click()
  await expect(page.getByTitle(`PDF of invoice #${id}`)).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Share by email' }).click()
  await dialog.getByLabel('To', { exact: true }).fill('chef@example.com')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('status')).toContainText('The invoice is on its way', { timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('list', { name: 'Mailed' })).toContainText('Sent chef@example.com', {
    timeout: 30_000,
  })
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]!.text).toContain(`$${showMoney(made!.grand_total)}`)
  await page.getByRole('switch', { name: 'Ready for Payment' }).press('Space')
  await expect(page.getByRole('switch', { name: 'Ready for Payment' })).toBeChecked()
  await expect
    .poll(() => server.query('select paid_status from orders where id = $1', [id]))
    .toEqual([{ paid_status: 'r' }])

  const customer = await fresh({ baseURL: server.url, viewport: DESK })
  let scripts = 0
  await customer.route('https://*.stripe.com/**', (route) => {
    scripts += 1
    return route.fulfill({ contentType: 'text/javascript', body: `(${StripeScript.toString()})()` })
  })
  await signIn(customer, username)
  await customer.goto(`/order/${id}/invoice`)
  await customer.getByRole('button', { name: 'Pay Now' }).click()
  const pay = customer.getByRole('dialog')
  await pay.getByRole('radio', { name: 'Card' }).check()
  await expect(pay.getByLabel('What is paid')).toContainText(`Invoice total${total}`)
  await expectAccessible(customer, 'pay', '[role=dialog]')
  // The provider does not learn of a person who does not pay by it.
  expect(scripts).toBe(0)
  await pay.getByRole('button', { name: 'Continue' }).click()
  await expect(pay.getByText('The provider’s payment form')).toBeVisible()
  expect(scripts).toBe(1)
  // The payer's card is charged, and Stripe reports it. Only that report makes the invoice paid.
  const [intent] = [...stripe.intents.values()]
  stripe.becomes(intent!.id, 'succeeded', { latest_charge: cardCharge(intent!.amount) })
  const event = stripe.event('payment_intent.succeeded', intent!.id)
  const told = await fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { ...event.headers, 'content-type': 'application/json' },
    body: event.text,
  })
  expect(told.ok).toBe(true)
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(pay).toHaveCount(0)
  await expect(
    customer.getByText('Paid', { exact: true }).and(customer.locator('[data-tone=ok]')),
  ).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
  // Where the provider leads back to the page instead, the server asks it once for the payment's status.
  const asked: string[] = []
  customer.on('request', (request) => {
    if (request.url().endsWith('/refreshpayment')) asked.push(request.method())
  })
  const answered = customer.waitForResponse(/\/refreshpayment$/)
  await customer.goto(`/order/${id}/invoice?redirect_status=succeeded`)
  await answered
  await expect(customer.getByRole('button', { name: 'PDF preview' })).toBeVisible()
  expect(asked).toEqual(['POST'])

  await page.reload()
  await expect(page.getByText('Paid', { exact: true }).and(page.locator('[data-tone=ok]'))).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Ready for Payment' })).toHaveCount(0)
  const [paid] = await server.query<{ paid_status: string; grand_total: string; fee: string }>(
    `select o.paid_status, v.grand_total::text, v.credit_card_fee::text as fee
       from orders o join invoices v on v.order_id = o.id where o.id = $1`,
    [id],
  )
  // The card's fee is paid with the invoice, and is on it.
  expect(paid).toEqual({
    paid_status: 'p',
    grand_total: (intent!.amount / 100).toFixed(2),
    fee: ((intent!.amount - Math.round(Number(made!.grand_total) * 100)) / 100).toFixed(2),
  })
  expect(Number(paid!.fee)).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Payment details' })).toContainText('4242')
  await expectAccessible(page, 'payment details', '[aria-label="Payment details"]')
})
