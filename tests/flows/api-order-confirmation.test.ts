/** The mail that confirms an order, to a real mail server that keeps what it is given, or does not take it. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { openConfirmations } from '#server/ordering/confirmations.ts'
import { mailerOf } from '#server/platform/mail.ts'
import { testServer, type TestServer } from '../factories/app.ts'
import {
  makeLocation,
  makeOrderList,
  makeProduct,
  makeUser,
  type LocationRecord,
  type ProductRecord,
  type UserRecord,
} from '../factories/business.ts'
import { newId, postOf, push } from '../factories/edits.ts'

/** A Monday. */
const NOON = new Date('2031-05-05T16:00:00Z')
const WEDNESDAY = '2031-05-07'
const MINUTE = 60_000

/** The clock of the senders that a test makes; the server's own stands at noon, so what is tried later is theirs to send. */
let now: Date
let smtp: SMTPServer
let isRefusing: boolean
/** Where a mail stands until the test lets it in. */
let gate: ((letIn: () => void) => void) | null
let mails: { to: string[]; text: string }[]
let settings: Record<string, string>
let server: TestServer
let office: UserRecord
let location: LocationRecord
let oil: ProductRecord
let beef: ProductRecord

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error('come back later') : undefined),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const letIn = () => {
          mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: readable(Buffer.concat(parts).toString()),
          })
          done()
        }
        if (gate) gate(letIn)
        else letIn()
        gate = null
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  settings = {
    MAIL_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Harbor & Vine <orders@harborvine.example>',
    DISTRIBUTOR: 'Harbor & Vine|1 Pier',
  }
  server = await testServer({ clock: () => NOON, settings })
  const { pool } = server.database
  office = await makeUser(pool, 'office')
  location = await makeLocation(pool, { name: 'Chez <Nous> & Co' })
  oil = await makeProduct(pool, { name: 'Olive oil "Crème" <b>extra</b>' })
  beef = await makeProduct(pool, {
    name: 'Beef brisket',
    unit_type: 'Case',
    weight_type: 'r/w',
    display_case_price: '140.00',
    display_case_price_per_lb: '7.00',
    average_case_weight: '20.000',
  })
  await makeOrderList(pool, [oil.upc, beef.upc], { company_location_id: location.id })
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

beforeEach(async () => {
  now = NOON
  isRefusing = false
  gate = null
  mails = []
  server.logged.length = 0
  await server.database.pool.query('delete from order_confirmations')
})

/** A mail as a person's program shows it: without the letters that only its way here needed. */
const readable = (mail: string) =>
  Buffer.from(
    mail
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString()

let customers = 0
/** Somebody who is mailed, unless `over` says otherwise. */
const makeCustomer = (over: Record<string, unknown> = {}) =>
  makeUser(server.database.pool, 'customer', {
    company_id: location.company_id,
    email: `chef${++customers}@example.com`,
    email_order_confirmation: true,
    ...over,
  })
const orderFor = (customer: UserRecord, over: Record<string, unknown> = {}) => ({
  customer: customer.id,
  submitted_date: '2031-05-05',
  created_date: '2031-05-05',
  delivery_date: WEDNESDAY,
  total: '1.00',
  order_items: [{ product: oil.upc, unit_quantity: 3, case_quantity: 1 }],
  ...over,
})
/** @returns the order's number. */
async function place(customer: UserRecord, over: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await server.call(office.username, 'POST', 'orders/', {
    body: orderFor(customer, over),
  })
  expect(status).toBe(201)
  return body.id
}
const subjects = () => mails.map(({ text }) => /^Subject: (.*?)\r$/m.exec(text)?.[1])
const subjectOf = (order: number) => `Order ${order} for Wednesday, 05/07/2031`
/** The orders that are confirmed, by number. */
const confirmed = () =>
  subjects()
    .map((subject) => Number(/\d+/.exec(subject ?? '')?.[0]))
    .toSorted((a, b) => a - b)
const waiting = async () =>
  (
    await server.database.pool.query<{ order_id: number; tries: number }>(
      'select order_id, tries from order_confirmations order by order_id',
    )
  ).rows
/** Another process of the same installation, as far as mails go. */
const anotherSender = () => {
  const { db, pool } = server.database
  const env = readEnv({ NODE_ENV: 'test', ...settings })
  return openConfirmations({ db, pool, env, clock: () => now, log: server.app.log, mailer: mailerOf(env) })
}
/** Places an order for each whose first mail is not taken, and waits for that; they are due again in two minutes. */
async function placeInVain(...people: UserRecord[]): Promise<number[]> {
  server.logged.length = 0
  isRefusing = true
  const orders = []
  for (const person of people) orders.push(await place(person))
  await expect
    .poll(() => server.logged.filter(({ msg }) => msg.includes('tried again')).length)
    .toBe(people.length)
  isRefusing = false
  return orders
}
const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE))
/** The next mail stops at the mail server's door: what lets it in, once it is there. */
const holdNext = () => new Promise<() => void>((resolve) => (gate = resolve))

