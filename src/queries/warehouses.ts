import { Warehouse } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { ServerQuery } from './server-query.ts'

export const fetchWarehouses = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'warehouses', { query: { no_page: 1 }, schema: Warehouse.array(), signal })

/** The warehouses that a field offers. */
export const WAREHOUSE_CHOICES: ServerQuery<Warehouse[]> = {
  queryKey: ['warehouses', 'choices'],
  read: fetchWarehouses,
}
