/**
 * What a person may see (A004, A005): staff and pickers all orders and locations, others those of their own company.
 */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { belongsToCustomer, can, ROLE, type Person } from '#contract/permissions.ts'
import { notFound } from './problem.ts'
import { numberText } from './routes.ts'

/** Returns the company that a person's calls are limited to; null for no limit. */
export function companyOf(person: Person): number | null {
  if (can(person, 'orders.see-all')) return null
  // A person outside the house without a company sees nothing: no company has this id.
  return person.company ?? -1
}

/**
 * SQL condition: the row belongs to the company that a person's calls are limited to.
 *
 * @param company SQL of that company, as `companyOf` returns it: null for no limit
 * @param table the alias of the row's table; omitted where the statement reads one table
 */
export const ofCompany = (company: string, table?: string): string =>
  `(${company}::int is null or ${table ? `${table}.` : ''}company_id = ${company})`

/**
 * SQL that is true for people of a customer, of `users u`: `belongsToCustomer`. The row of a person who has become staff
 * or a picker still names the company, for the case that they become a customer again.
 */
export const IS_CUSTOMERS_SQL = `(not u.is_staff and u.role_id <> ${ROLE.picker})`

/** Returns whether this person orders only for themselves (readings, "Who orders for where"). */
export const ordersForSelfOnly = (person: Person): boolean =>
  belongsToCustomer(person) && person.role_id === ROLE.customer

/**
 * Returns the locations that a person orders for and stages at (readings, "Who orders for where"); null where only
 * their company limits them.
 */
export async function orderingLocations(
  client: pg.Pool | pg.ClientBase,
  person: Person,
): Promise<number[] | null> {
  if (!ordersForSelfOnly(person)) return null
  const { rows } = await client.query<{ location_ids: number[] | null }>({
    name: 'ordering locations',
    text: 'select location_ids from users where id = $1',
    values: [person.id],
  })
  return rows[0]?.location_ids ?? null
}

/** Throws 404 where one of these orders does not exist for this person: another company's id is like an unknown one. */
export async function mustSeeOrders(
  client: pg.Pool | pg.ClientBase,
  person: Person,
  orders: number[],
): Promise<void> {
  const { rows } = await client.query<{ count: number }>({
    name: 'orders seen',
    text: `select count(*)::int as count from orders
            where id = any($1::int[]) and ${ofCompany('$2')}`,
    values: [orders, companyOf(person)],
  })
  if (rows[0]!.count < new Set(orders).size) throw notFound('order')
}

/** Throws 404 where this location does not exist for this person. */
export async function mustSeeLocation(
  client: pg.Pool | pg.ClientBase,
  person: Person,
  location: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from company_locations where id = $1 and ${ofCompany('$2')}`,
    [location, companyOf(person)],
  )
  if (rowCount === 0) throw notFound('location')
}

/**
 * Makes an onRequest hook that runs before `mayDo`: another company's row is unknown before the role is checked. `look`
 * throws 404. An id that is not a number is left to the call's schema.
 *
 * @param idOf returns the row's id from the request
 */
export const seeing =
  (
    look: (person: Person, id: number) => Promise<void>,
    idOf: (request: FastifyRequest) => unknown = ({ params }) => (params as { id?: unknown }).id,
  ) =>
  async (request: FastifyRequest): Promise<void> => {
    // No company limits this person: the call checks the row by itself.
    if (companyOf(request.person) === null) return
    const id = numberText.safeParse(idOf(request))
    if (id.success) await look(request.person, id.data)
  }
