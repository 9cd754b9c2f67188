import { itemHistory, type ItemAct } from '#src/queries/item-history.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { lazy, useCallback } from 'react'
import { deviceHistory } from './device-history.ts'

const HistoryDialog = lazy(() => import('#src/kit/history/HistoryDialog.tsx'))

type Items = readonly { id: string; order: number }[]

interface ItemHistoryProps {
  title: string
  items: Items
  onClose: () => void
}

/** Who did what to the items of a line; without the server, what this device did. */
export default function ItemHistory({ title, items, onClose }: ItemHistoryProps) {
  const { engine } = useSignedIn()
  const here = useCallback(() => deviceHistory(engine.db, engine.user.username, items), [engine, items])
  return <HistoryDialog title={title} query={historyQuery(items)} here={here} onClose={onClose} />
}

/** The acts on the items of a line. They are read again each time the history is opened. */
const historyQuery = (items: Items): ServerQuery<ItemAct[]> => ({
  queryKey: ['orderitems', 'audit', ...items.map(({ id }) => id)],
  read: (client, signal) => itemHistory(client, items, signal),
  isForm: true,
})
