import { CompanyLocation } from '#contract/people/schema.ts'
import type { Client } from './client.ts'

/** Every customer location that this person may know of. */
export const fetchLocations = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'companylocations', { query: { no_page: 1 }, schema: CompanyLocation.array(), signal })
