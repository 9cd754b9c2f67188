/** The mail that confirms an order, sent to a real mail server that keeps the mail or refuses it. */
import { beforeAll, expect, it } from 'vitest'
import { makeOrderList, makeProduct, type ProductRecord, type UserRecord } from '../../factories/business.ts'
import { newId, postOf, push } from '../../factories/edits.ts'
import { NOON, openConfirmations, orderFor, subjectOf } from './confirmations.ts'

const flow = openConfirmations('Chez <Nous> & Co')
const { makeCustomer, outbox, passMinutes, sendDue } = flow
let oil: ProductRecord
let beef: ProductRecord
beforeAll(async () => {
  const { pool } = flow
  oil = await makeProduct(pool, { name: 'Olive oil "Crème" <b>extra</b>' })
  beef = await makeProduct(pool, {
    name: 'Beef brisket',
    unit_type: 'Case',
    weight_type: 'r/w',
    display_case_price: '140.00',
    display_case_price_per_lb: '7.00',
    average_case_weight: '20.000',
  })
  await makeOrderList(pool, [oil.upc, beef.upc], { company_location_id: flow.location.id })
})

/** Places an order for oil, and returns its number. */
const place = (customer: UserRecord, over: Record<string, unknown> = {}) =>
  flow.place(
    orderFor(customer, {
      order_items: [{ product: oil.upc, unit_quantity: 3, case_quantity: 1 }],
      ...over,
    }),
  )
/** Returns the confirmed orders, sorted by number. */
const confirmed = () =>
  flow.smtp
    .subjects()
    .map((subject) => Number(/\d+/.exec(subject ?? '')?.[0]))
    .toSorted((a, b) => a - b)
const queued = async () =>
  (
    await flow.pool.query<{ order_id: number; state: string; tries: number; said: string }>(
      'select order_id, state, tries, server_said as said from mails order by order_id',
    )
  ).rows
const states = async () => (await queued()).map(({ state }) => state)
/** Places an order for each person, whose first mail is not accepted. The mails are due again in a minute or two. */
async function placeInVain(...people: UserRecord[]): Promise<number[]> {
  const orders = []
  for (const person of people) orders.push(await place(person))
  flow.smtp.rcpt = () => '450 come back later'
  await sendDue()
  expect(await retried()).toBe(people.length)
  flow.smtp.reset()
  return orders
}
const retried = async () => (await flow.pool.query(`select from pgboss.job where state = 'retry'`)).rowCount

it('an order is confirmed to its customer, once, however often it is sent and whatever becomes of it', async () => {
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
  const [result] = await push(flow.server, chef.username, [edit])
  const { id } = result!.body as { id: number }
  await sendDue()
  await push(flow.server, chef.username, [edit])
  await flow.call('office', 'PATCH', `orders/${id}`, { delivery_date: '2031-05-08' })
  const second = await place(chef)
  await sendDue()
  expect([flow.smtp.subjects(), await states()]).toEqual([
    [subjectOf(id), subjectOf(second)],
    ['sent', 'sent'],
  ])

  const { to, text } = flow.smtp.mails[0]!
  expect(to).toEqual([chef.email])
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
    `See it at https://orders.harborvine.example/order/${id}`,
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
  expect(flow.smtp.mails[1]!.text).not.toContain('Sold by weight')
})

it('names the prices that changed while the order was on its way', async () => {
  const chef = await makeCustomer()
  await place(chef, {
    prices_seen: [{ product: oil.upc, price_per_unit: '2.40', price_per_case: '24.00' }],
  })
  await sendDue()
  const { text } = flow.smtp.mails[0]!
  for (const said of [
    'These prices have changed since the order was confirmed',
    '- Olive oil "Crème" <b>extra</b>: $2.40 → $2.50 a unit',
    '&#60;b&#62;extra&#60;/b&#62;: $2.40 → $2.50 a unit</li>',
  ])
    expect(text).toContain(said)
  flow.smtp.reset()
  await place(chef)
  await sendDue()
  expect(flow.smtp.mails[0]!.text).not.toContain('changed')
})

it('a person who wants no mail or has no address is not mailed', async () => {
  await place(await makeCustomer({ email_order_confirmation: false }))
  await place(await makeCustomer({ email: '' }))
  const wanted = await place(await makeCustomer())
  await sendDue()
  expect([flow.smtp.subjects(), await states()]).toEqual([[subjectOf(wanted)], ['sent']])
})

