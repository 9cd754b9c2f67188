/** The office's commands for warehouses. Every device knows the warehouses' names. */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import {
  kindOf,
  type WarehouseMapPut,
  type WarehouseMapsCreate,
  type WarehousesCreate,
} from '#contract/warehouses/schema.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { IdRow, NameRow, queryOnlyRow, queryRow, queryRows } from '../platform/rows.ts'

/** Throws where the name is taken: people could not distinguish two warehouses of one name. */
async function mustBeFree(
  client: pg.ClientBase,
  names: readonly string[],
  except: number | null,
): Promise<void> {
  // These run one after another, or two people could give one name at the same moment.
  await client.query(`select pg_advisory_xact_lock(hashtext('names of warehouses'))`)
  const taken = await queryRow(
    client,
    NameRow,
    `select n.name from unnest($1::text[]) with ordinality as n(name, at)
      where exists (select from warehouses w where lower(w.name) = lower(n.name) and w.id is distinct from $2)
         or exists (select from unnest($1::text[]) with ordinality as o(name, at)
                     where lower(o.name) = lower(n.name) and o.at < n.at)`,
    [names, except],
  )
  if (taken) throw wrongField('name', `there is a warehouse ${taken.name} already`)
}

/** C307: adds warehouses and returns their ids, in their order. The same key returns those that it has made already. */
export async function addWarehouses(
  { pool, announcer }: Context,
  person: Person,
  warehouses: z.output<typeof WarehousesCreate>,
  keyed: KeyedCall,
): Promise<number[]> {
  const names = warehouses.map(({ name }) => name)
  const made = await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      await mustBeFree(client, names, null)
      const added = await queryRows(
        client,
        IdRow,
        'insert into warehouses (name) select unnest($1::text[]) returning id',
        [names],
      )
      return added.map(({ id }) => id).join(',')
    }),
  )
  announcer.announce(['*'])
  return made!.split(',').map(Number)
}

/** C309. */
export async function renameWarehouse({ pool, announcer }: Context, id: number, name: string): Promise<void> {
  await transaction(pool, async (client) => {
    await mustBeFree(client, [name], id)
    const { rowCount } = await client.query('update warehouses set name = $2 where id = $1', [id, name])
    if (rowCount === 0) throw notFound('warehouse')
    await touchProducts(client, id)
  })
  announcer.announce(['*'])
}

/** Moves a renamed warehouse's products in the change feed, because a device's product shows the warehouse's name. */
async function touchProducts(client: pg.ClientBase, warehouse: number): Promise<void> {
  const OF = 'warehouse_id = $1'
  await client.query(`select from products where ${OF} order by upc for no key update`, [warehouse])
  await client.query(`update products set bin = bin where ${OF}`, [warehouse])
}

/**
 * C311: adds mappings and returns their ids, in their order. An existing mapping is replaced: a text in a file means
 * one thing, and a repeated call makes nothing twice.
 */
export async function addMaps(
  { pool }: Context,
  maps: z.output<typeof WarehouseMapsCreate>,
): Promise<number[]> {
  return transaction(pool, async (client) => {
    const named = new Set(maps.map(({ warehouse }) => warehouse))
    if ((await lockWarehouses(client, [...named])) < named.size)
      throw wrongField('warehouse', 'is not a warehouse')
    const ids: number[] = []
    for (const { warehouse, category, field } of maps) {
      const { id } = await queryOnlyRow(
        client,
        IdRow,
        `insert into warehouse_maps (warehouse_id, kind, category, field) values ($1, $2, $3, $4)
           on conflict (warehouse_id, kind, category) do update set field = excluded.field returning id`,
        [warehouse, kindOf(field), category, field],
      )
      ids.push(id)
    }
    return ids
  })
}

/**
 * Locks warehouses in the order of their ids: the mappings of one change one after another. Returns how many of them
 * exist.
 */
async function lockWarehouses(client: pg.ClientBase, ids: readonly number[]): Promise<number> {
  const { rowCount } = await client.query(
    'select from warehouses where id = any($1) order by id for no key update',
    [ids],
  )
  return rowCount ?? 0
}

const LockedMapping = z.object({ kind: z.enum(['column', 'unit_type']) })

/** C311. Changes a mapping, which keeps its warehouse and its kind. An emptied one is deleted. */
export async function changeMap(
  { pool }: Context,
  id: number,
  { warehouse, category, field }: z.output<typeof WarehouseMapPut>,
): Promise<void> {
  await transaction(pool, async (client) => {
    await lockWarehouses(client, [warehouse])
    const mapping = await queryRow(
      client,
      LockedMapping,
      'select kind from warehouse_maps where id = $1 and warehouse_id = $2 for no key update',
      [id, warehouse],
    )
    if (!mapping) throw notFound('mapping')
    if (field === '') {
      await client.query('delete from warehouse_maps where id = $1', [id])
      return
    }
    const { kind } = mapping
    if (kindOf(field) !== kind)
      throw wrongField('field', kind === 'column' ? 'must be a field of a receipt' : 'must be U or C')
    const { rowCount } = await client.query(
      'select from warehouse_maps where warehouse_id = $2 and kind = $3 and category = $4 and id <> $1',
      [id, warehouse, kind, category],
    )
    if (rowCount !== 0) throw wrongField('category', `${category} is mapped already`)
    await client.query('update warehouse_maps set category = $2, field = $3 where id = $1', [
      id,
      category,
      field,
    ])
  })
}