it('an order is confirmed to whom it is for, once, however often it is sent and whatever becomes of it', async () => {
  const chef = await makeCustomer()
  const edit = postOf(
    chef,
    'orders',
    newId(),
    orderFor(chef, {
      note: 'Ring <twice>\r\nBcc: all@example.com',
      order_items: [
        { product: oil.upc, unit_quantity: 3, case_quantity: 1 },
        { product: beef.upc, unit_quantity: 0, case_quantity: 2 },
      ],
    }),
  )
  const [result] = await push(server, chef.username, [edit])
  const { id } = result!.body as { id: number }
  await expect.poll(() => mails.length).toBe(1)
  await push(server, chef.username, [edit])
  await server.call(office.username, 'PATCH', `orders/${id}`, { body: { delivery_date: '2031-05-08' } })
  // Mails go out in the order in which they are queued: one that had been queued again would be there by now.
  const second = await place(chef)
  await expect.poll(subjects).toEqual([subjectOf(id), subjectOf(second)])
  await expect.poll(waiting).toEqual([])

  const [{ to, text }] = mails as [(typeof mails)[number]]
  expect(to).toEqual([`chef${customers}@example.com`])
  const head = text.slice(0, text.indexOf('\r\n\r\n'))
  expect(head).toMatch(/^From: .*<orders@harborvine\.example>/m)
  expect(head).toMatch(
    new RegExp(`^Message-ID: <order-${id}-${NOON.getTime() / 1000}@harborvine\\.example>\\r$`, 'm'),
  )
  expect(head).not.toMatch(/^Bcc/im)
  for (const said of [
    'Delivery: Wednesday, 05/07/2031',
    'Ship to: Chez <Nous> & Co, 1 Dock Street, Jersey City NJ',
    '3 units, 1 case - Olive oil "Crème" <b>extra</b>: $31.50',
    '2 cases - Beef brisket: $280.00*',
    'Estimated total: $311.50',
    'Note: Ring <twice>',
    '* Sold by weight',
    'Harbor & Vine',
  ])
    expect(text).toContain(said)
  const html = text.slice(text.indexOf('<!doctype html>'))
  for (const said of [
    'Chez &#60;Nous&#62; &#38; Co',
    'Olive oil &#34;Crème&#34; &#60;b&#62;extra&#60;/b&#62;',
    'Ring &#60;twice&#62;',
    '$280.00*',
    '$311.50',
  ])
    expect(html).toContain(said)
  expect(mails[1]!.text).not.toContain('Sold by weight')
})

it('nobody is mailed who does not want it or has no address', async () => {
  await place(await makeCustomer({ email_order_confirmation: false }))
  await place(await makeCustomer({ email: '' }))
  const wanted = await place(await makeCustomer())
  await expect.poll(subjects).toEqual([subjectOf(wanted)])
  await expect.poll(waiting).toEqual([])
})

it('an address is one address, whatever it holds', async () => {
  await place(await makeCustomer({ email: 'one@example.com, two@example.com' }))
  await place(await makeCustomer({ email: 'three@example.com\r\nBcc: four@example.com' }))
  const right = await place(await makeCustomer({ email: 'five@example.com' }))
  await expect.poll(subjects).toContain(subjectOf(right))
  const reached = mails.flatMap(({ to }) => to)
  expect(reached.filter((address) => /^(one|two|three|four|five)@/.test(address))).toEqual([
    'five@example.com',
  ])
})

