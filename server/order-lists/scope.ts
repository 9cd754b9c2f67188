/** Which order lists a person may know of. */
import type pg from 'pg'
import type { Person } from '#contract/permissions.ts'
import { companyOf } from '../platform/scope.ts'
import { notFound } from '../platform/problem.ts'

/** SQL over `order_lists l`: those that anybody may open, without a token too. */
export const IS_OPEN = 'l.is_public and l.active and l.visible'

/** How lists are listed, over `order_lists l` and its location `cl`: of several with one public name the first is its page's. */
export const IN_ORDER = 'cl.name, l.public_name, l.id'

/**
 * SQL over `order_lists l` and its location `cl`: lists of a person's own company and those that anybody may open, where
 * they are in use; `company` is the parameter with theirs, null for no limit.
 */
export const listSeen = (company: string) =>
  `(${company}::int is null or (l.active and l.visible and (l.is_public or cl.company_id = ${company})))`

/** Throws 404 where this list is not there for this person: another company's is as unknown as none. */
export async function mustSeeList(client: pg.Pool, person: Person, list: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from order_lists l left join company_locations cl on cl.id = l.company_location_id
      where l.id = $1 and ${listSeen('$2')}`,
    [list, companyOf(person)],
  )
  if (rowCount === 0) throw notFound('order list')
}

/** The location of a list of the person's own company; null for another's, and for one of no location. */
export async function ownListLocation(client: pg.Pool, person: Person, list: number): Promise<number | null> {
  const { rows } = await client.query<{ location: number }>(
    `select cl.id as location from order_lists l join company_locations cl on cl.id = l.company_location_id
      where l.id = $1 and cl.company_id = $2`,
    [list, companyOf(person)],
  )
  return rows[0]?.location ?? null
}
