/** Which order lists a person may know of. */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { companyOf, orderingLocations } from '../platform/scope.ts'
import { notFound } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'

/** SQL over `order_lists l`: those that anybody may open, without a token too. */
export const IS_OPEN = 'l.is_public and l.active and l.visible'

/**
 * How lists are listed, over `order_lists l` and its location `cl`: the first of several with one public name has the
 * page of that name.
 */
export const IN_ORDER = 'cl.name, l.public_name, l.id'

/**
 * SQL over `order_lists l` and its location `cl`: lists of a person's own company and those that anybody may open, where
 * they are in use. The parameters are their company and the locations that they order for, each null for no limit.
 */
export const listSeen = (company: string, locations: string) =>
  `(${company}::int is null or (l.active and l.visible and (l.is_public or ${isOwn(company, locations)})))`
const isOwn = (company: string, locations: string) =>
  `(cl.company_id = ${company} and (${locations}::int[] is null or cl.id = any(${locations})))`

/** Throws 404 where this list is not there for this person: another company's is as unknown as none. */
export async function mustSeeList(client: pg.Pool, person: Person, list: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from order_lists l left join company_locations cl on cl.id = l.company_location_id
      where l.id = $1 and ${listSeen('$2', '$3')}`,
    [list, companyOf(person), await orderingLocations(client, person)],
  )
  if (rowCount === 0) throw notFound('order list')
}

const ListLocation = z.object({ location: z.number() })

/** The location of a list that the person orders from; null for another's, and for one of no location. */
export async function ownListLocation(client: pg.Pool, person: Person, list: number): Promise<number | null> {
  const own = await queryRow(
    client,
    ListLocation,
    `select cl.id as location from order_lists l join company_locations cl on cl.id = l.company_location_id
      where l.id = $1 and ${isOwn('$2', '$3')}`,
    [list, companyOf(person), await orderingLocations(client, person)],
  )
  return own?.location ?? null
}
