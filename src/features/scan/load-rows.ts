/** Reads what a list shows out of the device's database, and again when somebody else has changed it. */
import type { ScanSettings } from '#contract/barcode.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { lookupKeys } from '#contract/barcode-match.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import Dexie from 'dexie'
import type { ScanListStore, ScanRows } from './scan-list.ts'

/** How long after the last change the rows are read again: a scan's own repaint must not wait for it. */
const SETTLE_MS = 250
const TABLES = ['orders', 'items', 'subitems', 'barcodes', 'products']

export async function loadRows(db: LarderDatabase, orderIds: readonly number[]): Promise<ScanRows> {
  const ids = [...orderIds]
  // One moment for what a commit changes together; the catalogue is read apart, so that nobody waits for it.
  const [orders, items, pieces] = await db.transaction('r', db.orders, db.items, db.subitems, () =>
    Promise.all([db.orders.bulkGet(ids), ofEach(db.items, 'order', ids), ofEach(db.subitems, 'order', ids)]),
  )
  const upcs = [...new Set(items.map((item) => item.product))]
  const [listed, barcodes] = await Promise.all([
    db.products.bulkGet(upcs),
    ofEach(db.barcodes, 'product', upcs),
  ])
  const products = new Map<string, Product>()
  for (const product of listed) if (product) products.set(product.upc, product)
  const others = new Set(
    [...products.values()].flatMap((p) => p.acceptable_substitutions.map(({ upc }) => upc)),
  )
  for (const product of await db.products.bulkGet([...others].filter((upc) => !products.has(upc))))
    if (product) products.set(product.upc, product)
  return {
    orders: orders.filter((order) => order !== undefined),
    items,
    pieces,
    products,
    alternates: new Map(barcodes.map(({ barcode, product }) => [barcode, product])),
  }
}

/**
 * Keeps a list as the database has it until the returned function is called. `onTrouble` hears of a database that
 * cannot be read.
 */
export function watchRows(
  db: LarderDatabase,
  orderIds: readonly number[],
  list: ScanListStore,
  onTrouble: (error: unknown) => void,
): () => void {
  let timer = 0
  let ended = false
  const prefixes = TABLES.map((table) => `idb://${db.name}/${table}/`)

  async function read() {
    try {
      const revision = list.revision()
      const rows = await loadRows(db, orderIds)
      if (ended) return
      // A scan was stored meanwhile: these rows are older than the list.
      if (revision === list.revision()) list.load(rows)
      else soon()
    } catch (error) {
      if (!ended) onTrouble(error)
    }
  }
  function soon() {
    clearTimeout(timer)
    timer = window.setTimeout(() => void read(), SETTLE_MS)
  }
  const onChange = (parts: object) => {
    if (Object.keys(parts).some((part) => prefixes.some((prefix) => part.startsWith(prefix)))) soon()
  }
  Dexie.on('storagemutated', onChange)
  void read()
  return () => {
    ended = true
    clearTimeout(timer)
    Dexie.on.storagemutated.unsubscribe(onChange)
  }
}

/** What the device's database knows of a scan that no listed line answers to. */
export interface Elsewhere {
  /** The linked barcodes that the scan may mean, as they are stored now. */
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
  // Barcodes are linked whole, so the shortened ones are not tried.
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