it('an address is one address, whatever it holds', async () => {
  await place(await makeCustomer({ email: 'one@example.com, two@example.com' }))
  await place(await makeCustomer({ email: 'three@example.com\r\nBcc: four@example.com' }))
  await place(await makeCustomer({ email: 'five@example.com' }))
  await sendDue()
  expect(await states()).toEqual(['refused', 'refused', 'sent'])
  expect(flow.smtp.mails.flatMap(({ to }) => to)).toEqual(['five@example.com'])
  expect((await queued())[1]!.said).toBe(
    '"three@example.com\\r\\nBcc: four@example.com" is no email address.',
  )
})

it('no mail goes to a person who was locked or closed meanwhile, or for an order whose day is over', async () => {
  const { pool } = flow
  const people = [
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
    await makeCustomer(),
  ] as const
  const orders = await placeInVain(...people)
  await pool.query('update users set account_lock = true where id = $1', [people[0].id])
  await pool.query('update users set is_active = false where id = $1', [people[1].id])
  await pool.query(`update orders set delivery_date = '2031-05-04' where id = $1`, [orders[2]])
  await pool.query('delete from orders where id = $1', [orders[3]])
  await passMinutes()
  await sendDue()
  expect([flow.smtp.mails, await states()]).toEqual([[], ['dropped', 'dropped', 'dropped', 'dropped']])
})

it('a mail server that takes none has the mail later, and after twelve tries it counts as refused', async () => {
  const chef = await makeCustomer()
  const [late] = await placeInVain(chef)
  const waits = { state: 'waiting', said: '450 come back later' }
  expect(await queued()).toEqual([{ ...waits, order_id: late, tries: 1 }])
  await sendDue()
  expect(flow.smtp.mails).toEqual([])
  await passMinutes()
  await sendDue()
  expect([flow.smtp.subjects(), await states()]).toEqual([[subjectOf(late!)], ['sent']])

  await flow.pool.query('delete from mails')
  const [never] = await placeInVain(chef)
  flow.smtp.rcpt = () => '450 come back later'
  for (let tries = 1; tries < 12; tries++) {
    expect(await queued()).toEqual([{ ...waits, order_id: never, tries }])
    await passMinutes()
    await sendDue()
  }
  expect(await queued()).toEqual([{ ...waits, state: 'refused', order_id: never, tries: 12 }])
  expect(await retried()).toBe(0)
})

it('parallel senders mail each order once, and skip what another one is taking', async () => {
  const { pool } = flow
  const chef = await makeCustomer()
  const orders = await placeInVain(chef, chef, chef, chef)
  await passMinutes()
  const other = await pool.connect()
  // The transaction ends by itself where a sender waits for it. The test then fails instead of hanging.
  await other.query(`begin; set local idle_in_transaction_session_timeout = '10s'`)
  await other.query(
    'select from pgboss.job where id = (select id from mails where order_id = $1) for update',
    [orders[0]],
  )
  await Promise.all([sendDue(), sendDue()])
  expect(confirmed()).toEqual(orders.slice(1))
  await other.query('rollback')
  other.release()
  await Promise.all([sendDue(), sendDue()])
  expect(confirmed()).toEqual(orders)
  expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent'])
})

it('a stop lets the mail arrive that is on its way and begins no other; the next process sends that one', async () => {
  const { pool } = flow
  const chef = await makeCustomer()
  const [first, second] = await placeInVain(chef, chef)
  await pool.query(
    `update pgboss.job set start_after = now() - interval '1 s' where id = (select id from mails where order_id = $1)`,
    [first],
  )
  const atTheDoor = flow.smtp.holdNext()
  const stopping = outbox()
  await stopping.start()
  const letIn = await atTheDoor
  let isStopped = false
  const stopped = stopping.close().then(() => (isStopped = true))
  await passMinutes()
  // No row of an order is locked while its mail is on its way, so the order can be deleted or merged.
  await pool.query('select from mails for update nowait')
  expect(isStopped).toBe(false)
  letIn()
  await stopped
  expect([flow.smtp.subjects(), await states()]).toEqual([[subjectOf(first!)], ['sent', 'waiting']])
  const next = outbox()
  await next.start()
  await expect.poll(flow.smtp.subjects).toEqual([first!, second!].map(subjectOf))
  await next.close()
  expect(await states()).toEqual(['sent', 'sent'])
})
