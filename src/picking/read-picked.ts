import type { PickedRows } from '#contract/picking/lines.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'

/** The tables of the rows that `readPicked` reads. */
export const PICKED_TABLES: readonly string[] = ['orders', 'items', 'subitems']

/** Reads the device's rows of some orders in one transaction, because one commit changes them together. */
export function readPicked(db: LarderDatabase, orders: readonly number[]): Promise<PickedRows> {
  return db.transaction('r', db.orders, db.items, db.subitems, async () => {
    const [found, items, pieces] = await Promise.all([
      db.orders.bulkGet([...orders]),
      ofEach(db.items, 'order', orders),
      ofEach(db.subitems, 'order', orders),
    ])
    return { orders: found.filter((order) => order !== undefined), items, pieces }
  })
}
