/** Which customer a user belongs to, and for which of its locations they order (docs/decisions/0139). */
import type pg from 'pg'
import { z } from 'zod'
import { belongsToCustomer, ROLE, type Person } from '#contract/permissions.ts'
import { wrongField } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'
import type { UserRecord } from './store.ts'

type Belonging = Pick<UserRecord, 'company_id' | 'location_ids'>

/** The ids of a company's locations. */
const LocationsOfCompany = z.object({ locations: z.array(z.number()) })

/**
 * The columns for a company and its locations as a call names them. Throws 400 where they do not go with the role, with each
 * other, or are not there.
 *
 * @param locations undefined for all of the company's
 */
export async function belongingOf(
  client: pg.ClientBase,
  user: Pick<Person, 'is_staff' | 'role_id'>,
  company: number | null,
  locations: readonly number[] | undefined,
): Promise<Belonging> {
  if (company === null) {
    if (locations?.length) throw wrongField('company_location', 'needs a company')
    return { company_id: null, location_ids: null }
  }
  if (!belongsToCustomer(user)) throw wrongField('company', 'is for customers: staff belong to none')
  const found = await queryRow(
    client,
    LocationsOfCompany,
    `select array(select l.id from company_locations l where l.company_id = c.id order by l.id) as locations
       from companies c where c.id = $1`,
    [company],
  )
  if (!found) throw wrongField('company', 'is not a company')
  if (locations === undefined) return { company_id: company, location_ids: null }
  if (user.role_id !== ROLE.customer)
    throw wrongField('company_location', 'is for customers: a company buyer orders for all')
  if (locations.length === 0) throw wrongField('company_location', 'needs one at least')
  const strange = locations.find((id) => !found.locations.includes(id))
  if (strange !== undefined)
    throw wrongField('company_location', `location ${strange} is not one of this company’s`)
  return { company_id: company, location_ids: [...new Set(locations)] }
}
