import type { CountField, Line } from '#contract/picking/lines.ts'
import type { Person } from '#contract/permissions.ts'
import type { Editable } from '#contract/picking/list-acts.ts'
import type { Flag } from '../row-marks.ts'

export type Dialog = 'substitute' | 'information' | 'weights' | 'delete' | 'detail' | 'history'

/** A quantity that waits for a yes, because stock is low (A080). */
export interface LowStockAsk {
  row: Line
  /** Stores the quantity, or leaves it as it was. */
  answer: (yes: boolean) => void
}

/** What can be done to a row. The same object while the screen is open, so that rows are not drawn again for it. */
export interface RowDoes {
  togglePicked: (row: Line) => void
  toggleOutOfStock: (row: Line) => void
  /** Resolves with why it was not stored, or null. */
  set: (row: Line, wanted: Editable) => Promise<string | null>
  /** One more or one less, and never below 0 (A218). */
  step: (row: Line, field: CountField, by: 1 | -1) => void
  reset: (row: Line, field: CountField) => void
  ask: (dialog: Dialog, row: Line) => void
}

export interface RowProps {
  row: Line
  bulk: boolean
  person: Person | null
  flag: Flag | null
  does: RowDoes
}
