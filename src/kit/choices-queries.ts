/** What several features list, have one chosen of, or change. */
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

/** What a change of a product makes old. */
export const PRODUCTS_CHANGED = [
  ['products'],
  ['productedit'],
  ['itemcodes'],
  ['productsbyorderlist'],
] as const
