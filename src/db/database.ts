/**
 * What one person has on this device: one database per user, `larder-<user id>`. Screens read it by live query; only
 * `src/sync` writes it. Everything is stored with strict durability: when a promise resolves, the disk has it.
 */
import Dexie, { type Table as DexieTable, type Transaction } from 'dexie'
import type { OrderList, OrderListPrice } from '#contract/order-lists/schema.ts'
import type { UsualOrder } from '#contract/ordering/usual.ts'
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { CompanyLocation } from '#contract/people/schema.ts'
import type { BarcodeAlternate, Product, Warehouse } from '#contract/products/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Conflict } from '#contract/sync/outcome.ts'
import type { EditedTable, Table } from '#contract/sync/entities.ts'
import type { Rows } from '#contract/sync/rows.ts'
import { letsGo, yieldsToDelete } from './leaving.ts'
import { dexieOptions, type DatabaseOptions } from './newer.ts'

/** The server's answer to an edit that it did not apply, in its own words. */
export interface ServerAnswer {
  status: number
  code: string
  message: string
  /** Refusal by field. */
  fields?: Record<string, string>
  /** For a conflict, by field: what this edit wants, what the server has and what the person saw. */
  clash?: Conflict['fields']
  /** For a conflict: the row is gone on the server. */
  deleted?: boolean
  /** For a conflict: who changed it last, and when. */
  by?: { who: string; at: string }
  server_time: string
}

/** `pending` waits to be sent; the others wait for a person (the "Needs attention" list and the conflict card). */
export type OutboxState = 'pending' | 'refused' | 'conflict'

/**
 * One stored edit. The fields of `Mutation` do not change once the edit may have been sent. The other fields stay on
 * the device. An acknowledged or discarded edit moves to the ledger.
 */
export interface OutboxRecord extends Mutation {
  state: OutboxState
  /**
   * The edits that must be replayed together: `orderitems:<item>` for an item and its pieces, `orders:<id>`,
   * `barcodealternates:<code>`, `sharedcartitems:<location>` for a staged order and the edit that places it.
   */
  family: string
  attempts: number
  /** Ms since the epoch; 0 means at once. */
  next_attempt_at: number
  last_error: string | null
  answer: ServerAnswer | null
  /** The products that the edit read, so that a rebase on a newer row needs no catalogue. */
  reads: Product[]
  /** The code of the edit's product, so that it can be named when its row is gone; null for an order. */
  product: string | null
  /** Set on each edit but the last of those stored together: they count as one act of a person. */
  part?: 1
}

/** How an edit ended: `applied` by the server, `discarded` by a person, `retried` as another edit that names it. */
export type LedgerEnd = 'applied' | 'discarded' | 'retried'

/** An edit that is over, kept for 14 days. `ended_at` is the server's time where the server ended it, else the device's. */
export interface LedgerRecord extends Mutation {
  end: LedgerEnd
  ended_at: string
  server_time: string | null
  answer: ServerAnswer | null
  /** As in the outbox. Edits that ended before this field existed have none. */
  product?: string | null
  /** As in the outbox. Edits that ended before this field existed have none. */
  family?: string
  part?: 1
}

/** Edits that are over are kept for 14 days. */
export const LEDGER_KEPT_MS = 14 * 86_400_000

/** Edits that ended together, as one row. */
export interface LedgerPage {
  end: LedgerEnd
  /** When the last of them ended. */
  ended_at: string
  /** The id of the first of them: no other page begins with it. */
  mutation_id: string
  /** The number of acts (`countActs`). Part of the key, so that they are counted without being read. */
  size: number
  /** In the order in which they were made. */
  edits: LedgerRecord[]
}

/** Returns the page of edits that ended in the same way; null for no edits. */
export function pageOf(edits: readonly LedgerRecord[]): LedgerPage | null {
  const [first] = edits
  if (!first) return null
  const ended_at = edits.reduce((latest, edit) => (edit.ended_at > latest ? edit.ended_at : latest), '')
  return {
    end: first.end,
    ended_at,
    mutation_id: first.mutation_id,
    size: countActs(edits),
    edits: [...edits],
  }
}

/** Counts a person's acts in these edits: a weighed piece is one scan, and two edits. */
export const countActs = (edits: readonly Pick<OutboxRecord, 'part'>[]): number =>
  edits.filter(({ part }) => !part).length

export type { EditedTable }
export type EditedRow = Rows[EditedTable]

/** The server's row under a row that shows pending edits; `row` is null if the server has none. */
export interface Shadow {
  table: EditedTable
  id: string | number
  row: EditedRow | null
  family: string
  order: number | null
  /** The server once had it and deleted it, or it left this person's scope: only the feed restores it. */
  gone: boolean
  /**
   * Set when no edit is pending any more and the row shows what the server must have made of them (ms of the device).
   */
  waiting_since?: number
}

