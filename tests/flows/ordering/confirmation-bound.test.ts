/** How many confirmations a person and an address get in a day, and which mails go before them (decision 0183). */
import { beforeAll, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { queuePasswordMail } from '#server/people/password-links.ts'
import { transaction } from '#server/platform/context.ts'
import { makeOrderList, makeProduct, type ProductRecord, type UserRecord } from '../../factories/business.ts'
import { openConfirmations, orderFor, subjectOf } from './confirmations.ts'

const BOUND = 30

const flow = openConfirmations('Quay Street')
const { makeCustomer, sendDue } = flow
let oil: ProductRecord
beforeAll(async () => {
  oil = await makeProduct(flow.pool)
  await makeOrderList(flow.pool, [oil.upc], { company_location_id: flow.location.id })
})

const place = (customer: UserRecord) =>
  flow.place(
    orderFor(customer, {
      note: 'Pay at https://evil.example',
      order_items: [{ product: oil.upc, unit_quantity: 1, case_quantity: 0 }],
    }),
  )
/** Stores so many confirmations as sent to this person today. */
const mailed = async (customer: UserRecord, count: number) => {
  await flow.pool.query(
    `insert into mails (kind, user_id, to_address, subject, message_id, state)
       select 'order', id, email, 'Order', gen_random_uuid()::text, 'sent' from users, generate_series(1, $2) where id = $1`,
    [customer.id, count],
  )
}
const nextMorning = () =>
  flow.pool.query(`update pgboss.job set start_after = now() - interval '1 s' where state = 'created'`)
const summaries = async () =>
  (await flow.pool.query<{ to_address: string }>(`select to_address from mails where kind = 'orders'`)).rows

it('the thirty-first order of a day has no mail of its own: one mail of the next morning names it and the others', async () => {
  const chef = await makeCustomer()
  await mailed(chef, BOUND - 1)
  const last = await place(chef)
  const over = [await place(chef), await place(chef), await place(chef)]
  await sendDue()
  expect(flow.smtp.subjects()).toEqual([subjectOf(last)])
  const { rows } = await flow.pool.query(
    'select state, server_said from mails where order_id = any($1::int[])',
    [over],
  )
  const said = 'More than 30 orders in a day: the mail of the next morning names this one.'
  expect(rows).toEqual(over.map(() => ({ state: 'dropped', server_said: said })))
  const due = await flow.pool.query(
    `select extract(hour from j.start_after at time zone $1)::int as hour, j.start_after > now() as is_later
       from pgboss.job j join mails m on m.id = j.id where m.kind = 'orders'`,
    [readEnv({ NODE_ENV: 'test' }).TIME_ZONE],
  )
  expect(due.rows).toEqual([{ hour: 6, is_later: true }])

  flow.smtp.reset()
  await nextMorning()
  await flow.pool.query('delete from orders where id = $1', [over[2]])
  await sendDue()
  expect(flow.smtp.subjects()).toEqual(['2 more orders'])
  const { text } = flow.smtp.mails[0]!
  for (const order of over.slice(0, 2)) expect(text).toContain(`${subjectOf(order)}, Quay Street: $2.50`)
  expect(text).not.toContain(`Order ${over[2]} `)
  // The mail has no words that a person has typed.
  expect(text).not.toContain('evil')
})

it('the mail of the next morning names two orders that were merged since once', async () => {
  const chef = await makeCustomer()
  await mailed(chef, BOUND)
  const base = await place(chef)
  const other = await place(chef)
  const merge = { base_order: base, orders_to_merge: [other] }
  expect((await flow.call('office', 'POST', 'mergeorders/', merge)).status).toBe(200)
  await nextMorning()
  await sendDue()
  expect(flow.smtp.subjects()).toEqual(['1 more order'])
  expect(flow.smtp.mails[0]!.text.split(subjectOf(base))).toHaveLength(2)
})

it('the bound is per address too, for all people who have it in any letter case, and per day', async () => {
  const chef = await makeCustomer({ email: 'kitchen@example.com' })
  const cook = await makeCustomer({ email: 'Kitchen@Example.com' })
  await mailed(chef, BOUND)
  await place(cook)
  expect(await summaries()).toEqual([{ to_address: 'Kitchen@Example.com' }])
  await sendDue()
  expect(flow.smtp.mails).toEqual([])
  await flow.pool.query(`update mails set created_at = created_at - interval '1 day'`)
  const order = await place(cook)
  await sendDue()
  expect(flow.smtp.subjects()).toEqual([subjectOf(order)])
})

it('orders of one person that are placed at one moment are counted together', async () => {
  const chef = await makeCustomer()
  await mailed(chef, BOUND - 1)
  await Promise.all(Array.from({ length: 4 }, () => place(chef)))
  const { rows } = await flow.pool.query(
    `select count(*) filter (where state = 'waiting')::int as own, count(summary_id)::int as named from mails
      where kind = 'order' and state <> 'sent'`,
  )
  expect([rows, await summaries()]).toMatchObject([[{ own: 1, named: 3 }], { length: 1 }])
})

it('an order that is placed while the summary is being sent is named by a summary of its own', async () => {
  const chef = await makeCustomer()
  await mailed(chef, BOUND)
  const first = await place(chef)
  await flow.pool.query(
    `update mails set claim = gen_random_uuid(), claimed_at = now() where kind = 'orders' and state = 'waiting'`,
  )
  const second = await place(chef)
  const { rows } = await flow.pool.query(
    'select count(distinct summary_id)::int as summaries from mails where order_id = any($1::int[])',
    [[first, second]],
  )
  expect(rows).toEqual([{ summaries: 2 }])
})

it('a person who wants no mail any more is sent no summary', async () => {
  const chef = await makeCustomer()
  await mailed(chef, BOUND)
  await place(chef)
  await flow.pool.query('update users set email_order_confirmation = false where id = $1', [chef.id])
  await nextMorning()
  await sendDue()
  expect(flow.smtp.mails).toEqual([])
  const { rows } = await flow.pool.query(`select state from mails where kind = 'orders'`)
  expect(rows).toEqual([{ state: 'dropped' }])
})

it('a link that sets a password goes out in front of the confirmations that wait', async () => {
  const { pool } = flow
  const chef = await makeCustomer()
  for (let n = 0; n < 8; n++) await place(chef)
  const outbox = flow.outbox()
  const env = readEnv({ NODE_ENV: 'test' })
  await transaction(pool, (client) => queuePasswordMail({ env, outbox }, client, { id: chef.id }))
  await outbox.sendDue()
  const subjects = flow.smtp.subjects()
  expect(subjects).toHaveLength(9)
  // Three mails are sent at the same time.
  expect(subjects.slice(0, 3)).toContain('A new password for Harbor & Vine')
})
