import { itemHistory, type ItemAct } from '#src/api/item-history.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'

/** What was done to the items of one line until its history was opened: the pick list and the scan screen show it. */
export const itemHistoryQuery = (
  items: readonly { id: string; order: number }[],
): ServerQuery<ItemAct[]> => ({
  queryKey: ['orderitems', 'audit', ...items.map(({ id }) => id)],
  read: (client, signal) => itemHistory(client, items, signal),
  isForm: true,
})
