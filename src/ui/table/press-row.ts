import type { MouseEvent } from 'react'

/**
 * What makes a whole row lead where its link leads: a convenience for a pointer. The link stays, for the keyboard and
 * for another tab; text that is selected, to be copied, is no press.
 */
export function pressRow<Row>(onRow: ((row: Row) => void) | undefined, row: Row) {
  if (!onRow) return {}
  return {
    'data-press': true,
    onClick({ target, currentTarget, metaKey, ctrlKey }: MouseEvent) {
      // React hands on what is pressed in a dialog that a cell has opened: it lies outside the row.
      const isInside = currentTarget.contains(target as Element)
      const isOwn = (target as Element).closest('a, button, input, select, label') !== null
      if (!isInside || isOwn || metaKey || ctrlKey || String(getSelection()) !== '') return
      onRow(row)
    },
  }
}
