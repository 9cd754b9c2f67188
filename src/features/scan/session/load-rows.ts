/** Reads the rows of a list from the device's database, and again when another tab or the worker has changed them. */
import type { ScanSettings } from '#contract/barcode/parse.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { lookupKeys } from '#contract/barcode/match.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import { keepRead } from '#src/picking/keep-read.ts'
import { PICKED_TABLES, readPicked } from '#src/picking/read-picked.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import type { ScanListStore, ScanRows } from './scan-list.ts'

const CATALOGUE = ['products', 'barcodes']

type Catalogue = Pick<ScanRows, 'products' | 'alternates'>

/** It is read apart from the picked rows, so that these do not wait for it. */
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

const upcsOf = (items: ScanRows['items']) => [...new Set(items.map((item) => item.product))]

/**
 * Keeps a list equal to the database until the returned function is called. The catalogue, most of what a list reads, is read again only when it has changed.
 */
export function watchRows(
  db: LarderDatabase,
  orderIds: readonly number[],
  list: Pick<ScanListStore, 'load' | 'revision'>,
  onTrouble: (error: unknown) => void,
): () => void {
  let catalogue: Catalogue | null = null
  let catalogued: ReadonlySet<string> = new Set()
  return keepRead<ScanRows>(db, [...PICKED_TABLES, ...CATALOGUE], {
    async read(changed) {
      const picked = await readPicked(db, orderIds)
      const upcs = upcsOf(picked.items)
      const isKnown = catalogue && upcs.every((upc) => catalogued.has(upc))
      if (!isKnown || CATALOGUE.some((table) => changed.has(table))) {
        catalogue = await readCatalogue(db, upcs)
        catalogued = new Set(upcs)
      }
      return { ...picked, ...catalogue! }
    },
    revision: list.revision,
    put: list.load,
    onTrouble,
  })
}

/** The database's answer about a scan that matches no listed line. */
export interface Elsewhere {
  /** The linked barcodes that the scan may mean, as they are now. */
  links: BarcodeAlternate[]
  /** Whether a product or a linked barcode has this code (A326). */
  isKnown: boolean
}

const STILL_LOADING =
  'This device has not loaded all products yet. Nothing was counted. Connect to the network, and scan again when loading has ended.'

/**
 * Looks a scan up that matches no listed line. Rejects while the first pull is under way: what is not found then may
 * still come.
 */
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
  if (links.length === 0 && (await readMeta(db, META.lastPull)) === undefined) throw new Error(STILL_LOADING)
  return { links, isKnown: links.length > 0 || products.some((row) => row !== undefined) }
}

/** Whether a piece of this product with this serial is on an order that the device keeps (GS1 AI 21). */
export async function isSerialKnown(db: LarderDatabase, product: string, serial: string): Promise<boolean> {
  const pieces = await db.subitems.where('serial').equals(serial).toArray()
  const items = await db.items.bulkGet([...new Set(pieces.map((piece) => piece.order_item))])
  return items.some((item) => item?.product === product)
}
