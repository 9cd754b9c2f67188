/** Taking orders to change them, or what is in them: all of them, or none. */
import type pg from 'pg'
import { orderCan, type OrderAct, type OrderFacts } from '#contract/orders/can.ts'
import type { Person } from '#contract/permissions.ts'
import { notFound, Problem } from '../platform/problem.ts'
import { companyOf } from '../platform/scope.ts'

/** Throws the answer to a call that cannot be done with this order now. */
export function mustBeAble(order: OrderFacts, person: Person, act: OrderAct): void {
  const hindrance = orderCan[act](order, person)
  if (hindrance) throw new Problem(hindrance.status, hindrance.message)
}

/** Locks an order for what this person does with it. Throws 404 where it is not theirs to know of, or why it cannot be done. */
export async function lockOrder(
  client: pg.ClientBase,
  person: Person,
  id: number,
  act: OrderAct,
): Promise<OrderFacts & { company_id: number }> {
  const { rows } = await client.query<OrderFacts & { company_id: number }>({
    name: 'lock order',
    text: `select id, company_id, invoiced, paid_status from orders
      where id = $1 and ($2::int is null or company_id = $2) for update`,
    values: [id, companyOf(person)],
  })
  if (!rows[0]) throw notFound('order')
  mustBeAble(rows[0], person, act)
  return rows[0]
}

export interface LockedOrder {
  id: number
  company_id: number
  company_location_id: number
  invoiced: boolean
  note: string
}

/**
 * Locks these orders in id order, as every writer does (docs/decisions/0003). Throws 404 where one is not there for this
 * person and 423 where one is invoiced, each time with every such order.
 */
export async function lockOpenOrders(
  client: pg.ClientBase,
  person: Person,
  ids: readonly number[],
): Promise<LockedOrder[]> {
  const { rows } = await client.query<LockedOrder>(
    `select id, company_id, company_location_id, invoiced, note from orders
      where id = any($1::int[]) and ($2::int is null or company_id = $2) order by id for update`,
    [ids, companyOf(person)],
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw new Problem(404, missing.map((id) => `There is no order ${id}.`).join('\n'))
  const invoiced = rows.filter((row) => row.invoiced)
  if (invoiced.length > 0)
    throw new Problem(423, invoiced.map(({ id }) => `Order ${id} is invoiced and locked.`).join('\n'))
  return rows
}
