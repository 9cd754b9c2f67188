/** Taking an act back without taking back what another person has changed since. */
import type { Act } from '#contract/orders/acts.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { EditedRow } from '#src/db/database.ts'
import { changeKey, rowKey, rowKeyIn } from './store/rows.ts'
import { seenOf } from './store/edit.ts'

/**
 * Returns an act whose inverse is based on the rows as the act left them. If another person has changed one of them
 * since, the inverse clashes instead of overwriting the change.
 *
 * @param changes what was stored by the act
 */
export function undoable<A extends Act>(act: A, changes: readonly RowChange[]): A {
  const left = new Map<string, EditedRow>(
    changes.flatMap((change) =>
      'row' in change ? [[rowKeyIn(change.table, changeKey(change)), change.row] as const] : [],
    ),
  )
  const based = (edit: NewEdit): NewEdit => {
    const row = left.get(rowKey(edit))
    return row && edit.method !== 'POST' ? { ...edit, seen: seenOf(edit, edit.body, row) } : edit
  }
  return { ...act, inverse: act.inverse.map(based) }
}
