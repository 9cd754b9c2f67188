/** `/order/{id}/invoice` (B031). */
import { InvoiceScreen } from '#features/invoices/InvoiceScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/app/signed-in.ts'
import { useServerReachable } from '#src/app/use-sync-status.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import { isOrderId } from './order-id.ts'
import { useGo } from './use-go.ts'

export default function InvoiceRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id = '' } = useParams({ strict: false })
  const search: { redirect_status?: unknown } = useSearch({ strict: false })
  const go = useGo()
  if (!isOrderId(id)) return <NotFound />
  return (
    <InvoiceScreen
      key={id}
      id={Number(id)}
      client={client}
      person={person}
      serverReachable={serverReachable}
      search={search}
      go={go}
    />
  )
}
