/** The mails that confirm orders (docs/decisions/0045, 0110). */
import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import { WANTS_MAIL } from './confirmation-mail.ts'

/**
 * Has these new orders confirmed to whom they are for, where they want it. Must run inside the transaction that makes the
 * orders: an order is confirmed once, under one Message-ID. A number is given anew where a database is, so the Message-ID
 * has the second in which the order was placed as well.
 */
export async function queueConfirmations(
  { outbox }: Pick<Context, 'outbox'>,
  client: pg.ClientBase,
  orders: readonly number[],
): Promise<void> {
  if (orders.length === 0) return
  const { rows } = await client.query<{ id: string }>({
    name: 'queue confirmations',
    text: `insert into mails (kind, order_id, to_address, subject, message_id)
             select 'order', o.id, u.email, 'Order ' || o.id,
                    replace($2, '{}', o.id || '-' || extract(epoch from o.created_date)::bigint)
               from orders o join users u on u.id = o.customer_id
              where o.id = any($1::int[]) and ${WANTS_MAIL}
             returning id`,
    values: [orders, outbox.messageId('order-{}')],
  })
  await outbox.add(
    client,
    rows.map(({ id }) => id),
  )
}
