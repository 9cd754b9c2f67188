/** A person's act, before the device makes a record of it: one of the specification's calls (A §7). */
import type { EditableEntity, Mutation } from './mutation.ts'

/** A screen's request. Everything else of a record is filled in when it is stored. */
export interface NewEdit {
  entity: EditableEntity
  /**
   * The row's id; for a new row `engine.newId()`, for a barcode the code, for an order its number as text, for a staged
   * product `stagedId`.
   */
  entity_id: string
  method: 'POST' | 'PATCH' | 'DELETE'
  body?: Record<string, unknown> | null
  /** What the person saw of the fields that they change, where the row may have changed since: then the edit clashes. */
  seen?: Record<string, unknown>
  /** The increment of a scan, in place of a value (readings, "Two people counting"). */
  adds?: Mutation['adds']
  /** The scan as the scanner gave it. */
  raw_scan?: string | null
  /** Why a warning was overridden. */
  reason?: string | null
  /** A UUID that edits share which make no sense apart; only of lines and pieces of one order, stored together. */
  act?: string
  /** The order, where the screen knows it: all rows are then read at once and the scan is stored sooner. */
  order?: number
  /** The item of a piece, for the same reason. */
  order_item?: string
}
