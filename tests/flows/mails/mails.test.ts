/**
 * The outbox: a mail is sent once, or known as perhaps sent. The office sees that and decides (decisions 0110, 0111).
 */
import { beforeEach, expect, it } from 'vitest'
import type { MailRow } from '#contract/mails/schema.ts'
import { sendMail } from '#server/mail/send.ts'
import { mailServerOf } from '#server/mail/transport.ts'
import { makePickedOrder } from '../../factories/house.ts'
import { mailInvoice } from '../../factories/invoice-mail.ts'
import { openOutboxFlow } from '../../factories/mail-flow.ts'

const flow = openOutboxFlow()
const { parts, outbox, sendDue, passMinutes } = flow
/** An invoiced order. */
let order: number
beforeEach(async () => {
  order = await makeInvoiced()
})

async function makeInvoiced(): Promise<number> {
  const { id } = await makePickedOrder(flow.pool, flow.house)
  await flow.call('office', 'POST', `orders/${id}/generateinvoice`)
  return id
}

/** Mails the invoice, and returns the mail's id. */
async function mail(to_email = 'chef@example.com', more: Record<string, string> = {}): Promise<string> {
  const { status, body } = await mailInvoice(flow.server, flow.house.as.office, order, { to_email, ...more })
  expect([status, body.state]).toEqual([202, 'waiting'])
  return body.id
}
const call = (method: 'GET' | 'POST', path: string, body?: unknown) => flow.call('office', method, path, body)
async function read(id: string): Promise<MailRow & { text: string; message_id: string }> {
  const { status, body } = await call('GET', `mails/${id}`)
  expect(status).toBe(200)
  return body
}
const stateOf = async (id: string) => {
  const { state, server_said } = await read(id)
  return [state, server_said]
}

it('a mail that the mail server refuses shows its message, and is sent again only when a person asks for it', async () => {
  flow.smtp.rcpt = () => '550 no such mailbox'
  const id = await mail()
  await sendDue()
  expect(await stateOf(id)).toEqual(['refused', '550 no such mailbox'])
  flow.smtp.reset()
  await passMinutes()
  await sendDue()
  expect(flow.smtp.attempts).toBe(0)
  const asked = await call('POST', `mails/${id}/send`)
  expect([asked.status, asked.body.code]).toEqual([409, 'no_mail_server'])
})

it('a mail that the mail server refuses after it has seen the text is refused, and does not wait', async () => {
  flow.smtp.data = () => '554 this looks like spam'
  const id = await mail()
  await sendDue()
  expect(await stateOf(id)).toEqual(['refused', '554 this looks like spam'])
})

it.each(['rcpt', 'data'] as const)('a mail that is put off at %s is sent later, once', async (at) => {
  flow.smtp[at] = () => '451 busy'
  const id = await mail()
  await sendDue()
  expect(await stateOf(id)).toEqual(['waiting', '451 busy'])
  flow.smtp.reset()
  await passMinutes()
  await sendDue()
  await sendDue()
  expect([flow.smtp.mails.length, await stateOf(id)]).toEqual([1, ['sent', '']])
})

it('a mail server that is away for two days gets the mail: the tries are spread over 34 to 68 hours', async () => {
  const id = await mail()
  flow.smtp.cut = 'rcpt'
  let hours = 0
  for (;;) {
    await passMinutes()
    await sendDue()
    if ((await read(id)).state !== 'waiting') break
    const { rows } = await flow.pool.query<{ hours: number }>(
      'select extract(epoch from start_after - now())::float / 3600 as hours from pgboss.job',
    )
    hours += rows[0]!.hours
  }
  expect((await read(id)).state).toBe('refused')
  expect(hours).toBeGreaterThan(34)
  expect(hours).toBeLessThan(68.5)
})

it('a connection lost before the text is handed over leaves the mail waiting, and it is sent later', async () => {
  flow.smtp.cut = 'rcpt'
  const id = await mail()
  await sendDue()
  expect((await read(id)).state).toBe('waiting')
  flow.smtp.reset()
  await passMinutes()
  await sendDue()
  expect([flow.smtp.mails.length, (await read(id)).state]).toEqual([1, 'sent'])
})

it('a mail waits where there is no mail server', async () => {
  const id = await mail()
  // No program listens at the port of discard.
  await outbox({ SMTP_URL: 'smtp://127.0.0.1:9' }).sendDue()
  const { state, server_said } = await read(id)
  expect([state, server_said]).toEqual(['waiting', expect.stringContaining('ECONNREFUSED')])
})

it('a mail server that refuses the sign-in does not refuse the mail', async () => {
  const id = await mail()
  const { port } = new URL(flow.smtp.settings['SMTP_URL']!)
  await outbox({ SMTP_URL: `smtp://ann:wrong@127.0.0.1:${port}` }).sendDue()
  expect([(await read(id)).state, flow.smtp.mails]).toEqual(['waiting', []])
})

it('a mail server on another machine that offers no STARTTLS receives neither password nor text', async () => {
  const id = await mail()
  // This is not a name of the loopback, though the connection ends on this machine.
  const there = `0.0.0.0:${new URL(flow.smtp.settings['SMTP_URL']!).port}`
  await outbox({ SMTP_URL: `smtp://${there}` }).sendDue()
  expect([flow.smtp.attempts, flow.smtp.mails]).toEqual([0, []])
  const { state, server_said } = await read(id)
  expect([state, server_said]).toEqual(['waiting', expect.stringContaining('Mail is sent over TLS only')])

  await passMinutes()
  await outbox({ SMTP_URL: `smtp://${there}?tls=off` }).sendDue()
  expect([(await read(id)).state, flow.smtp.mails.length]).toEqual(['sent', 1])
})

