/** The rows that edits read, in memory: loaded out of Dexie beforehand, changed as the edits are laid on. */
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { keyOf, type Key } from '#contract/sync/entities.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { Rows } from '#contract/sync/rows.ts'
import type { World } from '#contract/sync/world.ts'
import type { EditedRow, EditedTable } from '#src/db/database.ts'
import { byEditedTable } from './rows.ts'

export class MemoryWorld implements World {
  readonly rows = byEditedTable(() => new Map()) as { readonly [T in EditedTable]: Map<Key, Rows[T]> }
  readonly products = new Map<string, Product>()

  row<T extends EditedTable>(table: T, key: Key): Rows[T] | undefined {
    return this.rows[table].get(key)
  }
  order(id: number): OrderRow | undefined {
    return this.rows.orders.get(id)
  }
  item(id: string): OrderItemRow | undefined {
    return this.rows.items.get(id)
  }
  subitem(id: string): OrderSubitemRow | undefined {
    return this.rows.subitems.get(id)
  }
  subitemsOf(item: string): OrderSubitemRow[] {
    // By id, as the server reads them: UUIDv7 ids are in the order in which the pieces were made.
    return [...this.rows.subitems.values()]
      .filter((s) => s.order_item === item)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }
  itemsOf(order: number): OrderItemRow[] {
    return [...this.rows.items.values()]
      .filter((i) => i.order === order)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }
  product(upc: string): Product | undefined {
    return this.products.get(upc)
  }
  barcode(code: string): BarcodeAlternate | undefined {
    return this.rows.barcodes.get(code)
  }
  staged(id: string): StagedItem | undefined {
    return this.rows.staged.get(id)
  }
  /** The device does not know what it does not have; the server does and answers so. */
  wasDeleted(): boolean {
    return false
  }

  set(table: EditedTable, id: Key, row: EditedRow | null | undefined): void {
    if (row) (this.rows[table] as Map<Key, EditedRow>).set(id, row)
    else this.rows[table].delete(id)
  }
  apply(change: RowChange): void {
    if ('gone' in change) this.rows[change.table].delete(change.gone)
    else this.set(change.table, keyOf(change.table, change.row), change.row)
  }
}
