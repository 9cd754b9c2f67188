import type { BulkScreenProps } from '#features/bulk/BulkScreen.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useSyncStatus } from '#src/app/use-sync-status.ts'
import { dayNow } from '#src/sync/today.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BulkTabs } from './BulkTabs.tsx'

/** What the bulk screens are given. */
export function useBulkProps(): BulkScreenProps {
  const { engine, client, person } = useSignedIn()
  const status = useSyncStatus(engine)
  const [opened] = useState(() => new Date())
  return {
    client,
    person,
    serverReachable: status.serverReachable,
    today: dayNow(status.today, opened),
    tabs: <BulkTabs />,
    orderLink,
    newId: engine.newId,
  }
}

const orderLink = (order: number) => (
  <Link to="/order/$id" params={{ id: String(order) }}>
    {`Order ${order}`}
  </Link>
)
