/** `/order/{id}/invoice` (B031). */
import { InvoiceScreen } from '#features/invoices/InvoiceScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo } from '#src/kit/use-go.ts'
import { isOrderId } from './order-id.ts'
import { routes } from './tree.ts'

export default function InvoiceRoute() {
  const { engine, client, person } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id } = routes.invoice.useParams()
  const search = routes.invoice.useSearch()
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
