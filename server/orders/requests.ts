/** Requests of customers to the office about an order, and the office's answers (docs/decisions/0267). */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { clockIn } from '#contract/day.ts'
import {
  askDenial,
  MOST_OPEN_REQUESTS,
  type OrderRequestAnswer,
  type OrderRequestCreate,
} from '#contract/orders/requests.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'
import { orderingTerms } from '../settings/terms.ts'
import { lockOrderRow, orderMissing, refuseIf } from './lock.ts'

export const REQUEST_SQL = `
  select r.id, r.order_id as "order", l.name as company, r.kind, r.text, u.username,
         ${secondSql('r.created_at')} as created_at,
         r.answer, r.answer_text, a.username as answered_by,
         ${secondSql('r.answered_at')} as answered_at
    from order_requests r join company_locations l on l.id = r.company_location_id
         left join users u on u.id = r.user_id left join users a on a.id = r.answered_by`

/** The order of a request, and how many requests about it wait for an answer. */
const AskedOrder = OrderRow.pick({ id: true, invoiced: true, paid_status: true }).extend({
  company_id: z.number(),
  company_location_id: z.number(),
  delivery_date: z.string(),
  open: z.number(),
})

/**
 * Sends a request to the office. Resolves with the request's id. Throws 404, 409 after the cut-off or where too many
 * wait, or 423.
 */
export async function askForChange(
  context: Context,
  person: Person,
  { order: id, kind, text }: z.output<typeof OrderRequestCreate>,
  keyed: KeyedCall,
): Promise<number> {
  const made = await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      await lockOrderRow(client, person, id)
      const order = await queryRow(
        client,
        AskedOrder,
        `select o.id, o.company_id, o.company_location_id, o.invoiced, o.paid_status, o.delivery_date::text,
                (select count(*)::int from order_requests r where r.order_id = o.id and r.answer is null) as open
           from orders o where o.id = $1 and ${ofCompany('$2', 'o')}`,
        [id, companyOf(person)],
      )
      if (!order) throw await orderMissing(client, person, id)
      const terms = await orderingTerms(context, client)
      refuseIf(askDenial(order, person, clockIn(terms.time_zone, context.clock()), terms))
      if (order.open >= MOST_OPEN_REQUESTS)
        throw new Problem(409, `The office has ${order.open} requests about order ${id} to answer already.`)
      const added = await queryOnlyRow(
        client,
        IdRow,
        `insert into order_requests (order_id, company_id, company_location_id, kind, text, user_id, created_at)
           values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [id, order.company_id, order.company_location_id, kind, text, person.id, context.clock()],
      )
      return String(added.id)
    }),
  )
  return Number(made)
}

const AnsweredRequest = z.object({ answer: z.string().nullable() })

/** Answers a request. Throws 404, or 409 where another user has answered it. */
export async function answerRequest(
  context: Context,
  person: Person,
  id: number,
  { answer, text }: z.output<typeof OrderRequestAnswer>,
  keyed: KeyedCall,
): Promise<void> {
  await transaction(context.pool, (client) =>
    once(client, person, keyed, async () => {
      const request = await queryRow(
        client,
        AnsweredRequest,
        'select answer from order_requests where id = $1 for update',
        [id],
      )
      if (!request) throw notFound('request')
      if (request.answer !== null) throw new Problem(409, 'Somebody has answered this request already.')
      await client.query(
        'update order_requests set answer = $2, answer_text = $3, answered_by = $4, answered_at = $5 where id = $1',
        [id, answer, text, person.id, context.clock()],
      )
      return null
    }),
  )
}

/** Answers all open requests about an order that is being deleted. */
export const closeRequests = ({ clock }: Context, client: pg.ClientBase, person: Person, order: number) =>
  client.query(
    `update order_requests set answer = 'done', answer_text = 'The order is cancelled.', answered_by = $2, answered_at = $3
      where order_id = $1 and answer is null`,
    [order, person.id, clock()],
  )

/** Moves the requests about merged orders to the order that they went into. */
export const moveRequests = (client: pg.ClientBase, into: number, orders: readonly number[]) =>
  client.query('update order_requests set order_id = $1 where order_id = any($2::int[])', [into, orders])
