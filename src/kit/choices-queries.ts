import type { Warehouse } from '#contract/products/schema.ts'
import { fetchWarehouses } from '#src/api/products.ts'
import type { ServerQuery } from './use-server-query.ts'

/** The warehouses, for whatever has one chosen. */
export const WAREHOUSE_CHOICES: ServerQuery<Warehouse[]> = {
  queryKey: ['warehouses', 'choices'],
  read: fetchWarehouses,
}
