import type { BulkScreenProps } from '#features/bulk/BulkScreen.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { Link } from '#src/kit/Link.tsx'
import { useToday } from '#src/kit/use-today.ts'
import { to } from '#src/paths.ts'
import { BulkTabs } from './BulkTabs.tsx'

/** What the bulk screens are given. */
export function useBulkProps(): BulkScreenProps {
  const { engine, client, person } = useSignedIn()
  const { today } = useToday(engine)
  return {
    client,
    person,
    serverReachable: useServerReachable(engine),
    today,
    tabs: <BulkTabs />,
    orderLink,
  }
}

const orderLink = (order: number) => <Link to={to.order(order)}>{`Order ${order}`}</Link>
