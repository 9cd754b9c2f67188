/**
 * The entities that devices store and people edit without a network: each entity once. Loading, running, the feed,
 * the tables of devices and the page of the API read this file. `rows.ts` has the fields of an entity's rows,
 * `perform.ts` the effects of an edit, `words.ts` the texts. No schema is imported here: the first file of the app
 * has none (docs/decisions/0157).
 */

/**
 * The entities by the name in the addresses of their calls, in the order in which a full pull sends their tables.
 * `isEdited`: its rows are edited without a network. `within`: what its rows belong to, an order (which they name as
 * `order`) or an item (`order_item`).
 */
export const ENTITIES = {
  orders: { table: 'orders', key: 'id', keyType: 'int', isEdited: true, within: null },
  orderitems: { table: 'items', key: 'id', keyType: 'uuid', isEdited: true, within: 'order' },
  ordersubitems: { table: 'subitems', key: 'id', keyType: 'uuid', isEdited: true, within: 'item' },
  sharedcartitems: { table: 'staged', key: 'id', keyType: 'text', isEdited: true, within: null },
  companylocations: { table: 'locations', key: 'id', keyType: 'int', isEdited: false, within: null },
  warehouses: { table: 'warehouses', key: 'id', keyType: 'int', isEdited: false, within: null },
  barcodealternates: { table: 'barcodes', key: 'barcode', keyType: 'text', isEdited: true, within: null },
  products: { table: 'products', key: 'upc', keyType: 'text', isEdited: false, within: null },
} as const

export type Entity = keyof typeof ENTITIES
/** The name of an entity's table on devices and in the feed. */
export type Table = (typeof ENTITIES)[Entity]['table']

/** Tables that an edit can touch. */
export type EditedTable = Extract<(typeof ENTITIES)[Entity], { isEdited: true }>['table']

/** Whether the key of its rows is a UUID, which the device that adds a row makes. */
export const hasUuidKey = (entity: Entity): boolean => ENTITIES[entity].keyType === 'uuid'

export const isEntity = (name: string): name is Entity => Object.hasOwn(ENTITIES, name)

const entries = Object.entries(ENTITIES) as [Entity, (typeof ENTITIES)[Entity]][]

/** Returns a value for each entity, by the name of its table. */
export const byTable = <V>(of: (entity: Entity) => V): Record<Table, V> =>
  Object.fromEntries(entries.map(([entity, { table }]) => [table, of(entity)])) as Record<Table, V>

/** The tables that a device stores, in the order in which a full pull sends them. */
export const TABLES = entries.map(([, { table }]) => table) as unknown as readonly [Table, ...Table[]]

export const ENTITY_OF: Record<Table, Entity> = byTable((entity) => entity)

/** The primary key of each table; compared as the database compares it, by code point. */
export const KEY: Record<Table, string> = byTable((entity) => ENTITIES[entity].key)

export type Key = string | number

/** Returns the primary key of a row of this table. */
export const keyOf = (table: Table, row: object): Key => (row as Record<string, Key>)[KEY[table]]!

/** The PostgreSQL type of each table's key. */
export const KEY_TYPE = byTable((entity) => ENTITIES[entity].keyType)
