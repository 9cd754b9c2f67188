import { CompanyLocation } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { RowsQuery } from './server-query.ts'

/** Every customer location that this person may know of. */
export const fetchLocations = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'companylocations', { query: { no_page: 1 }, schema: CompanyLocation.array(), signal })

export const LOCATIONS: RowsQuery<CompanyLocation> = {
  queryKey: ['companylocations'],
  keyOf: ({ id }) => id,
  read: fetchLocations,
}
