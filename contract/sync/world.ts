/** What the pure function of an edit reads: rows, and for an order that is placed what only a server knows. */
import type { StagedItem } from '../ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { BarcodeAlternate, Product } from '../products/schema.ts'

/** The rows that an edit reads, loaded beforehand by whoever runs it: the device out of Dexie, the server out of SQL. */
export interface World {
  order(id: number): OrderRow | undefined
  item(id: string): OrderItemRow | undefined
  subitem(id: string): OrderSubitemRow | undefined
  subitemsOf(item: string): readonly OrderSubitemRow[]
  itemsOf(order: number): readonly OrderItemRow[]
  /**
   * With the prices that this location pays where margins are known. They lie on no device: what a device reckons for a
   * product that it adds stands until the server has answered (docs/decisions/0100).
   */
  product(upc: string, location?: number): Product | undefined
  /**
   * Whether an item of this product is traced by lot at this location: where either is (readings, "Making an invoice").
   * A device knows neither flag, and keeps what the item's order says until the server has answered.
   */
  isLotTracked?(upc: string, location: number): boolean
  /** Whether a location pays no tax. A device does not know that of every location. */
  isTaxExempt?(location: number): boolean
  /** Whether somebody of this username picks orders. A device does not know that of everybody. */
  isPicker?(username: string): boolean
  barcode(code: string): BarcodeAlternate | undefined
  /** By `stagedId`. */
  staged(id: string): StagedItem | undefined
  /** Whether this row was here once and has been deleted: editing it is then a clash and not an unknown id. */
  wasDeleted(entity: string, id: string): boolean
  /** What the order that this edit places is made with; a device has nothing of the kind. */
  placing?(mutationId: string): Placing | undefined
  /** What a location may stage; null where there is no such location for this person. A device does not judge that. */
  staging?(location: number): Staging | null
}

/** What only a server knows of a staged order. */
export interface Staging {
  /** How a product is sold that the person may stage here; null where they may not. */
  offered(upc: string): Pick<Product, 'unit_type'> | null
  /** Products that a staged one may be in place of: those, and what an earlier order of the company asked for. */
  mayReplace(upc: string): boolean
  /** The order that took the staged order last, who placed it, and when; null where none ever did. */
  taken: { order: number; by: string; at: string } | null
}

/** Where an order may go, with what its lines take from there. */
export interface PlacingLocation {
  id: number
  name: string
  address: string
  lot_tracked: boolean
  /** Whether goods that are taxed by default are taxed here. */
  taxable: boolean
}

/** What a new order is made with, and only a server knows; its number is drawn once it is made. */
export interface Placing {
  /** Null where there is no such active customer, or not for this person to order for. */
  customer: { id: number; username: string; company: number } | null
  /** The customer's active locations, their first one first. */
  locations: readonly PlacingLocation[]
  /** Products that the person may order; all others are as if they were not there. */
  maySee(upc: string): boolean
  /** Products that a line may say it came in place of: those, and what an earlier order of the company asked for. */
  mayReplace(upc: string): boolean
  /** The distributor's day, the day after it, and this moment. */
  today: string
  tomorrow: string
  now: string
  /** The last that the server heard of the edit's device before it came back: an instant. */
  silentSince: string
  /** An id for the next line: lines stand in the order of their ids. */
  newId(): string
}
