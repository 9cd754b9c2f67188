/** The table of a call, the place of its row, and the edits that must be rebased together. */
import { stagedOf, stagedRowsOf } from '#contract/orders/place.ts'
import { readStagedId, stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { Person } from '#contract/permissions.ts'
import type { EditableEntity, Mutation } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { ENTITIES, ENTITY_OF, isEntity, KEY_TYPE, keyOf, TABLES, type Key } from '#contract/sync/entities.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { EditedRow, EditedTable, LarderDatabase } from '#src/db/database.ts'

/** The context for writing rows. */
export interface ApplyContext {
  db: LarderDatabase
  person: Person
  now(): number
}

export const tableOf = (entity: EditableEntity): EditedTable => ENTITIES[entity].table

export const EDITED_TABLES = TABLES.filter(
  (table): table is EditedTable => ENTITIES[ENTITY_OF[table]].isEdited,
)

/** Returns a value for each table that an edit can touch. */
export const byEditedTable = <V>(make: () => V): Record<EditedTable, V> =>
  Object.fromEntries(EDITED_TABLES.map((table) => [table, make()])) as Record<EditedTable, V>

/**
 * Returns the key as the table has it: order numbers are numbers, everything else is text. The name of an order that
 * waits to be placed is text too: it has no number yet, and no row in the table.
 */
export const localKey = (table: EditedTable, id: Key): Key =>
  KEY_TYPE[table] === 'int' && /^\d+$/.test(String(id)) ? Number(id) : id

/** Returns one text for one row of any table. */
export const spot = (table: EditedTable, id: Key): string => `${table}:${id}`

export const changeKey = (change: RowChange): Key =>
  'gone' in change ? change.gone : keyOf(change.table, change.row)

/** Returns an item's family. Its pieces belong to it, because the item's price depends on them. */
export const itemFamily = (item: string): string => `orderitems:${item}`

/** The prefix of the families of staged orders. */
export const STAGED_FAMILIES = 'sharedcartitems:'

/** Returns the family of a location's whole staged order: placing it takes the products of many rows. */
export const stagedFamily = (location: number): string => `${STAGED_FAMILIES}${location}`

export function familyOfRow(table: EditedTable, row: EditedRow): string {
  if (table === 'items') return itemFamily((row as OrderItemRow).id)
  if (table === 'subitems') return itemFamily((row as OrderSubitemRow).order_item)
  if (table === 'staged') return stagedFamily((row as StagedItem).company_location)
  return `${ENTITY_OF[table]}:${keyOf(table, row)}`
}

/**
 * Returns the row that a family is named by. Null for a staged order, whose family is named by a location. Null for a
 * piece: it is in its item's family, and only a record from before families were kept names one of its own.
 */
export function rowOfFamily(name: string): { table: EditedTable; id: Key } | null {
  const at = name.indexOf(':')
  const entity = name.slice(0, at)
  if (!isEntity(entity) || entity === 'sharedcartitems' || ENTITIES[entity].within === 'item') return null
  const table = tableOf(entity as EditableEntity)
  return { table, id: localKey(table, name.slice(at + 1)) }
}

/** Returns the order that a row is or belongs to. */
export const orderOfRow = (table: EditedTable, row: EditedRow): number | null =>
  table === 'orders' ? (keyOf(table, row) as number) : 'order' in row ? row.order : null

/** Returns the key of the row that an edit is about, as blocked chains are kept. */
export const rowKey = (edit: Pick<Mutation, 'entity' | 'entity_id'>): string =>
  `${edit.entity}:${edit.entity_id}`

/** Returns the key of this row of a table, as `rowKey` returns it of an edit of the row. */
export const rowKeyIn = (table: EditedTable, id: Key): string => `${ENTITY_OF[table]}:${id}`

/** The fields of an edit that name the rows that it changes. */
type Named = Pick<Mutation, 'entity' | 'entity_id'> & { call: Pick<Mutation['call'], 'method' | 'body'> }

/** Returns the rows that an edit must find as its person left them: an earlier edit of one of these goes before it. */
export const chainOf = (edit: Named): string[] => [
  rowKey(edit),
  ...stagedOf(edit).map((id) => rowKey({ entity: 'sharedcartitems', entity_id: id })),
]

/**
 * Returns an order of a staged order without the product of one row, because the server's answer for that row has the
 * order in it. Returns nothing where no other product is left, and any other edit as it is.
 */
export function withoutStaged<T extends Named>(edit: T, id: string): T[] {
  const { staged, order_items: lines } = edit.call.body ?? {}
  if (!stagedOf(edit).includes(id)) return [edit]
  const order_items = (lines as { product: string }[]).filter(
    ({ product }) => stagedId(staged as number, product) !== id,
  )
  return order_items.length === 0
    ? []
    : [{ ...edit, call: { ...edit.call, body: { ...edit.call.body, order_items } } }]
}

/** Returns the location of the staged order that an edit belongs to. */
export function stagedLocationOf(edit: Named): number | null {
  const [first] = stagedRowsOf(edit)
  return first === undefined ? null : (readStagedId(first)?.location ?? null)
}

/** Returns the same fields of an edit that is still to be stored. */
export const namedBy = ({ entity, entity_id, method, body = null }: NewEdit): Named => ({
  entity,
  entity_id,
  call: { method, body },
})

/** `Map.groupBy`, which Node 20 lacks. */
export function groupBy<T, K>(list: Iterable<T>, by: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const key = by(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
