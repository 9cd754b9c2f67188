import type { Person } from '#contract/permissions.ts'
import type { Editable } from './acts.ts'
import type { CountField, PickRow } from './pick-rows.ts'
import type { Flag } from './row-marks.ts'

export type Dialog = 'substitute' | 'information' | 'weights' | 'delete' | 'detail' | 'history'

/** A quantity that waits for a yes, because stock is low (A080). */
export interface LowStockAsk {
  row: PickRow
  /** Stores it, or leaves it. */
  answer: (yes: boolean) => void
}

/** What can be done to a row. The same object while the screen is open, so that rows are not drawn again for it. */
export interface RowDoes {
  togglePicked: (row: PickRow) => void
  toggleOutOfStock: (row: PickRow) => void
  /** Resolves with why it was not stored, or null. */
  set: (row: PickRow, wanted: Editable) => Promise<string | null>
  /** One more or one less, and never below 0 (A218). */
  step: (row: PickRow, field: CountField, by: 1 | -1) => void
  reset: (row: PickRow, field: CountField) => void
  ask: (dialog: Dialog, row: PickRow) => void
}

export interface RowProps {
  row: PickRow
  bulk: boolean
  person: Person | null
  flag: Flag | null
  does: RowDoes
}
