import type { MouseEvent } from 'react'

/**
 * What makes a whole row lead where its link leads: a convenience for a pointer. The link stays, for the keyboard and
 * for another tab; text that is selected, to be copied, is no press.
 */
export function pressRow<Row>(onRow: ((row: Row) => void) | undefined, row: Row) {
  if (!onRow) return {}
  return {
    'data-press': true,
    onClick({ target, metaKey, ctrlKey }: MouseEvent) {
      const isOwn = (target as Element).closest('a, button, input, select, label') !== null
      if (isOwn || metaKey || ctrlKey || String(getSelection()) !== '') return
      onRow(row)
    },
  }
}
