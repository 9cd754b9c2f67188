import { orderHistory } from '#src/api/item-history.ts'
import type { HistoryLine } from '#src/kit/HistoryDialog.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Button } from '#src/ui/Button.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'

const HistoryDialog = lazy(() => import('#src/kit/HistoryDialog.tsx'))

/** Who changed an order's days, note and picker. Items have their own history. */
export function OrderHistoryButton({ order }: { order: number }) {
  const { engine } = useSignedIn()
  const reachable = useServerReachable(engine)
  const [isOpen, setOpen] = useState(false)
  const query = useMemo(() => historyQuery(order), [order])
  return (
    <>
      <Button
        icon={<IconHistory size={20} aria-hidden />}
        reason={!reachable && NEEDS_SERVER}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryDialog title={`History of order ${order}`} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const historyQuery = (order: number): ServerQuery<HistoryLine[]> => ({
  queryKey: ['orders', 'audit', order],
  read: (client, signal) => orderHistory(client, order, signal),
  isForm: true,
})
