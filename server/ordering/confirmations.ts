/** The mails that confirm orders (docs/decisions/0045, 0110, 0183). */
import type pg from 'pg'
import { z } from 'zod'
import { CONFIRMATIONS_A_DAY } from '#contract/mails/states.ts'
import type { Context } from '../platform/context.ts'
import { secondSql } from '../platform/json.ts'
import { queryOnlyRow, queryRow, queryRows, TextIdRow } from '../platform/rows.ts'
import { wantsMail } from './confirmation-mail.ts'

type Parts = Pick<Context, 'outbox' | 'env'>

/** Returns SQL for when the distributor's day began, in the time zone of that parameter. */
const dayBegan = (zone: string) => `date_trunc('day', now() at time zone ${zone}) at time zone ${zone}`

const NAMED_LATER = `More than ${CONFIRMATIONS_A_DAY} orders in a day: the mail of the next morning names this one.`

/** A new mail that confirms an order, or that the mail of the next morning replaces. */
const Confirmation = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'dropped']),
  user: z.number(),
  address: z.string(),
})
type Confirmation = z.infer<typeof Confirmation>

/**
 * Queues a confirmation of each new order to its customer, where they want it: each in a mail of its own, up to the
 * day's limit for the person and for the address. One mail of the next morning names the others. Must run inside the
 * transaction that makes the orders: an order is confirmed once, under one Message-ID. A new database gives out the
 * same numbers again, so the Message-ID also has the second in which the order was placed.
 */
export async function queueConfirmations(
  { outbox, env }: Parts,
  client: pg.ClientBase,
  orders: readonly number[],
): Promise<void> {
  if (orders.length === 0) return
  // Without the lock, two calls could count the mails to one address at one moment, and both be below the
  // limit.
  await client.query({
    name: 'lock confirmations',
    text: `select pg_advisory_xact_lock(hashtextextended('confirmations to ' || address, 0))
             from (select distinct lower(u.email) as address from orders o join users u on u.id = o.customer_id
                    where o.id = any($1::int[]) and ${wantsMail(env)} order by 1) addresses`,
    values: [orders],
  })
  const confirmations = await queryRows(
    client,
    Confirmation,
    {
      name: 'queue confirmations',
      text: `with placed as (
               select o.id, o.created_date, u.id as user_id, u.email,
                      row_number() over (partition by u.id order by o.id) as nth_of_person,
                      row_number() over (partition by lower(u.email) order by o.id) as nth_to_address
                 from orders o join users u on u.id = o.customer_id
                where o.id = any($1::int[]) and ${wantsMail(env)}),
             counted as (
               select p.*, greatest(
                 nth_of_person + (select count(*) from mails m where m.kind = 'order' and m.user_id = p.user_id
                                     and m.created_at >= ${dayBegan('$3')}),
                 nth_to_address + (select count(*) from mails m where m.kind = 'order'
                                     and lower(m.to_address) = lower(p.email) and m.created_at >= ${dayBegan('$3')})
               ) > $4::int as is_over from placed p)
           insert into mails (kind, order_id, user_id, to_address, subject, message_id, state, server_said, settled_at)
             select 'order', id, user_id, email, 'Order ' || id,
                    replace($2, '{}', id || '-' || extract(epoch from created_date)::bigint),
                    case when is_over then 'dropped' else 'waiting' end,
                    case when is_over then $5 else '' end,
                    case when is_over then now() end
               from counted
             returning id, state, user_id as "user", to_address as address`,
    },
    [orders, outbox.messageId('order-{}'), env.TIME_ZONE, CONFIRMATIONS_A_DAY, NAMED_LATER],
  )
  const waiting = confirmations.filter(({ state }) => state === 'waiting')
  await outbox.add(
    client,
    waiting.map(({ id }) => id),
  )
  const others = confirmations.filter(({ state }) => state === 'dropped')
  for (const person of new Set(others.map(({ user }) => user)))
    await nameInSummary(
      { outbox, env },
      client,
      others.filter(({ user }) => user === person),
    )
}

/** A new mail that names orders, and when it is to be sent. */
const SummaryMail = z.object({ id: z.string(), due: z.string() })

/** Adds these orders of one person to the mail of the next morning: one mail a day. */
async function nameInSummary(
  { outbox, env }: Parts,
  client: pg.ClientBase,
  confirmations: readonly Confirmation[],
): Promise<void> {
  const { user, address } = confirmations[0]!
  const waiting = await queryRow(
    client,
    TextIdRow,
    // A claimed mail may be written already, without these orders. The lock lets no process claim it before the commit.
    `select id from mails where kind = 'orders' and user_id = $1 and to_address = $2 and state = 'waiting'
        and claim is null and created_at >= ${dayBegan('$3')} limit 1 for update`,
    [user, address, env.TIME_ZONE],
  )
  let id = waiting?.id
  if (id === undefined) {
    const made = await queryOnlyRow(
      client,
      SummaryMail,
      `insert into mails (kind, user_id, to_address, subject, message_id)
         values ('orders', $1, $2, 'Your orders', replace($3, '{}', gen_random_uuid()::text))
         returning id, ${secondSql(`(date_trunc('day', now() at time zone $4) + interval '1 day 6 hours') at time zone $4`)} as due`,
      [user, address, outbox.messageId('orders-{}'), env.TIME_ZONE],
    )
    id = made.id
    await outbox.add(client, [id], made.due)
  }
  await client.query('update mails set summary_id = $1 where id = any($2::uuid[])', [
    id,
    confirmations.map((mail) => mail.id),
  ])
}
