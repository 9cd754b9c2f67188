import { CompanyLocation } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { z } from 'zod'
import type { RowsQuery } from './server-query.ts'

/** B243: a location of a list or a choice has these fields (A159). The others may be absent. */
const ListedLocation = CompanyLocation.partial().required({
  id: true,
  company_id: true,
  name: true,
  active: true,
})
export type ListedLocation = z.infer<typeof ListedLocation>

/** Fetches every customer location that this person may see. `schema` reads the whole answer. */
const fetchAll = <T>(client: Client, schema: z.ZodType<T>, signal: AbortSignal) =>
  client.api('GET', 'companylocations', { query: { no_page: 1 }, schema, signal })

/** Fetches the locations for a list or a choice. */
export const fetchLocations = (client: Client, signal: AbortSignal) =>
  fetchAll(client, ListedLocation.array(), signal)

export const LISTED_LOCATIONS: RowsQuery<ListedLocation> = {
  queryKey: ['companylocations', 'listed'],
  keyOf: ({ id }) => id,
  read: fetchLocations,
}

/** The locations with every field, for ordering: it needs their fees. */
export const LOCATIONS: RowsQuery<CompanyLocation> = {
  queryKey: ['companylocations'],
  keyOf: ({ id }) => id,
  read: (client, signal) => fetchAll(client, CompanyLocation.array(), signal),
}
