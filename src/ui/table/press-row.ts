import type { MouseEvent } from 'react'

/**
 * Makes a whole row lead where its link leads: a convenience for a pointer. The link stays, for the keyboard and for
 * another tab. Selecting text, to copy it, is not a press.
 */
export function pressRow<Row>(onRow: ((row: Row) => void) | undefined, row: Row) {
  if (!onRow) return {}
  return {
    'data-press': true,
    onClick({ target, currentTarget, metaKey, ctrlKey }: MouseEvent) {
      // React passes on a press in a dialog that a cell has opened, which is outside the row.
      const isInside = currentTarget.contains(target as Element)
      const isOwn = (target as Element).closest('a, button, input, select, label') !== null
      if (!isInside || isOwn || metaKey || ctrlKey || String(getSelection()) !== '') return
      onRow(row)
    },
  }
}
