/**
 * The table of entities (`entity-table.ts`), and what follows from it. Loading, running, the feed, the tables of devices and the page of the API
 * read this file. `rows.ts` has the fields of an entity's rows, `perform.ts` the effects of an edit, `words.ts` the
 * texts.
 */
import { ENTITIES } from './entity-table.ts'

export { ENTITIES }

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

/** The word for the rows of each table. */
export const PLURAL: Record<Table, string> = byTable((entity) => ENTITIES[entity].plural)

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
