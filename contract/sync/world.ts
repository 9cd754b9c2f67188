/** The data that the pure function of an edit reads: rows, and for an order that is placed what only a server knows. */
import type { StagedItem } from '../ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { BarcodeAlternate, Product } from '../products/schema.ts'
import type { EditedTable, Key } from './entities.ts'
import type { Rows } from './rows.ts'

/** The rows that an edit reads. The caller loads them first: the device from Dexie, the server with SQL. */
export interface World {
  /** Returns the row of a table with this key. `order`, `item`, `subitem`, `barcode` and `staged` read one table. */
  row<T extends EditedTable>(table: T, key: Key): Rows[T] | undefined
  order(id: number): OrderRow | undefined
  item(id: string): OrderItemRow | undefined
  subitem(id: string): OrderSubitemRow | undefined
  subitemsOf(item: string): readonly OrderSubitemRow[]
  itemsOf(order: number): readonly OrderItemRow[]
  /**
   * Returns the product, with this location's prices where margins are known. No device stores margins: a device's
   * price for a product that it adds is valid until the server has answered (docs/decisions/0100).
   */
  product(upc: string, location?: number): Product | undefined
  /**
   * Returns whether an item of this product is traced by lot at this location: where either is (readings, "Making an
   * invoice"). A device knows neither flag, and keeps what the item's order says until the server has answered.
   */
  isLotTracked?(upc: string, location: number): boolean
  /** Returns whether a location pays no tax. A device does not know that of every location. */
  isTaxExempt?(location: number): boolean
  /** Returns whether a person with this username picks orders. A device does not know that of every person. */
  isPicker?(username: string): boolean
  barcode(code: string): BarcodeAlternate | undefined
  /** By `stagedId`. */
  staged(id: string): StagedItem | undefined
  /** Returns whether this row existed and has been deleted: editing it is then a clash and not an unknown id. */
  wasDeleted(entity: string, id: string): boolean
  /** Returns the data for the order that this edit places; a device has none. */
  placing?(mutationId: string): Placing | undefined
  /**
   * Returns what a location may stage; null where there is no such location for this person. A device does not judge
   * that.
   */
  staging?(location: number): Staging | null
}

/** What only a server knows of a staged order. */
export interface Staging {
  /** Returns how a product is sold that the person may stage here; null where they may not. */
  offered(upc: string): Pick<Product, 'unit_type'> | null
  /**
   * Returns whether a staged product may be in place of this one: of the offered ones, and of those that an earlier
   * order of the company asked for.
   */
  mayReplace(upc: string): boolean
  /** The last order that took the staged order, the person who placed it, and when; null where there is none. */
  taken: { order: number; by: string; at: string } | null
}

/** A place to which an order may go, with the values that its lines take from there. */
export interface PlacingLocation {
  id: number
  name: string
  address: string
  lot_tracked: boolean
  /** Whether goods that are taxed by default are taxed here. */
  taxable: boolean
}

/** The data for a new order that only a server knows. Its number is drawn once it is made. */
export interface Placing {
  /** Null where there is no such active customer, or where this person may not order for them. */
  customer: { id: number; username: string; company: number } | null
  /** The customer's active locations, their first one first. */
  locations: readonly PlacingLocation[]
  /** Returns whether the person may order a product; all other products are treated as missing. */
  maySee(upc: string): boolean
  /**
   * Returns whether a line may name this product as the one it replaces: the visible ones, and those that an earlier
   * order of the company asked for.
   */
  mayReplace(upc: string): boolean
  /** The distributor's day, the day after it, and this moment. */
  today: string
  tomorrow: string
  now: string
  /** When the server last received something from the edit's device before it came back: an instant. */
  silentSince: string
  /** Returns an id for the next line: lines are sorted by their ids. */
  newId(): string
}
