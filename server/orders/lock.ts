/** Locks orders for a change of them, or of what is in them: all of them, or none. */
import type pg from 'pg'
import { z } from 'zod'
import { orderCan, type OrderAct, type OrderFacts, type Verdict } from '#contract/orders/can.ts'
import { mergedInto } from '#contract/orders/merged-edits.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { queryRow, queryRows } from '../platform/rows.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'

/** Throws the answer to a call that cannot be done with this order now. */
export const mustBeAble = (order: OrderFacts, person: Person, act: OrderAct): void =>
  refuseIf(orderCan[act](order, person))

/** Throws the answer that denies a call; null denies nothing. */
export function refuseIf(denial: Verdict): void {
  if (denial) throw new Problem(denial.status, denial.message)
}

/** SQL of whether nothing that is charged for an order `o` changes any more: `settled` of contract/orders/can.ts. */
export const SETTLED_SQL = `o.paid_status in ('p', 'e', 'i')`

const MergedOrder = z.object({ id: z.number(), into_id: z.number() })

/**
 * Returns which of these were merged into an order that this person may know of, and into which (docs/decisions/0136).
 */
export async function mergedAway(
  client: pg.Pool | pg.ClientBase,
  person: Person,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const merged = await queryRows(
    client,
    MergedOrder,
    {
      name: 'merged away',
      text: `select m.id, m.into_id from merged_orders m join orders o on o.id = m.into_id
      where m.id = any($1::int[]) and ${ofCompany('$2', 'o')}`,
    },
    [ids, companyOf(person)],
  )
  return new Map(merged.map(({ id, into_id }) => [id, into_id]))
}

/** Returns the 404 of an order that is absent for this person. It names the order that this one was merged into. */
export async function orderMissing(
  client: pg.Pool | pg.ClientBase,
  person: Person,
  id: number,
): Promise<Problem> {
  const into = (await mergedAway(client, person, [id])).get(id)
  return into === undefined
    ? notFound('order')
    : new Problem(404, mergedInto(id, into), { merged_into: into })
}

/**
 * Locks an order, in a statement of its own (docs/decisions/0003). A statement that waits for a lock keeps what it read
 * of other tables before the wait. So a command reads what it decides by after this one. Locks nothing of another
 * company's.
 * @param person null for a notification of the payment provider
 */
export const lockOrderRow = (client: pg.ClientBase, person: Person | null, id: number | null) =>
  client.query(`select from orders where id = $1 and ${ofCompany('$2')} for update`, [
    id,
    person && companyOf(person),
  ])

/** The fields of an order that decide what can be done with it (`OrderFacts`), and its company. */
const ActedOrder = OrderRow.pick({ id: true, company_id: true, invoiced: true, paid_status: true })

/**
 * Locks an order for an act of this person. Throws 404 where they may not know of it, or the reason why the act cannot
 * be done.
 */
export async function lockOrder(
  client: pg.ClientBase,
  person: Person,
  id: number,
  act: OrderAct,
): Promise<z.infer<typeof ActedOrder>> {
  const order = await queryRow(
    client,
    ActedOrder,
    {
      name: 'lock order',
      text: `select id, company_id, invoiced, paid_status from orders
      where id = $1 and ${ofCompany('$2')} for update`,
    },
    [id, companyOf(person)],
  )
  if (!order) throw await orderMissing(client, person, id)
  mustBeAble(order, person, act)
  return order
}

export const LockedOrder = z.object({
  id: z.number(),
  company_id: z.number(),
  company_location_id: z.number(),
  invoiced: z.boolean(),
  note: z.string(),
})
export type LockedOrder = z.infer<typeof LockedOrder>

type OpenOrders = (client: pg.ClientBase, person: Person, ids: readonly number[]) => Promise<LockedOrder[]>

/**
 * Locks these orders in id order, as every writer does (docs/decisions/0003). Throws 404 where one is absent for this
 * person and 423 where one is invoiced, each time with every such order.
 */
export const lockOpenOrders: OpenOrders = (...of) => openOrders('for update', ...of)

/** Returns the same for a reader, without locks: other calls do not wait for it. */
export const readOpenOrders: OpenOrders = (...of) => openOrders('', ...of)

async function openOrders(
  lock: 'for update' | '',
  ...[client, person, ids]: Parameters<OpenOrders>
): Promise<LockedOrder[]> {
  const orders = await queryRows(
    client,
    LockedOrder,
    `select id, company_id, company_location_id, invoiced, note from orders
      where id = any($1::int[]) and ${ofCompany('$2')} order by id ${lock}`,
    [ids, companyOf(person)],
  )
  const found = new Set(orders.map(({ id }) => id))
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  if (missing.length > 0) {
    const away = await mergedAway(client, person, missing)
    const sentence = (id: number) =>
      away.has(id) ? mergedInto(id, away.get(id)!) : `There is no order ${id}.`
    throw new Problem(404, missing.map(sentence).join('\n'))
  }
  const invoiced = orders.filter((order) => order.invoiced)
  if (invoiced.length > 0)
    throw new Problem(423, invoiced.map(({ id }) => `Order ${id} is invoiced and locked.`).join('\n'))
  return orders
}
