/** What the warehouse list and the wizard ask and call (C305–C311). */
import {
  ReceiptFormat,
  ReceiptLineHeader,
  ReceiptLineUnitTypeMapping,
  WarehouseMap,
} from '#contract/warehouses/schema.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { isObject } from '#src/api/errors.ts'
import { fetchWarehouses } from '#src/queries/warehouses.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'
import {
  FIXED_WAREHOUSE,
  withFixed,
  type KnownWarehouses,
  type MapRow,
  type SavePlan,
} from './warehouse-form.ts'

const whole = { query: { no_page: 1 } }

/** C112: with the one that is built in. */
export const WAREHOUSES: RowsQuery<Warehouse> = {
  queryKey: ['warehouses'],
  keyOf: ({ id }) => id,
  read: async (client, signal) => withFixed(await fetchWarehouses(client, signal)),
}

/** What the wizard begins with. */
export interface OpenedWarehouse {
  /** What is edited; null where it is a new one, or there is none of this id. */
  warehouse: Warehouse | null
  maps: WarehouseMap[]
  known: KnownWarehouses
}

/** @param id null for a new one */
export const warehouseQuery = (id: number | null): ServerQuery<OpenedWarehouse> => ({
  queryKey: ['warehouses', id],
  async read(client, signal) {
    const [known, warehouses, maps] = await Promise.all([
      fetchKnown(client, signal),
      fetchWarehouses(client, signal),
      id === null ? [] : fetchMaps(client, id, signal),
    ])
    const fixed = id === FIXED_WAREHOUSE.id ? FIXED_WAREHOUSE : null
    return { known, maps, warehouse: warehouses.find((one) => one.id === id) ?? fixed }
  },
  isForm: true,
})

/** C310: what a mapping can begin with. */
async function fetchKnown(client: Client, signal: AbortSignal): Promise<KnownWarehouses> {
  const [formats, headers, words] = await Promise.all([
    client.api('GET', 'receiptformats', { ...whole, schema: ReceiptFormat.array(), signal }),
    client.api('GET', 'receiptlineheaders', { ...whole, schema: ReceiptLineHeader.array(), signal }),
    client.api('GET', 'receiptlineunittypemappings', {
      ...whole,
      schema: ReceiptLineUnitTypeMapping.array(),
      signal,
    }),
  ])
  return { formats, headers, words }
}

const fetchMaps = (client: Client, warehouse: number, signal: AbortSignal) =>
  client.api('GET', 'warehousesmaps', {
    query: { no_page: 1, warehouse },
    schema: WarehouseMap.array(),
    signal,
  })

/** C308: the pk of what was made, out of an object or out of an array's first element. Throws where there is none. */
export function pkOf(answer: unknown): number {
  const made: unknown = Array.isArray(answer) ? answer[0] : answer
  if (isObject(made) && typeof made['pk'] === 'number') return made['pk']
  throw new Error('The server did not say which warehouse it made.')
}

/** C307: the new warehouse's id. */
export const addWarehouse = async (client: Client, name: string, key: string): Promise<number> =>
  pkOf(await client.api('POST', 'warehouses', { body: [{ name }], idempotencyKey: key }))

const bodyOf = (warehouse: number, { category, field }: MapRow) => ({
  field,
  warehouse,
  category: category.trim(),
})

/** C309, C311: what is another than before, and nothing else. */
export async function saveWarehouse(client: Client, warehouse: number, plan: SavePlan): Promise<void> {
  if (plan.name !== null) await client.api('PUT', `warehouses/${warehouse}`, { body: { name: plan.name } })
  for (const row of plan.changed)
    await client.api('PUT', `warehousesmaps/${row.pk}`, { body: bodyOf(warehouse, row) })
  if (plan.added.length > 0)
    await client.api('POST', 'warehousesmaps/', { body: plan.added.map((row) => bodyOf(warehouse, row)) })
}