it('whoever was locked or closed meanwhile is not mailed, and nobody of an order whose day is over', async () => {
  const { pool } = server.database
  const people = [await makeCustomer(), await makeCustomer(), await makeCustomer()] as const
  const orders = await placeInVain(...people)
  await pool.query('update users set account_lock = true where id = $1', [people[0].id])
  await pool.query('update users set is_active = false where id = $1', [people[1].id])
  await pool.query(`update orders set delivery_date = '2031-05-04' where id = $1`, [orders[2]])
  pass(2)
  await anotherSender().send()
  expect([mails, await waiting()]).toEqual([[], []])
})

it('a mail server that takes none has the mail later, and after ten tries it is given up', async () => {
  const chef = await makeCustomer()
  const [late] = await placeInVain(chef)
  expect(await waiting()).toEqual([{ order_id: late, tries: 1 }])
  const sender = anotherSender()
  await sender.send()
  expect(mails).toEqual([])
  pass(2)
  await sender.send()
  expect([subjects(), await waiting()]).toEqual([[subjectOf(late!)], []])

  now = NOON
  const [never] = await placeInVain(chef)
  isRefusing = true
  for (let tries = 1; tries < 10; tries++) {
    expect(await waiting()).toEqual([{ order_id: never, tries }])
    pass(2 ** tries - 1)
    await sender.send()
    expect(await waiting()).toEqual([{ order_id: never, tries }])
    pass(1)
    await sender.send()
  }
  expect(await waiting()).toEqual([])
  expect(server.takeFaults()).toEqual([expect.stringContaining('given up')])
  expect(mails).toHaveLength(1)
})

it('senders beside each other mail each order once, and pass by what another one is taking', async () => {
  const { pool } = server.database
  const chef = await makeCustomer()
  const orders = await placeInVain(chef, chef, chef, chef)
  pass(2)
  const other = await pool.connect()
  // Ends by itself where a sender waits for it: then the test fails instead of hanging.
  await other.query(`begin; set local idle_in_transaction_session_timeout = '10s'`)
  await other.query('select from order_confirmations where order_id = $1 for update', [orders[0]])
  await Promise.all([anotherSender().send(), anotherSender().send()])
  expect(confirmed()).toEqual(orders.slice(1))
  await other.query('rollback')
  other.release()
  await Promise.all([anotherSender().send(), anotherSender().send()])
  expect(confirmed()).toEqual(orders)
  expect(await waiting()).toEqual([])
})

it('a stop lets the mail arrive that is on its way and begins no other; the next process sends that one', async () => {
  const { pool } = server.database
  const chef = await makeCustomer()
  const [first, second] = await placeInVain(chef, chef)
  pass(2)
  const atTheDoor = holdNext()
  const stopping = anotherSender()
  stopping.start()
  const letIn = await atTheDoor
  let isStopped = false
  const stopped = stopping.close().then(() => (isStopped = true))
  // Nothing of an order is locked while its mail is on its way: it can be deleted or merged.
  await pool.query('select from order_confirmations for update nowait')
  expect(isStopped).toBe(false)
  letIn()
  await stopped
  expect([subjects(), await waiting()]).toEqual([[subjectOf(first!)], [{ order_id: second, tries: 1 }]])
  const next = anotherSender()
  next.start()
  await expect.poll(subjects).toEqual([first!, second!].map(subjectOf))
  await next.close()
  expect(await waiting()).toEqual([])
})

it('nothing is queued where no mail server is set', async () => {
  const without = await testServer({ clock: () => NOON })
  try {
    const { pool } = without.database
    const { id: company_location_id, company_id } = await makeLocation(pool)
    const { upc } = await makeProduct(pool)
    await makeOrderList(pool, [upc], { company_location_id })
    const chef = await makeUser(pool, 'customer', {
      company_id,
      email: 'chef@example.com',
      email_order_confirmation: true,
    })
    const { status } = await without.call(chef.username, 'POST', 'orders/', {
      body: orderFor(chef, { order_items: [{ product: upc, unit_quantity: 1, case_quantity: 0 }] }),
    })
    expect(status).toBe(201)
    expect((await pool.query('select from order_confirmations')).rowCount).toBe(0)
  } finally {
    await without.close()
  }
})
