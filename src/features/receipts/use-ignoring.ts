import type { DifferenceGroup } from '#contract/receipts/schema.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { numbered, plural } from '#src/ui/format.ts'
import { DIFFERENCES_KEY, ignoreItem } from './queries.ts'
import { ignoreGroups, orderItemOf } from './result-view.ts'

/**
 * Marks differences as ignored, after a question.
 *
 * @param orders those that are shown; all where there are none
 */
export const useIgnoring = (orders: readonly number[], onDone: () => void) =>
  useSave({
    call: (client, groups: readonly DifferenceGroup[]) =>
      ignoreGroups(groups, (id) => ignoreItem(client, id)),
    invalidates: [DIFFERENCES_KEY],
    // They are compared again when the dialog is closed, and not twice.
    leaves: true,
    words: (groups) => ({
      title: `Ignore the difference of ${plural(groups.length, 'item')}?`,
      body: ['They are not listed here again.', alsoWords(groups, orders)].filter(Boolean).join(' '),
      saved: 'The differences are ignored.',
      failed: 'There was an error while saving the differences',
    }),
    onDone,
  })

/** The orders that are ignored along, though the filter leaves them out. */
function alsoWords(groups: readonly DifferenceGroup[], filter: readonly number[]): string {
  if (filter.length === 0) return ''
  const all = new Set(groups.flatMap((group) => orderItemOf(group)?.referenced_orders ?? []))
  const others = [...all].filter((order) => !filter.includes(order)).sort((a, b) => a - b)
  if (others.length === 0) return ''
  return `Lines of ${numbered('order', others)} are ignored along with them.`
}
