import { orderHistory } from '#src/queries/item-history.ts'
import { HistoryButton } from '#src/kit/history/HistoryButton.tsx'
import type { HistoryLine } from '#src/kit/history/HistoryDialog.tsx'
import type { ServerQuery } from '#src/queries/server-query.ts'

/** Opens who changed an order's days, note and picker. Items have their own history. */
export const OrderHistoryButton = ({ order }: { order: number }) => (
  <HistoryButton label="History" title={`History of order ${order}`} query={historyQuery(order)} />
)

const historyQuery = (order: number): ServerQuery<HistoryLine[]> => ({
  queryKey: ['orders', 'audit', order],
  read: (client, signal) => orderHistory(client, order, signal),
  isForm: true,
})
