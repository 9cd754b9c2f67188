/** Reads the rows of a list from the device's database, and again when another tab or the worker has changed them. */
import type { ScanSettings } from '#contract/barcode/parse.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { lookupKeys } from '#contract/barcode/match.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import { watchTables } from '#src/db/watch-tables.ts'
import type { ScanListStore, ScanRows } from './scan-list.ts'

const ROWS = ['orders', 'items', 'subitems']
const CATALOGUE = ['products', 'barcodes']

type PickedRows = Pick<ScanRows, 'orders' | 'items' | 'pieces'>
type Catalogue = Pick<ScanRows, 'products' | 'alternates'>

/**
 * Reads the rows that one commit changes together in one transaction. The catalogue is read separately, so that no
 * caller waits for it.
 */
async function readPicked(db: LarderDatabase, orderIds: readonly number[]): Promise<PickedRows> {
  const ids = [...orderIds]
  const [orders, items, pieces] = await db.transaction('r', db.orders, db.items, db.subitems, () =>
    Promise.all([db.orders.bulkGet(ids), ofEach(db.items, 'order', ids), ofEach(db.subitems, 'order', ids)]),
  )
  return { orders: orders.filter((order) => order !== undefined), items, pieces }
}

async function readCatalogue(db: LarderDatabase, upcs: readonly string[]): Promise<Catalogue> {
  const products = new Map<string, Product>()
  const read = async (keys: readonly string[]) => {
    for (const product of await db.products.bulkGet([...keys]))
      if (product) products.set(product.upc, product)
  }
  const barcodes = await db.transaction('r', db.products, db.barcodes, async () => {
    const [linked] = await Promise.all([ofEach(db.barcodes, 'product', upcs), read(upcs)])
    const others = [...products.values()].flatMap((p) => p.acceptable_substitutions.map(({ upc }) => upc))
    await read([...new Set(others)].filter((upc) => !products.has(upc)))
    return linked
  })
  return { products, alternates: new Map(barcodes.map(({ barcode, product }) => [barcode, product])) }
}

const upcsOf = (items: PickedRows['items']) => [...new Set(items.map((item) => item.product))]

/**
 * Keeps a list equal to the database until the returned function is called. `onTrouble` gets the error of a database
 * that cannot be read. The catalogue, most of what a list reads, is read again only when it has changed.
 */
export function watchRows(
  db: LarderDatabase,
  orderIds: readonly number[],
  list: Pick<ScanListStore, 'load' | 'revision'>,
  onTrouble: (error: unknown) => void,
): () => void {
  let ended = false
  let catalogue: Catalogue | null = null
  let catalogued: ReadonlySet<string> = new Set()

  async function read(changed: ReadonlySet<string>) {
    try {
      const revision = list.revision()
      const picked = await readPicked(db, orderIds)
      const upcs = upcsOf(picked.items)
      const isKnown = catalogue && upcs.every((upc) => catalogued.has(upc))
      if (!isKnown || CATALOGUE.some((table) => changed.has(table))) {
        catalogue = await readCatalogue(db, upcs)
        catalogued = new Set(upcs)
      }
      if (ended) return
      // A scan was stored meanwhile, so these rows are older than the list.
      if (revision === list.revision()) list.load({ ...picked, ...catalogue! })
      else watch.again(changed)
    } catch (error) {
      if (!ended) onTrouble(error)
    }
  }
  const watch = watchTables(db, [...ROWS, ...CATALOGUE], read)
  return () => {
    ended = true
    watch.stop()
  }
}

/** The database's answer about a scan that matches no listed line. */
export interface Elsewhere {
  /** The linked barcodes that the scan may mean, as they are now. */
  links: BarcodeAlternate[]
  /** Whether a product or a linked barcode has this code (A326). */
  isKnown: boolean
}

export async function lookElsewhere(
  db: LarderDatabase,
  raw: string,
  settings: ScanSettings,
): Promise<Elsewhere> {
  const keys = lookupKeys(raw, settings)
  // Barcodes are linked in full, so the shortened ones are not tried.
  const whole = keys.filter(({ by }) => by === 'exact' || by === 'parsed')
  const [products, barcodes] = await Promise.all([
    db.products.bulkGet(keys.map(({ key }) => key)),
    db.barcodes.bulkGet(whole.map(({ key }) => key)),
  ])
  const links = barcodes.filter((row) => row !== undefined)
  return { links, isKnown: links.length > 0 || products.some((row) => row !== undefined) }
}

/** Whether a piece of this product with this serial is on an order that the device keeps (GS1 AI 21). */
export async function isSerialKnown(db: LarderDatabase, product: string, serial: string): Promise<boolean> {
  const pieces = await db.subitems.where('serial').equals(serial).toArray()
  const items = await db.items.bulkGet([...new Set(pieces.map((piece) => piece.order_item))])
  return items.some((item) => item?.product === product)
}
