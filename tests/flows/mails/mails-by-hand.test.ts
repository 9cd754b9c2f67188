/** What the office sees of the mails, and does with one by hand (decision 0111). */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makePickedOrder } from '../../factories/house.ts'
import { mailInvoice } from '../../factories/invoice-mail.ts'
import { openMailFlow } from '../../factories/mail-flow.ts'

const flow = openMailFlow()
let order: number

beforeAll(async () => {
  order = (await makePickedOrder(flow.pool, flow.house)).id
  await call('POST', `orders/${order}/generateinvoice`)
})
beforeEach(() => flow.pool.query('delete from mails; delete from pgboss.job'))

const call = (method: 'GET' | 'POST', path: string, body?: unknown) => flow.call('office', method, path, body)
const stateOf = async (id: string) => (await call('GET', `mails/${id}`)).body.state
/** Mails the invoice, and waits for what becomes of it. */
async function mail(state: string, to_email = 'chef@example.com', more: Record<string, string> = {}) {
  const { body } = await mailInvoice(flow.server, flow.house.as.office, order, { to_email, ...more })
  await expect.poll(() => stateOf(body.id)).toBe(state)
  return body.id as string
}
/** A mail that was put off, and waits for its next try. */
async function waitingMail() {
  flow.smtp.rcpt = () => '450 busy'
  const { body } = await mailInvoice(flow.server, flow.house.as.office, order, {
    to_email: 'chef@example.com',
  })
  await expect
    .poll(async () => (await call('GET', `mails/${body.id}`)).body)
    .toMatchObject({ server_said: '450 busy', is_sending: false })
  flow.smtp.reset()
  return body.id as string
}

it('a mail that perhaps was sent is sent again once a person confirms it, under the same Message-ID', async () => {
  flow.smtp.cut = 'data'
  const id = await mail('perhaps')
  flow.smtp.reset()
  const asked = await call('POST', `mails/${id}/send`)
  expect([asked.status, asked.body.code, await stateOf(id)]).toEqual([409, 'perhaps_sent', 'perhaps'])
  const held = flow.smtp.holdNextRcpt()
  const { status, body } = await call('POST', `mails/${id}/send`, { again: true })
  // By what was said of it before, a screen would take it for one that waits for long.
  expect([status, body.settled_by, body.server_said]).toEqual([200, flow.house.as.office, ''])
  const letIn = await held
  letIn()
  await expect.poll(() => stateOf(id)).toBe('sent')
  const { message_id } = (await call('GET', `mails/${id}`)).body
  expect(flow.smtp.mails.map(({ text }) => /^Message-ID:\s+(\S+)/m.exec(text)?.[1])).toEqual([message_id])
  expect(flow.smtp.mails[0]!.text).toContain('filename="Invoice')
})

it('a refused mail can be sent again, and one that waits for its next try at once', async () => {
  flow.smtp.rcpt = () => '550 no such mailbox'
  const refused = await mail('refused')
  flow.smtp.reset()
  const waiting = await waitingMail()
  for (const id of [refused, waiting]) {
    expect((await call('POST', `mails/${id}/send`)).status).toBe(200)
    await expect.poll(() => stateOf(id)).toBe('sent')
  }
  expect(flow.smtp.mails).toHaveLength(2)
})

it('a mail that the mail server refused after its text can be sent again without a question', async () => {
  flow.smtp.data = () => '554 this looks like spam'
  const id = await mail('refused')
  flow.smtp.reset()
  expect((await call('POST', `mails/${id}/send`)).status).toBe(200)
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect(flow.smtp.mails).toHaveLength(1)
})

it('a dropped mail is never sent', async () => {
  const id = await waitingMail()
  const { status, body } = await call('POST', `mails/${id}/drop`)
  expect([status, body.state, body.settled_by]).toEqual([200, 'dropped', flow.house.as.office])
  const { rows } = await flow.pool.query(`select attachment from mails`)
  expect([rows, (await flow.pool.query('select from pgboss.job')).rowCount]).toEqual([
    [{ attachment: null }],
    0,
  ])
  for (const act of ['send', 'drop']) {
    const { status, body } = await call('POST', `mails/${id}/${act}`)
    expect([status, body.message]).toEqual([409, 'This mail was dropped.'])
  }
})

it('a mail that is on its way or was sent can be neither sent nor dropped by hand', async () => {
  const atTheDoor = flow.smtp.holdNext()
  const { body } = await mailInvoice(flow.server, flow.house.as.office, order, {
    to_email: 'chef@example.com',
  })
  const letIn = await atTheDoor
  expect((await call('GET', `mails/${body.id}`)).body.is_sending).toBe(true)
  for (const act of ['send', 'drop']) {
    const { status, body: said } = await call('POST', `mails/${body.id}/${act}`)
    expect([status, said.message]).toEqual([409, expect.stringContaining('being sent at this moment')])
  }
  letIn()
  await expect.poll(() => stateOf(body.id)).toBe('sent')
  expect((await call('POST', `mails/${body.id}/send`, { again: true })).body.message).toBe(
    'This mail was sent.',
  )
})

