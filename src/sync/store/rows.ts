/** Which table a call is about, where its row stands, and which edits must be laid on together. */
import { stagedOf, stagedRowsOf } from '#contract/orders/place.ts'
import { readStagedId, stagedId, type StagedItem } from '#contract/ordering/staged.ts'
import type { Person } from '#contract/permissions.ts'
import type { EditableEntity, Mutation } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { ENTITIES, ENTITY_OF, KEY, KEY_TYPE, TABLES } from '#contract/sync/entities.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { EditedRow, EditedTable, LarderDatabase } from '#src/db/database.ts'

export type Key = string | number

/** What rows are written with. */
export interface ApplyContext {
  db: LarderDatabase
  person: Person
  now(): number
}

export const tableOf = (entity: EditableEntity): EditedTable => ENTITIES[entity].table

export const EDITED_TABLES = TABLES.filter(
  (table): table is EditedTable => ENTITIES[ENTITY_OF[table]].isEdited,
)

/**
 * The key as the table has it: order numbers are numbers, everything else is text. So is the name of an order that waits
 * to be placed: it has no number yet, and no row in the table.
 */
export const localKey = (table: EditedTable, id: Key): Key =>
  KEY_TYPE[table] === 'int' && /^\d+$/.test(String(id)) ? Number(id) : id

export const keyOf = (table: EditedTable, row: EditedRow): Key =>
  (row as unknown as Record<string, Key>)[KEY[table]]!

/** One text for one row of any table. */
export const spot = (table: EditedTable, id: Key): string => `${table}:${id}`

export const changeKey = (change: RowChange): Key =>
  'gone' in change ? change.gone : keyOf(change.table, change.row)

/** An item's pieces belong to the item's family, because its price depends on them. */
export const itemFamily = (item: string): string => `orderitems:${item}`

/** What the families of staged orders begin with. */
export const STAGED_FAMILIES = 'sharedcartitems:'

/** All of a location's staged order: whoever places it takes the products of many rows. */
export const stagedFamily = (location: number): string => `${STAGED_FAMILIES}${location}`

export function familyOfRow(table: EditedTable, row: EditedRow): string {
  if (table === 'items') return itemFamily((row as OrderItemRow).id)
  if (table === 'subitems') return itemFamily((row as OrderSubitemRow).order_item)
  if (table === 'staged') return stagedFamily((row as StagedItem).company_location)
  return `${ENTITY_OF[table]}:${keyOf(table, row)}`
}

/** The order that a row belongs to. */
export function orderOfRow(table: EditedTable, row: EditedRow): number | null {
  if (table === 'barcodes' || table === 'staged') return null
  return table === 'orders' ? (keyOf(table, row) as number) : (row as OrderItemRow | OrderSubitemRow).order
}

/** The row that an edit is about, as blocked chains are kept. */
export const rowKey = (edit: Pick<Mutation, 'entity' | 'entity_id'>): string =>
  `${edit.entity}:${edit.entity_id}`

/** What an edit says of the rows that it changes. */
type Named = Pick<Mutation, 'entity' | 'entity_id'> & { call: Pick<Mutation['call'], 'method' | 'body'> }

/** The rows that an edit must find as its person left them: an earlier edit of one of these goes before it. */
export const chainOf = (edit: Named): string[] => [
  rowKey(edit),
  ...stagedOf(edit).map((id) => rowKey({ entity: 'sharedcartitems', entity_id: id })),
]

/**
 * An order of a staged order, without the product of one row: what the server tells of that row has the order in it. Nothing
 * where no other product is left; any other edit as it is.
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

/** The staged order that an edit belongs to, by its location. */
export function stagedLocationOf(edit: Named): number | null {
  const [first] = stagedRowsOf(edit)
  return first === undefined ? null : (readStagedId(first)?.location ?? null)
}

/** The same of an edit that is still to be stored. */
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
