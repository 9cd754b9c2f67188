/** Mailing an invoice, to a real mail server that keeps what it is given. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testServer, type TestServer } from '../factories/app.ts'
import { makeItem, makeOrder, type OrderRecord } from '../factories/business.ts'
import { makeHouse, orderAt, type House } from '../factories/house.ts'

const PDF = '%PDF-1.7 the invoice'
const REFUSED = 'nobody@refused.example'

let smtp: SMTPServer
let server: TestServer
let house: House
let order: OrderRecord
let mails: { to: string[]; text: string }[]

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address === REFUSED ? new Error('no such mailbox') : undefined),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  server = await testServer({
    settings: {
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Harbor & Vine <orders@harborvine.example>',
      DISTRIBUTOR: 'Harbor & Vine|1 Pier',
    },
  })
  house = await makeHouse(server.database.pool)
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

beforeEach(async () => {
  mails = []
  order = await makeOrder(server.database.pool, {
    ...orderAt(house.location),
    customer_id: house.people.customer.id,
  })
  await makeItem(server.database.pool, {
    order_id: order.id,
    unit_quantity: 2,
    picked: true,
    final_price: '5.00',
  })
  await server.call(house.as.office, 'POST', `orders/${order.id}/generateinvoice`)
})

async function mail(
  parts: Record<string, string>,
  { file = PDF, by = house.as.office, to = server, id = order.id } = {},
) {
  const form = new FormData()
  if (file) form.set('file', new Blob([file], { type: 'application/pdf' }), 'invoice.pdf')
  for (const [name, text] of Object.entries(parts)) form.set(name, text)
  const request = new Request('http://larder.invalid', { method: 'POST', body: form })
  return to.call(by, 'POST', `orders/${id}/invoice/email`, {
    text: await request.text(),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const mailedTo = async () =>
  (
    await server.database.pool.query<{ addresses: string[] }>(
      'select addresses from invoice_mails where order_id = $1',
      [order.id],
    )
  ).rows

it('B165 B215 B216 goes to the customer and up to four more, with its PDF, a subject and a note', async () => {
  const { status } = await mail({
    to_email: 'chef@example.com',
    'additional_emails[0]': 'books@example.com',
    'additional_emails[1]': 'owner@example.com',
    custom_subject: 'Your Friday delivery',
    note: 'Thank you!',
  })
  expect(status).toBe(204)
  expect(mails).toHaveLength(1)
  const [{ to, text }] = mails as [(typeof mails)[number]]
  expect(to).toEqual(['chef@example.com', 'books@example.com', 'owner@example.com'])
  expect(text).toMatch(/^From: .*<orders@harborvine\.example>/m)
  expect(text).toMatch(/^Subject: Your Friday delivery\r$/m)
  expect(text).toContain('Thank you!')
  expect(text).toMatch(new RegExp(`filename="Invoice #${order.id} ${house.as.customer}.pdf"`))
  expect(text.replaceAll('\r\n', '')).toContain(Buffer.from(PDF).toString('base64'))
  expect(await mailedTo()).toEqual([
    { addresses: ['chef@example.com', 'books@example.com', 'owner@example.com'] },
  ])
})

it('has a subject of its own where none is given', async () => {
  await mail({ to_email: 'chef@example.com' })
  expect(mails[0]?.text).toMatch(new RegExp(`^Subject: Invoice #${order.id} from Harbor & Vine\\r$`, 'm'))
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
  const json = await server.call(house.as.office, 'POST', `orders/${order.id}/invoice/email`, { body: {} })
  expect(json.status).toBe(400)
  expect(mails).toEqual([])
})

it('tells what the mail server says, and keeps who has the mail', async () => {
  const { status, body } = await mail({ to_email: REFUSED })
  expect([status, body.message]).toEqual([502, expect.stringContaining('no such mailbox')])
  expect(await mailedTo()).toEqual([])
  const partly = await mail({ to_email: 'chef@example.com', 'additional_emails[0]': REFUSED })
  expect([partly.status, partly.body.message]).toEqual([502, expect.stringContaining(REFUSED)])
  expect(await mailedTo()).toEqual([{ addresses: ['chef@example.com'] }])
})

it('B194 is the office’s to send', async () => {
  const parts = { to_email: 'chef@example.com' }
  for (const who of ['picker', 'customer', 'buyer', 'stranger'] as const)
    expect([who, (await mail(parts, { by: house.as[who] })).status]).toEqual([who, 403])
  expect((await mail(parts, { id: 999_999 })).status).toBe(404)
  expect(mails).toEqual([])
})

it('is refused in plain words where no mail server is set', async () => {
  const without = await testServer()
  try {
    const there = await makeHouse(without.database.pool)
    await makeItem(without.database.pool, { order_id: there.order.id, unit_quantity: 1, picked: true })
    await without.call(there.as.office, 'POST', `orders/${there.order.id}/generateinvoice`)
    const { status, body } = await mail(
      { to_email: 'chef@example.com' },
      { to: without, by: there.as.office, id: there.order.id },
    )
    expect([status, body.message]).toEqual([503, 'Mail is not set up on this server: MAIL_URL is not set.'])
  } finally {
    await without.close()
  }
})