it('the office reads what a mail says, the newest first, a page at a time', async () => {
  const first = await mail('sent', 'ann@example.com', { note: 'See you on Friday' })
  const second = await mail('sent', 'bea@example.com', { 'additional_emails[0]': 'cy@example.com' })
  const { body } = await call('GET', 'mails?limit=1')
  expect([body.count, body.results.map(({ id }: { id: string }) => id)]).toEqual([2, [second]])
  const found = async (query: string) =>
    (await call('GET', `mails?no_page=1&${query}`)).body.map(({ id }: { id: string }) => id)
  expect(await found('state=sent&kind=invoice')).toEqual([second, first])
  expect(await found('state=waiting')).toEqual([])
  expect(await found('kind=order')).toEqual([])
  expect(await found(`order=${order + 1}`)).toEqual([])
  const { body: whole } = await call('GET', `mails/${first}`)
  expect(whole.text).toMatch(/^See you on Friday\n\nInvoice #/)
  expect((await call('GET', 'mails?state=lost')).status).toBe(400)
  expect((await call('GET', 'mails/7')).status).toBe(400)
})

it('a confirmation that waits is read as it would be sent now', async () => {
  const { pool } = flow
  await pool.query(
    `insert into mails (kind, order_id, to_address, subject, message_id) values ('order', $1, 'a@example.com', 'Order', '<1@x>')`,
    [order],
  )
  const [{ id }] = (await call('GET', 'mails?no_page=1')).body
  const { customer } = flow.house.people
  await pool.query(
    `update users set email = 'a@example.com', email_order_confirmation = true where id = $1`,
    [customer.id],
  )
  expect((await call('GET', `mails/${id}`)).body).toMatchObject({
    state: 'waiting',
    subject: expect.stringContaining(`Order ${order} for`),
    text: expect.stringContaining('Thank you. We have your order'),
  })
  await pool.query('update users set email_order_confirmation = false where id = $1', [customer.id])
  expect((await call('GET', `mails/${id}`)).body.server_said).toContain('is not to be mailed any more')
})

const changeInvoice = (late_fee: string) =>
  flow.call('office', 'PATCH', `orders/${order}/invoice`, { late_fee })

it('a mail that waits while its invoice changes is sent only when a person says so', async () => {
  const [id, other] = [await waitingMail(), await waitingMail()]
  expect((await call('GET', `mails/${id}`)).body.is_outdated).toBe(false)
  expect((await changeInvoice('7.00')).status).toBe(200)
  const said =
    'The invoice has changed since this mail was written. Mail the invoice as it is now, and drop this one.'
  expect((await call('GET', `mails/${id}`)).body).toMatchObject({ is_outdated: true, server_said: said })
  const asked = await call('POST', `mails/${id}/send`)
  expect([asked.status, asked.body.code, asked.body.message]).toEqual([409, 'outdated', said])
  // Its next try does not send it either.
  await flow.pool.query(`update pgboss.job set start_after = now() - interval '1 s' where state = 'retry'`)
  for (const one of [id, other]) await expect.poll(() => stateOf(one), { timeout: 20_000 }).toBe('refused')
  expect(flow.smtp.mails).toEqual([])
  expect((await call('POST', `mails/${id}/send`, { again: true })).body.is_outdated).toBe(false)
  await expect.poll(() => stateOf(id)).toBe('sent')
  expect(flow.smtp.mails).toHaveLength(1)
})

it('a mail that perhaps was sent is outdated too once its invoice has changed', async () => {
  flow.smtp.cut = 'data'
  const id = await mail('perhaps')
  flow.smtp.reset()
  expect((await call('GET', `mails/${id}`)).body.is_outdated).toBe(false)
  expect((await changeInvoice('9.00')).status).toBe(200)
  expect((await call('GET', `mails/${id}`)).body).toMatchObject({ state: 'perhaps', is_outdated: true })
})

it('a PDF of an earlier version of the invoice is not mailed', async () => {
  const { version } = (await call('GET', `orders/${order}/invoice`)).body
  expect((await changeInvoice('8.00')).status).toBe(200)
  const send = (seen: string) =>
    mailInvoice(
      flow.server,
      flow.house.as.office,
      order,
      { to_email: 'chef@example.com' },
      undefined,
      undefined,
      seen,
    )
  const { status, body } = await send(version)
  expect([status, body.code]).toEqual([409, 'outdated'])
  const { rowCount } = await flow.pool.query('select from mails')
  expect(rowCount).toBe(0)
  expect((await send((await call('GET', `orders/${order}/invoice`)).body.version)).status).toBe(202)
})

it('a mail that was handed over by a process that ended is not sent again unasked', async () => {
  const id = await waitingMail()
  await flow.pool.query('update mails set handed_over_at = now(), claimed_at = null where id = $1', [id])
  const asked = await call('POST', `mails/${id}/send`)
  expect([asked.status, asked.body.code]).toEqual([409, 'perhaps_sent'])
})
