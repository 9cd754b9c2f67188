/** Loads the rows that edits read, in as few rounds as can be: one where the screen named the order. */
import { stagedRowsOf } from '#contract/orders/place.ts'
import type { Key } from '#contract/sync/entities.ts'
import type { Collection } from 'dexie'
import type { EditedTable, LarderDatabase, Shadow } from '#src/db/database.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { MemoryWorld } from './memory-world.ts'
import {
  byEditedTable,
  EDITED_TABLES,
  itemFamily,
  localKey,
  namedBy,
  spot,
  stagedFamily,
  stagedLocationOf,
  tableOf,
} from './rows.ts'

export interface Loaded {
  world: MemoryWorld
  /** By `spot`. */
  shadows: Map<string, Shadow>
}

interface Wanted extends Record<EditedTable, Set<Key>> {
  products: Set<string>
  piecesOf: Set<string>
  itemsOf: Set<number>
  families: Set<string>
}

type KeyOf<K extends keyof Wanted> = Wanted[K] extends Set<infer T> ? T : never

const nothing = (): Wanted => ({
  ...byEditedTable(() => new Set<Key>()),
  products: new Set(),
  piecesOf: new Set(),
  itemsOf: new Set(),
  families: new Set(),
})

/** Whether an edit looks into the catalogue; only then may it wait for a page of products that is being stored. */
export const readsProducts = ({
  entity,
  method,
  body,
}: Pick<NewEdit, 'entity' | 'method' | 'body'>): boolean =>
  (entity === 'orderitems' &&
    (method === 'POST' || (method === 'PATCH' && body?.['product'] !== undefined))) ||
  (entity === 'barcodealternates' && method === 'POST')

function wantItem(want: Wanted, item: string): void {
  want.items.add(item)
  want.piecesOf.add(item)
  want.families.add(itemFamily(item))
}

function named(edits: readonly NewEdit[]): Wanted {
  const want = nothing()
  for (const edit of edits) {
    const { entity, entity_id, method, body } = edit
    const order = edit.order ?? body?.['order']
    if (typeof order === 'number') want.orders.add(order)
    if (entity === 'orderitems') {
      wantItem(want, entity_id)
      if (method === 'POST' && typeof order === 'number') want.itemsOf.add(order)
    } else if (entity === 'ordersubitems') {
      want.subitems.add(entity_id)
      const item = edit.order_item ?? body?.['order_item']
      if (typeof item === 'string') wantItem(want, item)
    } else if (entity !== 'sharedcartitems') {
      const key = localKey(tableOf(entity), entity_id)
      want[tableOf(entity)].add(key)
      want.families.add(`${entity}:${key}`)
    }
    const location = stagedLocationOf(namedBy(edit))
    if (location !== null) {
      for (const id of stagedRowsOf(namedBy(edit))) want.staged.add(id)
      want.families.add(stagedFamily(location))
    }
    if (readsProducts(edit) && typeof body?.['product'] === 'string') want.products.add(body['product'])
  }
  return want
}

/** Returns the further rows that the present rows of these edits call for. */
function implied(edits: readonly NewEdit[], world: MemoryWorld): Wanted {
  const want = nothing()
  for (const edit of edits) {
    const { entity, entity_id, method, body } = edit
    const row = rowOf(world, edit)
    if (row && 'order' in row) want.orders.add(row.order)
    const subitem = entity === 'ordersubitems' ? world.subitem(entity_id) : undefined
    if (subitem) wantItem(want, subitem.order_item)
    const itemId = entity === 'orderitems' ? entity_id : (subitem?.order_item ?? body?.['order_item'])
    const item = typeof itemId === 'string' ? world.item(itemId) : undefined
    if (item) want.orders.add(item.order)
    // A substitute is allowed by the product that it replaces.
    const original = body?.['original_product']
    if (entity === 'orderitems' && method === 'POST' && typeof original === 'string')
      for (const sibling of world.itemsOf(Number(body?.['order'])))
        if (sibling.product === original || sibling.original_product === original)
          want.products.add(sibling.product)
  }
  return want
}

const KINDS = [...EDITED_TABLES, 'products'] as const

const read = <T>(rows: Collection<T>, keep: (row: T) => void) => rows.toArray((list) => list.forEach(keep))

/** Runs inside a transaction over the tables that `tablesFor` names. */
export async function load(db: LarderDatabase, edits: readonly NewEdit[]): Promise<Loaded> {
  const world = new MemoryWorld()
  const shadows = new Map<string, Shadow>()
  const had = nothing()

  function fetchNew(want: Wanted): PromiseLike<unknown>[] {
    const requests: PromiseLike<unknown>[] = []
    /** Reads what of this kind was not read before. */
    function fetch<K extends keyof Wanted>(kind: K, ask: (key: KeyOf<K>) => PromiseLike<unknown>): void {
      const before = had[kind] as Set<KeyOf<K>>
      for (const key of want[kind] as Set<KeyOf<K>>) {
        if (before.has(key)) continue
        before.add(key)
        requests.push(ask(key))
      }
    }
    for (const kind of KINDS)
      fetch(kind, (key) =>
        db
          .table<object, Key>(kind)
          .get(key)
          .then((row) => {
            const rows: Map<Key, object> = kind === 'products' ? world.products : world.rows[kind]
            if (row) rows.set(key, row)
          }),
      )
    fetch('piecesOf', (item) =>
      read(db.subitems.where('order_item').equals(item), (row) => world.set('subitems', row.id, row)),
    )
    fetch('itemsOf', (order) =>
      read(db.items.where('order').equals(order), (row) => world.set('items', row.id, row)),
    )
    fetch('families', (family) =>
      read(db.shadows.where('family').equals(family), (row) => shadows.set(spot(row.table, row.id), row)),
    )
    return requests
  }

  let requests = fetchNew(named(edits))
  // A piece leads to its item, an item to its order: three rounds at most, one where all was named.
  for (let round = 0; round < 4 && requests.length > 0; round++) {
    await Promise.all(requests)
    requests = fetchNew(implied(edits, world))
  }
  return { world, shadows }
}

export const rowOf = (world: MemoryWorld, { entity, entity_id }: NewEdit) =>
  world.row(tableOf(entity), localKey(tableOf(entity), entity_id))
