/** Mailing an invoice, to a real mail server that keeps what it is given. */
import { beforeEach, expect, it } from 'vitest'
import { testServer } from '../../factories/app.ts'
import { makeItem, makeOrder, type OrderRecord } from '../../factories/business.ts'
import { makeHouse, makePickedOrder, orderAt } from '../../factories/house.ts'
import { mailInvoice, PDF } from '../../factories/invoice-mail.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const flow = openMailFlow({ settings: { DISTRIBUTOR: 'Harbor & Vine|1 Pier' } })
let order: OrderRecord
beforeEach(async () => {
  order = await makePickedOrder(flow.pool, flow.house)
  await flow.call('office', 'POST', `orders/${order.id}/generateinvoice`)
})

const mail = (parts: Record<string, string>, { file = PDF, by = flow.house.as.office, id = order.id } = {}) =>
  mailInvoice(flow.server, by, id, parts, file)
const mailed = async () =>
  (await flow.call('office', 'GET', `mails?order=${order.id}&kind=invoice&no_page=1`)).body

it('B165 B215 B216 goes to the customer and up to four more, with its PDF, a subject and a note', async () => {
  const { status } = await mail({
    to_email: 'chef@example.com',
    'additional_emails[0]': 'books@example.com',
    'additional_emails[1]': 'owner@example.com',
    custom_subject: 'Your Friday delivery',
    note: 'Thank you!',
  })
  expect(status).toBe(202)
  await expect.poll(() => flow.smtp.mails.length).toBe(1)
  const { to, text } = flow.smtp.mails[0]!
  expect(to).toEqual(['chef@example.com', 'books@example.com', 'owner@example.com'])
  expect(text).toMatch(/^From: .*<orders@harborvine\.example>/m)
  expect(text).toMatch(/^Subject: Your Friday delivery\r$/m)
  expect(text).toContain('Thank you!')
  expect(text).toMatch(new RegExp(`filename="Invoice #${order.id} ${flow.house.as.customer}.pdf"`))
  expect(text.replaceAll('\r\n', '')).toContain(Buffer.from(PDF).toString('base64url'))
  await expect.poll(mailed).toMatchObject([
    {
      state: 'sent',
      order: order.id,
      to: 'chef@example.com',
      cc: ['books@example.com', 'owner@example.com'],
      subject: 'Your Friday delivery',
      created_by: flow.house.as.office,
      attachment: `Invoice #${order.id} ${flow.house.as.customer}.pdf`,
    },
  ])
})

it('names its PDF as the download does where the order has no customer', async () => {
  await flow.pool.query('update orders set customer_id = null where id = $1', [order.id])
  await mail({ to_email: 'chef@example.com' })
  // Once it is sent, it does not arrive among the mails of the next test.
  await expect
    .poll(mailed)
    .toMatchObject([{ state: 'sent', attachment: `Invoice #${order.id} Anonymous.pdf` }])
})

it('has a subject of its own where none is given', async () => {
  await mail({ to_email: 'chef@example.com' })
  await expect.poll(() => flow.smtp.mails.length).toBe(1)
  expect(flow.smtp.mails[0]?.text).toMatch(
    new RegExp(`^Subject: Invoice #${order.id} from Harbor & Vine\\r$`, 'm'),
  )
})

it('B164 is refused with the name of the part that is not right, and nothing is sent', async () => {
  const five = Object.fromEntries(
    [0, 1, 2, 3, 4].map((n) => [`additional_emails[${n}]`, `a${n}@example.com`]),
  )
  const refusals: [Record<string, string>, string, string?][] = [
    [{}, 'to_email'],
    [{ to_email: 'chef' }, 'to_email'],
    [{ to_email: 'a@b.example\r\nBcc: all@example.com' }, 'to_email'],
    [{ to_email: 'chef@example.com', 'additional_emails[0]': 'no' }, 'additional_emails'],
    [{ to_email: 'chef@example.com', ...five }, 'additional_emails'],
    [{ to_email: 'chef@example.com', custom_subject: 'Hi\r\nBcc: all@example.com' }, 'custom_subject'],
    [{ to_email: 'chef@example.com' }, 'file', '<html>'],
    [{ to_email: 'chef@example.com' }, 'file', ''],
  ]
  for (const [parts, field, file] of refusals) {
    const { status, body } = await mail(parts, file === undefined ? {} : { file })
    expect([parts, status, Object.keys(body as object)]).toEqual([
      parts,
      400,
      expect.arrayContaining([field]),
    ])
  }
  const json = await flow.call('office', 'POST', `orders/${order.id}/invoice/email`, {})
  expect(json.status).toBe(400)
  expect(await mailed()).toEqual([])
})

it('B194 is the office’s to send', async () => {
  const parts = { to_email: 'chef@example.com' }
  for (const who of ['picker', 'customer', 'buyer'] as const)
    expect([who, (await mail(parts, { by: flow.house.as[who] })).status]).toEqual([who, 403])
  // Another company's order is as unknown as none.
  expect((await mail(parts, { by: flow.house.as.stranger })).status).toBe(404)
  expect((await mail(parts, { id: 999_999 })).status).toBe(404)
  expect(await mailed()).toEqual([])
})

it('with PUBLIC_URL the mail names the address of the invoice', async () => {
  const settings = { ...flow.smtp.settings, PUBLIC_URL: 'https://orders.example.com' }
  const named = await testServer({ settings })
  const { as, location } = await makeHouse(named.database.pool)
  const { id } = await makeOrder(named.database.pool, orderAt(location))
  await makeItem(named.database.pool, { order_id: id, unit_quantity: 2, picked: true, final_price: '5.00' })
  await named.call(as.office, 'POST', `orders/${id}/generateinvoice`)
  await mailInvoice(named, as.office, id, { to_email: 'chef@example.com' }, PDF)
  await expect.poll(() => flow.smtp.mails.length).toBe(1)
  expect(flow.smtp.mails[0]!.text).toContain(`See it at https://orders.example.com/order/${id}/invoice`)
  await named.close()
})