it('an answer that is lost after the text was handed over leaves the mail perhaps sent, and it is never repeated by itself', async () => {
  flow.smtp.cut = 'data'
  const id = await mail()
  await sendDue()
  expect((await read(id)).state).toBe('perhaps')
  flow.smtp.reset()
  await passMinutes()
  await sendDue()
  // The mail is not repeated even where a job is left of it.
  const { pool } = flow
  await pool.query('delete from pgboss.job')
  const client = await pool.connect()
  await outbox().add(client, [id])
  client.release()
  await sendDue()
  expect([flow.smtp.attempts, (await read(id)).state]).toEqual([0, 'perhaps'])
})

it('a process that died after the text was handed over leaves the mail perhaps sent', async () => {
  const id = await mail()
  await flow.pool.query(
    `update mails set claim = gen_random_uuid(), claimed_at = now() - interval '3 min', handed_over_at = now() - interval '3 min'`,
  )
  await sendDue()
  expect(await stateOf(id)).toEqual(['perhaps', 'The server stopped before the mail server had answered.'])
  expect(flow.smtp.attempts).toBe(0)
})

it('a process that died before the text was handed over leaves nothing behind: another one sends the mail', async () => {
  const { pool } = flow
  const id = await mail()
  await pool.query(
    `update mails set claim = gen_random_uuid(), claimed_at = now() - interval '3 min', tries = 1`,
  )
  await pool.query(`update pgboss.job set state = 'active', started_on = now() - interval '3 min'`)
  // The mail's job is taken back, to be tried again.
  await sendDue()
  await passMinutes()
  await sendDue()
  expect([flow.smtp.mails.length, (await read(id)).state]).toEqual([1, 'sent'])
})

it('two processes that hold the same mail hand its text over once', async () => {
  const id = await mail()
  const atTheDoor = flow.smtp.holdNextRcpt()
  const first = sendDue()
  const letIn = await atTheDoor
  // The first sender is taken for dead, though it only waits.
  await flow.pool.query(`update pgboss.job set state = 'created'`)
  await sendDue()
  letIn()
  await first
  expect([flow.smtp.mails.length, (await read(id)).state]).toEqual([1, 'sent'])
})

it('a process whose mail was taken from it hands nothing over, though the mail waits again', async () => {
  const id = await mail()
  const atTheDoor = flow.smtp.holdNextRcpt()
  const first = sendDue()
  const letIn = await atTheDoor
  await flow.pool.query(`update pgboss.job set state = 'created'`)
  flow.smtp.rcpt = () => '450 busy'
  await sendDue()
  letIn()
  await first
  expect([flow.smtp.mails, await stateOf(id)]).toEqual([[], ['waiting', '450 busy']])
})

it('a mail whose answer is still to come is not sent a second time', async () => {
  const id = await mail()
  const atTheDoor = flow.smtp.holdNext()
  const first = sendDue()
  const letIn = await atTheDoor
  await flow.pool.query(`update pgboss.job set state = 'created'`)
  await sendDue()
  expect([flow.smtp.attempts, (await read(id)).state]).toEqual([1, 'waiting'])
  letIn()
  await first
  expect([flow.smtp.mails.length, (await read(id)).state]).toEqual([1, 'sent'])
})

it('an answer that comes after the mail was taken for perhaps sent still counts', async () => {
  const id = await mail()
  const atTheDoor = flow.smtp.holdNext()
  const first = sendDue()
  const letIn = await atTheDoor
  await flow.pool.query(`update mails set handed_over_at = handed_over_at - interval '3 min'`)
  await sendDue()
  expect((await read(id)).state).toBe('perhaps')
  letIn()
  await first
  expect(await stateOf(id)).toEqual(['sent', ''])
})

it.each([
  ['before the text', 'waiting'],
  ['after the text', 'perhaps'],
] as const)('a mail server that is silent %s for too long leaves the mail %s', async (when, state) => {
  const id = await mail()
  const atTheDoor = when === 'before the text' ? flow.smtp.holdNextRcpt() : flow.smtp.holdNext()
  const patience = new AbortController()
  const sending = sendMail(parts(), mailServerOf(parts().env)!, id, patience.signal)
  await atTheDoor
  patience.abort()
  await sending
  expect((await read(id)).state).toBe(state)
})

it('one address of several that is refused is named, and the others have the mail', async () => {
  flow.smtp.rcpt = (address) => (address === 'gone@example.com' ? '550 moved away' : null)
  const id = await mail('chef@example.com', { 'additional_emails[0]': 'gone@example.com' })
  await sendDue()
  expect(await stateOf(id)).toEqual(['sent', 'gone@example.com: 550 moved away'])
  expect(flow.smtp.mails.map(({ to }) => to)).toEqual([['chef@example.com']])
})

it('the mail of an invoice that was taken back meanwhile is dropped, and that of one made again waits for a person', async () => {
  const taken = await mail()
  await flow.call('office', 'POST', `orders/${order}/unlock`)
  order = await makeInvoiced()
  const old = await mail()
  await flow.call('office', 'POST', `orders/${order}/generateinvoice`, { force_regenerate: true })
  const right = await mail()
  await sendDue()
  const why = 'The invoice was taken back after this mail was written.'
  const changed =
    'The invoice has changed since this mail was written. Mail the invoice as it is now, and drop this one.'
  expect(await Promise.all([taken, old, right].map(stateOf))).toEqual([
    ['dropped', why],
    ['refused', changed],
    ['sent', ''],
  ])
  expect(flow.smtp.mails).toHaveLength(1)
})

it('a mail that waits without a mail server, or of an older release, is sent once there is one', async () => {
  const id = await mail()
  await flow.pool.query('delete from pgboss.job')
  const started = outbox()
  await started.start()
  await expect.poll(async () => (await read(id)).state).toBe('sent')
  await started.close()
})
