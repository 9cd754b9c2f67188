/** What several features list, or have one chosen of. */
import type { CompanyLocation } from '#contract/people/schema.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { fetchLocations } from '#src/api/locations.ts'
import { fetchWarehouses } from '#src/api/products.ts'
import type { ServerQuery } from './use-server-query.ts'

export const LOCATIONS: ServerQuery<CompanyLocation[]> = {
  queryKey: ['companylocations'],
  read: fetchLocations,
}

export const WAREHOUSE_CHOICES: ServerQuery<Warehouse[]> = {
  queryKey: ['warehouses', 'choices'],
  read: fetchWarehouses,
}
