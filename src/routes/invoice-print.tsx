/** `/order/{id}/invoice/print` (B045). */
import { InvoicePrintScreen } from '#features/invoices/InvoicePrintScreen.tsx'
import { NotFound } from '#src/app/NotFound.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useGo } from '#src/kit/use-go.ts'
import { isOrderId } from './order-id.ts'
import { routes } from './tree.ts'

export default function InvoicePrintRoute() {
  const { engine, client } = useSignedIn()
  const serverReachable = useServerReachable(engine)
  const { id } = routes.invoicePrint.useParams()
  const go = useGo()
  if (!isOrderId(id)) return <NotFound />
  return (
    <InvoicePrintScreen key={id} id={Number(id)} client={client} serverReachable={serverReachable} go={go} />
  )
}
