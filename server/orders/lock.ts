/** Taking orders to change what is in them: all of them, or none. */
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import { Problem } from '../platform/problem.ts'
import { companyOf } from './scope.ts'

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