/** An order list as the server last sent it (`src/sync/store/kept-lists.ts`). `at` is ms of the device's clock. */
export interface KeptList {
  id: number
  company: number
  list: OrderList
  at: number
}

/** A product's price at a location, as the server last sent it. */
export interface KeptPrice extends OrderListPrice {
  location: number
  at: number
}

export interface Meta {
  key: string
  value: unknown
}

export class LarderDatabase extends Dexie {
  declare readonly staged: DexieTable<StagedItem, string>
  declare readonly orders: DexieTable<OrderRow, number>
  declare readonly items: DexieTable<OrderItemRow, string>
  declare readonly subitems: DexieTable<OrderSubitemRow, string>
  declare readonly locations: DexieTable<CompanyLocation, number>
  declare readonly warehouses: DexieTable<Warehouse, number>
  declare readonly barcodes: DexieTable<BarcodeAlternate, string>
  declare readonly products: DexieTable<Product, string>
  declare readonly lists: DexieTable<KeptList, number>
  declare readonly prices: DexieTable<KeptPrice, [number, string]>
  declare readonly usual: DexieTable<UsualOrder, number>
  declare readonly shadows: DexieTable<Shadow, [EditedTable, string | number]>
  declare readonly outbox: DexieTable<OutboxRecord, number, Omit<OutboxRecord, 'seq'>>
  declare readonly ended: DexieTable<LedgerPage, [LedgerEnd, string, string, number]>
  declare readonly meta: DexieTable<Meta, string>
}

export const databaseName = (userId: number): string => `larder-${userId}`

/** The version of the schema below, which a later release raises. */
export const DATABASE_VERSION = 7

/** Opens this person's database as it is stored: without a declared version, so that opening it changes nothing. */
export function openUndeclared(userId: number, options: DatabaseOptions = {}): LarderDatabase {
  const db = new LarderDatabase(options.name ?? databaseName(userId), dexieOptions(options))
  letsGo(db)
  yieldsToDelete(db)
  return db
}

/** Returns this person's database on this device. It opens itself at the first call. */
export function openDatabase(userId: number, options: DatabaseOptions = {}): LarderDatabase {
  const db = openUndeclared(userId, options)
  // An index costs a write on every put. Products (100,000 rows) and the scan path index only looked-up fields.
  db.version(1).stores({
    orders: 'id, delivery_date',
    items: 'id, order',
    subitems: 'id, order_item, order',
    locations: 'id',
    warehouses: 'id',
    barcodes: 'barcode, product',
    products: 'upc',
    shadows: '[table+id], family, order, waiting_since',
    outbox: '++seq, &mutation_id, state, order, family',
    ledger: 'mutation_id, [end+ended_at]',
    meta: 'key',
  } satisfies Record<Exclude<Table, 'staged'> | 'shadows' | 'outbox' | 'ledger' | 'meta', string>)
  // A serial seen before raises a question. Pieces without a serial are not in the index and cost nothing.
  db.version(2).stores({ subitems: 'id, order_item, order, serial' })
  db.version(3)
    .stores({ ledger: null, ended: '[end+ended_at+mutation_id+size]' })
    .upgrade(turnLedgerIntoPages)
  // Most edits are not part of another and cost this index nothing.
  db.version(4).stores({ outbox: '++seq, &mutation_id, state, order, family, [state+part]' })
  // A staged order is read by the prefix of its products' keys, which is its location (`stagedId`).
  db.version(5).stores({ staged: 'id' }).upgrade(pullAnew)
  db.version(6).stores({ lists: 'id, company', prices: '[location+upc], location, at' })
  db.version(DATABASE_VERSION).stores({ usual: 'company_location' })
  return db
}

/**
 * Replaces the cursor with an invalid one, for a table that the feed has not sent to this device yet. The server then
 * sends everything, with all of this person's edits that are in it.
 */
async function pullAnew(tx: Transaction): Promise<void> {
  const cursor = await tx.table<Meta, string>('meta').get('cursor')
  if (cursor) await tx.table<Meta, string>('meta').put({ ...cursor, value: 'anew' })
}

/** Turns the ledger's rows into pages. Until version 2 each edit that was over was a row of its own. */
async function turnLedgerIntoPages(tx: Transaction): Promise<void> {
  const ledger = tx.table<LedgerRecord, string>('ledger')
  const over = await ledger.orderBy('[end+ended_at]').toArray()
  const pages: LedgerPage[] = []
  for (let from = 0; from < over.length;) {
    const { end } = over[from]!
    const edits = over.slice(from, from + PAGE_EDITS).filter((edit) => edit.end === end)
    pages.push(pageOf(edits)!)
    from += edits.length
  }
  await tx.table('ended').bulkPut(pages)
}
const PAGE_EDITS = 100
